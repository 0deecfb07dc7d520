import { type Deed, premiseContent } from '@narratoria/content/premises'
import { allOf, isSaid, patternOf } from './conditions.ts'
import { withA, withThe } from './furnish.ts'
import { namedIn } from './named-in.ts'
import { isNamedIn, type Need, type Read } from './needs.ts'
import type { Named } from './premise.ts'
import { secondPerson } from './second-person.ts'
import { inLowerCase, isWord, singularOf } from './words.ts'

/** A verb of a premise with its object: `sew`, `two `, `shirts of nettles`. */
export interface Task {
  verb: string
  determiner: string
  object: string
  /** Until when: `before the boat comes`. */
  until?: string
}

/** The task of the player that a premise states: "I must open the gate", "we are driving the ashes to the sea". */
export function taskOf(read: Read): Need | undefined {
  const { text } = read
  const stated = allOf('need.task', text).filter(({ groups }) => isPlayers(groups!['subject'], read))
  const bringing = allOf('need.bringing', text)
  const tasks = [
    ...stated.map(({ groups }) => taskIn(groups!)),
    ...bringing.map(({ groups }) => taskIn({ ...groups, verb: premiseContent.deeds.at(-1)!.verbs.split(' ')[0]! })),
  ]
  for (const task of tasks) {
    const need = makingOf(task, read) ?? deedOf(task, read)
    const { until } = task
    if (need && until !== undefined)
      return { ...need, values: { ...need.values, until: inLowerCase(ownTo(read.player, secondPerson(until))) } }
    if (need) return need
  }
  return undefined
}

function taskIn({ verb = '', determiner = '', object = '', until }: Record<string, string>): Task {
  return {
    verb: verb.toLowerCase(),
    determiner: inLowerCase(determiner),
    object,
    ...(until !== undefined && { until: until.trim() }),
  }
}

// Not "the duke wants to burn the letter".
export function isPlayers(subject: string | undefined, { player, text }: Read): boolean {
  if (subject === undefined || /^(?:I|we|you|some(?:one|body))$/i.test(subject)) return true
  const isMine = /\b(?:I|we|you)\b/i.test(text)
  if (/^(?:and|but|or)$/i.test(subject)) return isMine || player !== undefined
  if (!player) return false
  return (
    /^(?:he|she|they|who)$/i.test(subject) || `${player.name} ${player.aliases.join(' ')}`.split(' ').includes(subject)
  )
}

/** Something that is out of order and is to be put right: "the lamp has gone out", "the gate will not open". */
export function faultOf(read: Read): Need | undefined {
  // Who or what is missed is more urgent, and so is who lies ill or dead.
  if (isSaid('killing', read.text) || read.people.some(({ isAsleep }) => isAsleep)) return undefined
  const refused = allOf('need.refused', read.text).flatMap(({ groups, index }) => {
    const task = taskIn(groups!)
    const refuser = read.people.find((each) =>
      isNamedIn(
        each,
        read.text
          .slice(0, index)
          .split(/[.!?;]\s/)
          .at(-1)!,
      ),
    )
    const isOwn = premiseContent.deeds.some((row) => row.state !== undefined && isFor(row, task))
    return isOwn ? [deedOf(task, read, refuser)] : []
  })
  const need = refused[0] ?? faultIn(read)
  const isOther = [...read.things, ...read.absent].some(
    ({ isMissing, name }) => isMissing && need?.things.includes(name) === false,
  )
  return isOther ? undefined : need
}

function faultIn(read: Read): Need | undefined {
  const found = wrongIn(read)
  if (!found) return undefined
  const { row, determiner, object } = found
  return deedOf(
    { verb: row.verbs.split(' ')[0]!, determiner: inLowerCase(determiner).replace('whose', 'the'), object },
    read,
  )
}

function wrongIn({ text }: Read): { row: Deed; determiner: string; object: string } | undefined {
  for (const row of premiseContent.deeds) {
    if (row.state === undefined) continue
    for (const { groups } of allOf('need.fault', text, row.state)) {
      const { determiner = '', object = '' } = groups!
      if (isFor(row, { verb: row.verbs.split(' ')[0]!, object })) return { row, determiner, object }
    }
  }
  return undefined
}

function isFor({ verbs, objects }: Deed, { verb, object }: Pick<Task, 'verb' | 'object'>): boolean {
  const last = pieceOf(object).split(' ').at(-1)!.toLowerCase()
  const all = objects?.split(' ')
  return verbs.split(' ').includes(verb) && (all === undefined || all.includes(last) || all.includes(singularOf(last)))
}

// What is done, without where: "the ashes in the sea".
function pieceOf(object: string): string {
  return object.split(
    / (?:out|off|into|over|under|at|in|on|from|to|with|for|of|across|past|through|around|about|again)\b/,
  )[0]!
}

export function deedOf({ verb, determiner, object }: Task, read: Read, friend?: Named): Need | undefined {
  const { people, places, things, player } = read
  const row = premiseContent.deeds.find((each) => isFor(each, { verb, object }))
  const piece = pieceOf(object).replace(/^(?:old|own) /, '')
  const last = singularOf(piece.split(' ').at(-1)!)
  if (/^(?:before|until|till|by)\b/i.test(object)) return undefined
  if (!row || piece === '' || (determiner === '' && row.instruments === undefined)) return undefined
  // A person or a place is not a thing, but an airlock or a vault may be opened.
  const isPerson = [...people, ...read.absent].some((each) => [each.name, ...each.aliases].includes(last))
  const place = places.find(({ name }) => name === piece || singularOf(name.split(' ').at(-1)!) === last)
  if (isPerson || (place && row.objects?.split(' ').includes(last) !== true)) return undefined
  // Who or what cannot be carried is not put into a case.
  if (row.isSmall === true && (isWord('animal', last) || isWord('person', last) || isWord('fixture', last)))
    return undefined
  // A vehicle cannot be carried.
  if (row.isBringing === true && isWord('fixture', last)) return undefined
  const named = things.find(({ name }) => object.startsWith(name) || piece.endsWith(name) || name.endsWith(piece))
  const goal = row.isBringing === true ? patternOf('need.where').exec(object)?.[1] : undefined
  if (/^(?:him|her|them|me|us|you|it)$/.test(goal ?? '')) return undefined
  if (row.isBringing === true && (goal === undefined || people.some((each) => isNamedIn(each, goal)))) return undefined
  const fault = row.isBringing === true ? wrongIn(read) : undefined
  const held = row.instruments?.split(' ')
  const instrument = held && (things.find(({ name }) => held.includes(name.split(' ').at(-1)!))?.name ?? held[0]!)
  const acting = fault?.row ?? row
  const faulty = fault && things.find(({ name }) => name.endsWith(fault.object))
  const acted = faulty?.name ?? fault?.object ?? row.hitch ?? instrument ?? named?.name ?? piece
  const part = things.find(
    ({ name, isMissing }) => isMissing && acting.parts.split(' ').includes(singularOf(name.split(' ').at(-1)!)),
  )
  const parts = part ? withThe(part.name) : withA(acting.part)
  const values: Record<string, string> = {
    object: acted,
    part: part?.name ?? acting.part,
    ...(goal !== undefined && { destination: goal }),
  }
  const say = (sentence: string) => namedIn(sentence.replaceAll('{a part}', parts), { values })
  const ends = (name: string) => [singularOf(name.split(' ').at(-1)!), name.split(' ').at(-1)!]
  const verbs = [...new Set([...acting.verbs.split(' '), ...acting.also])]
  const whence = patternOf('need.whence').exec(object.slice(piece.length).trim())?.[1]
  const known = places.find(({ name }) => goal?.endsWith(name))
  return {
    plot: 'deed',
    people: friend ? { friend } : {},
    places: goal === undefined ? {} : { site: known ?? { name: goal, aliases: goal.split(/ (?:at|in|of|on) /) } },
    things: [part, place, things.find(({ name }) => name === acted)].flatMap((each) => each?.name ?? []),
    ...(whence !== undefined && { start: startAt(whence, read) }),
    values: {
      target: acted,
      wanted: values['part']!,
      ...(goal !== undefined && { destination: goal }),
      task: inLowerCase(ownTo(player, secondPerson(`${verb} ${determiner}${object}`))),
      verb: acting.verbs.split(' ')[0]!,
      Verb: capital(acting.verbs.split(' ')[0]!),
      deedVerbs: verbs.filter((each) => !acting.acts.split(' ').includes(each)).join(', '),
      deedActs: acting.acts.split(' ').join(', '),
      objectAliases: [...new Set([...ends(acted), ...(row.isBringing === true ? [] : [...ends(piece), piece])])]
        .filter((each) => each !== acted)
        .join(', '),
      partAliases: [...new Set([...ends(values['part']!), values['part']!.split(' of ')[0]!])]
        .filter((each) => each !== values['part'])
        .join(', '),
      parts,
      look: acting.look,
      lacks: say(acting.lacks),
      done: say(acting.done),
      ...(friend && { refused: 'yes' }),
      ...(goal !== undefined && { bringing: 'yes', load: named?.name ?? piece }),
      ...(named?.isPortable === true && goal === undefined && named.name === acted && { held: 'yes' }),
    },
  }
}

function startAt(whence: string, { places }: Read): Named {
  return (
    places.find(({ name }) => whence.endsWith(name)) ?? {
      name: /^\p{Lu}/u.test(whence) ? `the ${whence}` : whence,
      aliases: [whence, whence.split(' ').at(-1)!],
    }
  )
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

// "She must sew two shirts of nettles before the full moon."
export function makingOf({ verb, determiner, object }: Task, { text, things, player, people }: Read): Need | undefined {
  if (determiner === '' || (player === undefined && !/\b(?:I|we|you)\b/i.test(text))) return undefined
  const [piece = '', material] = object.split(/ (?:out of|from|of|for|to|with|in|on|at) /)
  const last = singularOf(piece.split(' ').at(-1)!)
  const craft = premiseContent.crafts.find(
    ({ verbs, objects }) => verbs.split(' ').includes(verb) && objects?.split(' ').includes(last) !== false,
  )
  if (!craft) return undefined
  // Who is the maker's own work, such as a guard who must be painted, is not a thing.
  if (piece === '' || people.some((each) => isNamedIn(each, piece))) return undefined
  const named = things.find(
    ({ name }) => piece.endsWith(name) || name.endsWith(piece) || name.startsWith(`${piece} of `),
  )
  // "A portrait of the duke" is not made of him.
  const isOf = / (?:out of|from|of) (?!(?:the|an?|my|your|his|her|their|our) )/.test(object)
  return {
    plot: 'making',
    people: {},
    places: {},
    things: [...(named ? [named.name] : []), ...(isOf && material !== undefined ? [material] : [])],
    values: {
      verb,
      task: inLowerCase(ownTo(player, secondPerson(`${verb} ${determiner}${object}`))),
      product: named === undefined || named.name.startsWith(`${piece} of `) ? piece : named.name,
      one: last,
      material: isOf && material !== undefined ? material : craft.stuff,
      stuffs: isOf && material !== undefined ? material : withA(craft.stuff),
      instrument: craft.tool,
      tools: withA(craft.tool),
    },
  }
}

// What is his or hers is the player's: "a letter to your daughter".
function ownTo(player: Named | undefined, task: string): string {
  const own = { he: /\bhis\b/g, she: /\bher\b/g, they: /\btheir\b/g, it: /\bits\b/g }
  return player === undefined ? task : task.replaceAll(own[player.pronoun ?? 'they'], 'your')
}
