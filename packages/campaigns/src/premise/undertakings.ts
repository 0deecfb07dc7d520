import { premiseContent, type TaskClass } from '@narratoria/content/premises'
import { standardActs } from '@narratoria/world'
import { capitalize, withThe } from './furnish.ts'
import { mentionOf } from './mention.ts'
import type { Need, Read } from './needs.ts'
import type { Named } from './premise.ts'
import type { StatedTask } from './stated-tasks.ts'
import { classOf, helpersFor, type TaskHelpers } from './task-helpers.ts'
import { ownPart, type TaskPart } from './task-part.ts'
import { isAbstract, type TaskTarget, targetOf } from './task-target.ts'
import { taskToPlayer, withNames } from './task-words.ts'
import { type VerbPhrase, verbPhraseIn } from './verb-phrase.ts'
import { inLowerCase, singularOf } from './words.ts'

const { undertakings } = premiseContent
const excluded = new Set(undertakings.excluded.split(' '))
const shunning = new RegExp(`(?:^| )(?:${undertakings.shunning})\\b`, 'iu')
const plots: Record<TaskClass['kind'], string> = {
  thing: 'task',
  word: 'task',
  leave: 'task',
  asking: 'plea',
  telling: 'plea',
  way: 'way',
  errand: 'errand',
}

interface Undertaking {
  row: TaskClass
  phrase: VerbPhrase
  target: TaskTarget
  /** In the second person. */
  task: string
  helpers: TaskHelpers
  part?: TaskPart
  /** Who must not know of it, or has what is to be got. */
  shunned: Named[]
  /** To whom something is brought, and where, as the task says. */
  receiver?: Named
  where?: Named
}

/**
 * The need of a task in any words: whom or what it is done to, and what it takes, by the class of its verb. `undefined` for a task that is
 * not one act.
 */
export function undertakingOf(stated: StatedTask, read: Read): Need | undefined {
  const words = withNames(stated, read)
  const phrase = words === undefined ? undefined : verbPhraseIn(words)
  if (words === undefined || !phrase) return undefined
  const target = targetOf(phrase, read)
  const receiver = receiverOf(phrase, target, read)
  const row = classFor(phrase, { target, text: read.text, isErrand: receiver !== undefined })
  if (!row || !isPlayable(row, target, read)) return undefined
  const shunned = read.people.filter((each) => isShunned(each, phrase))
  const found = helpersFor(
    { row, shunned, target: beingIn(target), away: row.away === true, index: stated.index },
    read,
  )
  const own = plots[row.kind] === 'plea' ? undefined : ownPart(stated, { read, target })
  // What the premise says is needed is what the task takes.
  const helpers = own && found.row.kind !== 'thing' ? { ...found, row: classOf('thing', read.text) } : found
  const part = helpers.row.kind === 'thing' ? (own ?? { name: helpers.row.part! }) : undefined
  const need = needFor({
    row,
    phrase,
    target,
    task: taskToPlayer(words, read),
    helpers,
    shunned,
    ...(receiver && row.kind === 'errand' && { receiver, ...placeIn(phrase, read) }),
    ...(part && { part }),
  })
  return stated.until === undefined
    ? need
    : { ...need, values: { ...need.values, until: inLowerCase(taskToPlayer(stated.until, read)) } }
}

// "Deliver the envelope to the woman in the red coat".
function receiverOf({ rest }: VerbPhrase, target: TaskTarget, { people }: Read): Named | undefined {
  if (target.kind !== 'thing' || !/^(?:\p{L}+ |(?:across|over|through|past|down|up) [^,]{3,30}? )?to /u.test(rest))
    return undefined
  return people.find((each) => !each.isAnimal && !each.isPlural && !each.isAsleep && mentionOf(each).test(rest))
}

// "At platform nine".
function placeIn({ rest }: VerbPhrase, { places }: Read): { where?: Named } {
  const where = places.find((each) => mentionOf(each).test(rest))
  return where ? { where } : {}
}

// "Without the physician knowing", "back from a gull".
function isShunned(person: Named, { rest }: VerbPhrase): boolean {
  const against = shunning.exec(rest)
  return against !== null && mentionOf(person).test(rest.slice(against.index))
}

/** The class of a verb for what it is done to; the one of all others if no class has it. */
function classFor(
  { verb, particle, object, rest }: VerbPhrase,
  { target, text, isErrand }: { target: TaskTarget; text: string; isErrand: boolean },
): TaskClass | undefined {
  const whole = particle === undefined ? verb : `${verb}_${particle.replaceAll(' ', '_')}`
  const head = object && singularOf(object.head.toLowerCase())
  const rowsOf = (said: string) =>
    undertakings.classes.filter(
      ({ verbs, objects, target: wanted, rest: behind, kind }) =>
        verbs.split(' ').includes(said) &&
        (kind !== 'errand' || isErrand) &&
        (behind === undefined || new RegExp(`^(?:${behind})\\b`, 'iu').test(rest)) &&
        isFor(wanted, target.kind) &&
        (objects === undefined || (head !== undefined && objects.split(' ').includes(head))),
    )
  const rows = [...rowsOf(whole), ...rowsOf(verb)]
  // One does not break an engagement with a hammer.
  const found = rows.find(({ objects, kind }) => objects !== undefined || kind === 'errand') ?? rows[0]
  if (found) return object === undefined && found.isClause !== true ? undefined : found
  // "Sleep" is not a task, and "get going" not a single act. What is missing has a story of its own.
  if (target.named?.isMissing === true) return undefined
  const isOther =
    object !== undefined &&
    !excluded.has(verb) &&
    !object.isTime &&
    (target.kind !== 'none' || (object.determiner !== '' && !isAbstract(object.head)))
  return isOther ? classOf('word', text, target.kind === 'none') : undefined
}

function isFor(wanted: TaskClass['target'], kind: TaskTarget['kind']): boolean {
  if (wanted === 'any') return true
  if (wanted === 'being') return kind === 'person' || kind === 'animal'
  if (wanted === 'thing' || wanted === 'place') return kind === 'thing' || kind === 'place'
  if (wanted !== undefined) return wanted === kind
  return kind === 'thing' || kind === 'place' || kind === 'none'
}

function isPlayable({ kind }: TaskClass, { kind: target, named }: TaskTarget, { places }: Read): boolean {
  // Who sleeps must be woken, and what is missing or meant for a person has a story of its own.
  if (named?.isAsleep === true || named?.isMissing === true || named?.isBrought === true) return false
  if (plots[kind] === 'plea') return target === 'person'
  // One does not reach the place that one is in.
  const [first] = places
  const isIn = first !== undefined && first === named && /^(?:in|at|on|aboard|inside)$/.test(first.preposition ?? '')
  return kind !== 'way' || (named !== undefined && !isIn)
}

function beingIn({ kind, named }: TaskTarget) {
  return kind === 'person' || kind === 'animal' ? named : undefined
}

function needFor(undertaking: Undertaking): Need {
  const { row, target, helpers, part, shunned, receiver, where } = undertaking
  const owner = row.gets === true ? shunned[0] : undefined
  const plot = plots[row.kind]
  const being = beingIn(target)
  const site = plot === 'way' ? target.named : receiver ? where : helpers.site
  return {
    plot,
    people: { ...(being && { target: being }), ...(owner && { owner }), ...(receiver ? { receiver } : helpers.people) },
    ...(shunned.length > 0 && { shunned: shunned.map(({ name }) => name) }),
    places: site ? { site } : {},
    ...(row.isYielding === true && { isYielding: true }),
    // A person's own room is not another room.
    things: [
      target.kind === 'thing' && !receiver ? target.named?.name : undefined,
      part?.name,
      helpers.site?.aliases[0],
    ].flatMap((each) => each ?? []),
    values: { ...wordsFor(undertaking), ...sentencesFor(undertaking), ...flagsFor(undertaking) },
  }
}

function wordsFor({ row, phrase, target, task, part }: Undertaking): Record<string, string> {
  const { object } = phrase
  const name = target.named?.name ?? object?.text ?? phrase.verb
  const verb = phrase.particle === undefined ? phrase.verb : `${phrase.verb} ${phrase.particle}`
  const verbs = [...new Set([phrase.verb, verb, ...(row.also ?? []), ...undertakings.others])]
  const acts = verbs
    .concat((row.acts ?? '').split(' '))
    .filter((each) => (standardActs as readonly string[]).includes(each))
  return {
    [target.kind === 'thing' ? 'objectName' : 'object']: name,
    destination: name,
    task,
    verb,
    Verb: capitalize(verb),
    deedVerbs: verbs.filter((each) => !acts.includes(each)).join(', '),
    deedActs: acts.join(', '),
    wholeVerbs: wholeVerbs(task, { verbs, phrase, isBare: isBare(target) }).join(', '),
    objectAliases: aliasesOf(name, object?.text ?? '', target.named?.aliases).join(', '),
    ...(row.kind === 'errand' && { load: name }),
    ...(part && { partName: part.name, partAliases: aliasesOf(part.name, part.name, part.named?.aliases).join(', ') }),
  }
}

function sentencesFor({ row, helpers, part }: Undertaking): Record<string, string> {
  const { look = '', lacks, word = '', fact = '', refuses = '', lever = '' } = helpers.row
  // There is only one of what is missing.
  const lacked = part?.named ? lacks.replaceAll('{a part}', '{the part}') : lacks
  // Who arrives has arrived, whatever it took.
  const { done } = row.kind === 'way' ? row : helpers.row
  return {
    look,
    lacks: lacked,
    word,
    fact,
    refuses,
    lever,
    done: row.kind === 'way' && part ? String(row.doneWith) : done,
  }
}

function flagsFor({ row, target, helpers, part, shunned, receiver, where }: Undertaking): Record<string, string> {
  const flags = {
    tool: helpers.row.kind === 'thing',
    knowledge: helpers.row.kind === 'word',
    leave: helpers.row.kind === 'leave',
    isPerson: beingIn(target) !== undefined,
    isThing: target.kind === 'thing',
    bare: isBare(target),
    held: target.kind === 'thing' && target.named?.isHeld === true,
    lost: part?.named !== undefined,
    specific: row.objects !== undefined,
    lasting: row.isLasting === true,
    owned: row.gets === true && shunned.length > 0,
    known: helpers.people.holder !== undefined,
    home: helpers.site !== undefined || where !== undefined,
    atHome: helpers.isHome,
    away: helpers.isTargetAway,
  }
  return {
    ...Object.fromEntries(Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [[flag, 'yes']] : []))),
    ...(helpers.site && { house: withThe(helpers.site.name) }),
    spotRole: receiver ? (where ? 'site' : 'far') : helpers.spot,
  }
}

// Neither a person nor a thing that can be pointed at.
function isBare({ kind }: TaskTarget): boolean {
  return kind === 'none' || kind === 'place'
}

function aliasesOf(name: string, text: string, more: readonly string[] = []): string[] {
  const last = text.split(' ').at(-1)!
  // "Bucket and brush", "bottle of medicine".
  const first = text.split(/ (?:and|of|with) /)[0]!
  return [...new Set([text, last, singularOf(last), first, first.split(' ').at(-1)!, ...more])].filter(
    (each) => each !== '' && each !== name && !each.includes(','),
  )
}

/** The task in whole words: as the premise has it, and, for what cannot be pointed at, in short. */
function wholeVerbs(
  task: string,
  { verbs, phrase: { object, rest }, isBare: isShort }: { verbs: string[]; phrase: VerbPhrase; isBare: boolean },
): string[] {
  const named = object ? [object.text, object.head].flatMap((each) => [`the ${each}`, each, `your ${each}`]) : []
  const short = isShort ? verbs.flatMap((verb) => [...named.map((each) => `${verb} ${each}`), verb]) : []
  // "Delete the file" is the act with its thing.
  const whole = !isShort && rest === '' ? [] : [task.replaceAll(',', '')]
  return [...new Set([...whole, ...short, ...undertakings.doing].map((each) => each.toLowerCase()))]
}
