import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import { isSaid, patternOf } from './conditions.ts'
import { capitalize, withA } from './furnish.ts'
import { withYou } from './infinitive.ts'
import type { Named, Premise } from './premise.ts'
import { secondPerson } from './second-person.ts'
import { anyFaultOf, anyTaskOf, hinderedTaskOf, openAimOf, wantedOf } from './any-task.ts'
import { faultOf, taskOf } from './tasks.ts'
import { inLowerCase, isWord } from './words.ts'

/** What a premise itself says must be done, with the plot that carries it. */
export interface Need {
  /** The key of the plot. */
  plot: string
  /** People of the premise, by the role that they play. */
  people: Record<string, Named>
  /** Places of the premise, by their role. */
  places: Record<string, Named>
  /** The place that it begins in, if it is not the first. */
  start?: Named
  /** What sentences of the plot are filled with. */
  values: Record<string, string>
  /** Names of things of the premise that the plot itself has. */
  things: string[]
  /** Names of people who must not know of it, or from whom something is got. */
  shunned?: string[]
  /** Whether another plot that the premise speaks for comes before it. */
  isYielding?: boolean
}

/** What of a premise a need is read from. */
export type Read = Pick<
  Premise,
  | 'text'
  | 'people'
  | 'absent'
  | 'places'
  | 'regions'
  | 'things'
  | 'matters'
  | 'player'
  | 'subject'
  | 'time'
  | 'isConfined'
>

/**
 * The need of a premise: to keep or reveal a secret, to make a thing or act upon one, to bring a person to a place or free one, or else what
 * a person wants in it, or what it asks or leaves open.
 */
export function needOf(read: Read, question?: string): Need {
  const need =
    promiseOf(read) ??
    confessionOf(read) ??
    hinderedTaskOf(read) ??
    taskOf(read) ??
    escortOf(read) ??
    rescueOf(read) ??
    anyTaskOf(read) ??
    wantedOf(read) ??
    faultOf(read) ??
    anyFaultOf(read) ??
    openAimOf(read, question)
  return withDeadline(need, read)
}

/** A need with what says until when, as the premise does. */
export function withDeadline(need: Need, read: Read): Need {
  const { task = '', until } = need.values
  const { inTime, inTimeOpen, deadlineOpen, deadlineLasting } = premiseContent.phrases
  const isLasting = need.values['lasting'] === 'yes'
  // What is kept up is kept up until then, not before.
  const { time: _, ...timeless } = read
  // "Tonight" says when it is, and not until when.
  const dated = need.plot === 'aim' ? timeless : read
  const deadline = isLasting ? (until ?? String(deadlineLasting)) : deadlineOf(dated, until)
  const isOpen = isLasting || deadline.includes(String(deadlineOpen))
  const done = fillSentence(String(isOpen ? inTimeOpen : inTime), { deadline })
  // A task may itself say until when.
  const isTimed = !(isOpen || isLasting || task.endsWith(deadline))
  // "Find out why she sings within an hour" would be about the song.
  const { deadlineAsked } = premiseContent.phrases
  const by = isTimed
    ? need.values['asked'] === 'yes' && need.values['open'] !== 'yes'
      ? fillSentence(String(deadlineAsked), { deadline })
      : ` ${deadline}`
    : ''
  return {
    ...need,
    values: { ...need.values, Task: capitalize(task), deadline, by, inTime: done, ...(isTimed && { timed: 'yes' }) },
  }
}

// "She has begged me to keep quiet."
function promiseOf({ text, people, things }: Read): Need | undefined {
  const said = patternOf('need.promise').exec(text)
  if (!said) return undefined
  const able = people.filter(({ isAnimal }) => !isAnimal)
  const confidant = lastBefore(able, text.slice(0, said.index))
  const others = able.filter((each) => each !== confidant)
  const wronged =
    others.find((each) => said.groups!['wronged'] !== undefined && isNamedIn(each, said.groups!['wronged'])) ??
    others[0]
  if (!confidant || !wronged) return undefined
  const before = text
    .slice(0, said.index)
    .split(/[.!?;]\s/)
    .at(-1)!
  const deeds = wordsOfDeed(said.groups!['secret'] ?? before, people)
  const words = deeds.flatMap((deed) => [
    deed,
    ...[confidant.name, ...confidant.aliases].map((name) => `${name} ${deed}`),
  ])
  const proof = things.find(({ fate, isMissing }) => fate !== undefined || isMissing)
  const name = proof?.name ?? String(premiseContent.phrases['proof'])
  return {
    plot: 'promise',
    people: { confidant, wronged },
    places: {},
    things: proof ? [proof.name] : [],
    values: {
      deeds: words.join(', '),
      proof: name,
      proofs: proof?.isPlural ? name : withA(name),
      proofAlias: proof?.aliases.at(-1) ?? name.split(' ').at(-1)!,
    },
  }
}

// Names and common words do not describe the act.
function wordsOfDeed(clause: string, people: readonly Named[]): string[] {
  const names = people.flatMap(({ name, aliases, role = '' }) =>
    `${name} ${aliases.join(' ')} ${role}`.toLowerCase().split(' '),
  )
  return (clause.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter(
    (word) => !names.includes(word) && !isSaid('deedless', word) && (isSaid('deedVerb', word) || word.endsWith('ed')),
  )
}

// The words that say what a clause is about, together: "crashed car".
function contentOf(clause: string): string {
  const words = clause.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return words.filter((word) => !isSaid('function', word)).join(' ')
}

// "Has loved Elise for ten years and never said so", "I must own up to the boss".
function confessionOf({ text, people, player }: Read): Need | undefined {
  const isOwn = player !== undefined || /\b(?:I|we|you)\b/i.test(text)
  const owning = patternOf('need.owning').exec(text)
  const said = patternOf('need.untold').exec(text) ?? patternOf('need.telling').exec(text) ?? owning
  if (!said || !isOwn) return undefined
  const { who = '' } = said.groups!
  const whole = said.groups!['that'] ?? (said === owning ? patternOf('ownDeed').exec(text)?.[0] : undefined)
  const [that, until] = whole?.split(/,? (?=(?:before|until|by) )/) ?? []
  const able = people.filter(({ isAnimal, isPlural }) => !isAnimal && !isPlural)
  const judged = patternOf('judging').exec(text)
  const beloved =
    able.find((each) => isNamedIn(each, who)) ??
    (judged && said === owning ? lastBefore(able, text.slice(0, judged.index)) : undefined) ??
    lastBefore(able, text.slice(0, said.index + said[0].length))
  if (!beloved) return undefined
  const blamed = able.find((each) => each !== beloved && isNamedIn(each, judged?.groups!['whom'] ?? ''))
  const isLove = isSaid('inLove', text)
  const isGuilt = said === owning || (!isLove && isSaid('ownDeed', that?.replace(/^(?:he|she|they)\b/, 'I') ?? ''))
  const them = beloved.pronoun === 'she' ? 'her' : beloved.pronoun === 'he' ? 'him' : 'them'
  const known = that === undefined ? undefined : `that ${inLowerCase(addressed(that, player))}`
  const key = known !== undefined ? 'untoldThat' : isGuilt ? 'untoldGuilt' : isLove ? 'untoldLove' : 'untold'
  const task = fillSentence(String(premiseContent.phrases[key]), { them, that: known ?? '' })
  return {
    plot: 'confession',
    people: { beloved },
    places: {},
    things: [],
    values: {
      untold: task,
      ...(until !== undefined && { until: secondPerson(until) }),
      ...(isGuilt && { guilt: 'yes' }),
      ...(blamed && { blamed: blamed.name, spared: 'yes' }),
      deeds: [
        ...wordsOfDeed(that ?? '', people),
        contentOf(that ?? ''),
        that?.replace(/^\p{L}+ /u, '') ?? '',
        ...(isLove ? ['love', 'love you', 'loved', 'marry'] : []),
        ...(isGuilt ? [premiseContent.phrases['guiltWords'] ?? []].flat() : []),
      ].join(', '),
    },
  }
}

// "That she loves him", said of the player: that you love him.
function addressed(that: string, player: Named | undefined): string {
  const [, subject = ''] = /^(he|she|they)\b/.exec(that) ?? []
  if (player === undefined || subject === '') return secondPerson(that)
  const own: Record<string, RegExp> = { he: /\bhis\b/g, she: /\bher\b/g, they: /\btheir\b/g }
  return that
    .replace(/^\p{L}+ (\p{L}+)/u, (_, verb: string) => `you ${withYou(verb)}`)
    .replaceAll(new RegExp(`\\b${subject}\\b`, 'g'), 'you')
    .replaceAll(own[subject]!, 'your')
}

// "We have to get the radio operator Whitaker across before dawn."
function escortOf({ text, people, places }: Read): Need | undefined {
  const said = patternOf('need.escort').exec(text)
  if (!said) return undefined
  const { who = '', way = '', where } = said.groups!
  const charge = people.find((each) => !each.isPlural && !each.isAnimal && isNamedIn(each, who))
  if (!charge) return undefined
  const isCrossing = /^(?:across|past|over|through)$/.test(way)
  const there = where === undefined ? undefined : people.find((each) => each !== charge && isNamedIn(each, where))
  const guard = people.find((each) => each.isGuard && each !== charge) ?? (isCrossing ? there : undefined)
  // "Out of the hospital": that is where it begins.
  const isOut = /^(?:out of|away)$/.test(way)
  const goal = places.find(({ name }) => where?.includes(name))
  const passage = where?.replace(/^(?:the|an?) /, '')
  const own =
    passage !== undefined && isSaid('crossing', passage)
      ? { name: passage, aliases: [passage.split(' ').at(-1)!] }
      : undefined
  const crossing = isCrossing ? (goal ?? own ?? places.find(({ name }) => isSaid('crossing', name))) : undefined
  const verb = /\p{L}+$/u.exec(said.groups!['verb'] ?? '')?.[0] ?? 'get'
  const goes = where ?? (crossing && isCrossing ? `the ${crossing.name}` : '')
  return {
    plot: 'escort',
    people: { charge, ...(guard && { guard }), ...(!isCrossing && !isOut && there && { goal: there }) },
    places: { ...(crossing && { site: crossing }), ...(!isCrossing && !isOut && goal && { beyond: goal }) },
    things: [],
    ...(isOut && goal && { start: goal }),
    values: {
      task: inLowerCase(secondPerson(`${verb} ${who} ${way} ${goes}`).trim()),
      guards: (guard ? [guard.name, ...guard.aliases] : []).join(', '),
    },
  }
}

// "The vault door has slammed shut with the Kid inside."
function rescueOf({ people, isConfined }: Read): Need | undefined {
  const trapped = people.find(({ isTrapped, isAnimal }) => isTrapped && !isAnimal)
  return trapped && !isConfined
    ? { plot: 'rescue', people: { trapped }, places: {}, things: [], values: {} }
    : undefined
}

/** Until when, in the words of the premise: `before the tide turns`. */
function deadlineOf({ text, time, people }: Omit<Read, 'time'> & { time?: string }, until?: string): string {
  const said = patternOf('deadline')
    .exec(text)?.[0]
    .replace(/^until\b/i, 'before')
  const last = said?.split(' ').at(-1) ?? ''
  // "He stands before the altar."
  const isBy = said !== undefined && /^by /i.test(said) && people.some((each) => isNamedIn(each, said))
  const isTime = !isBy && !isWord('place', last) && !isWord('fixture', last)
  if (said !== undefined && isTime) return inLowerCase(secondPerson(said))
  if (until !== undefined) return until
  const span = patternOf('span').exec(text)?.[1]
  if (span !== undefined) return fillSentence(String(premiseContent.phrases['deadlineSpan']), { span })
  return fillSentence(String(premiseContent.phrases['deadline']), {
    time: time ?? String(premiseContent.phrases['deadlineOpen']),
  })
}

/** Whether a text names a person. */
export function isNamedIn({ name, aliases }: Named, words: string): boolean {
  const own = name.replace(/^your /, '')
  return [own, ...aliases.filter((alias) => alias.length > 3)].some(
    (each) => new Set(words.split(/[^\p{L}’'-]+/u)).has(each) || words.includes(own),
  )
}

function lastBefore(people: readonly Named[], text: string): Named | undefined {
  const at = ({ name, aliases }: Named) =>
    Math.max(...[name.replace(/^your /, ''), ...aliases].map((each) => text.lastIndexOf(each)))
  return people.filter((each) => at(each) >= 0).toSorted((a, b) => at(b) - at(a))[0]
}

/** The premise without what the plot of its need has itself, and with its time. */
export function forNeed(premise: Premise): Premise {
  const { need, people, places, things, time } = premise
  const first = need.start ? [need.start] : []
  const own = new Set(Object.values(need.places).map(({ name }) => name))
  const until = time ?? foundUntil(need.values['deadline'] ?? '')
  return {
    ...premise,
    places: [
      ...first,
      ...places.filter((each) => !own.has(each.name) && each !== need.start && !need.things.includes(each.name)),
    ],
    // The person who is to be reached is not there yet.
    people: people.filter((each) => each !== need.people['goal']),
    things: withLoad(things, need).filter(({ name }) => !need.things.includes(name)),
    ...(until !== undefined && { time: until }),
  }
}

// What is to be brought somewhere the player has.
function withLoad(things: readonly Named[], { values: { load } }: Need): Named[] {
  if (load === undefined) return [...things]
  const known = things.find(({ name }) => name === load) ?? { name: load, aliases: [load.split(' ').at(-1)!] }
  const { isMissing: _, ...rest } = known
  return [...things.filter((each) => each !== known), { ...rest, isHeld: true, isPortable: true }]
}

// "Before the full moon": by the full moon.
function foundUntil(deadline: string): string | undefined {
  return /^(?:before|by|until) (the (?:\w+ ){0,2}\w+)$/.exec(deadline)?.[1]
}
