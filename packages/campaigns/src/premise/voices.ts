import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { Person, Topic, World } from '@narratoria/world'
import { attachmentsOf } from './attachments.ts'
import type { Clause } from './clauses.ts'
import { isSaid } from './conditions.ts'
import { capitalize, type Furniture, withThe } from './furnish.ts'
import { keepSecrets } from './keep-secrets.ts'
import { knowledgeOf } from './known.ts'
import { enumerationsIn, mentionsIn } from './mentions.ts'
import { namedIn } from './named-in.ts'
import type { Named, Premise } from './premise.ts'
import type { Perspective } from './retell.ts'
import type { Secret } from './secrets.ts'
import { type Speaker, speakerOf } from './speaker.ts'
import { answersOf, type Statement, statementsOf } from './statements.ts'
import { keywordsOf, type Subject, subjectsOf, wordsOfName } from './subjects.ts'
import { isOfTask } from './clues-of.ts'
import { talkOf } from './talk-topics.ts'

/** The maximum number of subjects outside the plot that are offered as questions. */
const mostListed = 6

/**
 * Gives each person of a world a voice of their own: how they greet and how they say that they do not know, and what they say about
 * everything that the premise names, of which they know what it says. No two people say the same sentence. What a plot lets them
 * answer comes first.
 */
export function giveVoices<T extends Pick<World, 'people' | 'things' | 'facts' | 'rules' | 'state'>>(
  world: T,
  furniture: Furniture,
): T {
  const { premise, random, choose } = furniture
  const { all, clauses, secrets, perspective } = knowledgeOf(premise)
  const subjects = subjectsOf(premise, world)
  const order = Object.entries(premiseContent.voices)
    .map(([name, lines]) => ({ name, lines, at: random() }))
    .toSorted((a, b) => a.at - b.at)
  const people = Object.entries(world.people).filter(([, { topics }]) => topics !== undefined)
  const free = [...order]
  const speakers = people.map(([id, person]) => {
    const manner = mannerOf(person, premise, perspective)
    if (free.length === 0) free.push(...order)
    // Only who is in office speaks as one who is.
    const fit = free.findIndex(({ name }) => (name === 'formal') === (manner === 'formal'))
    const [voice] = free.splice(Math.max(0, fit), 1)
    return speakerOf(premise, { id, person, manner, lines: voice!.lines })
  })
  const voicing = {
    world,
    premise,
    clauses,
    subjects,
    secrets,
    perspective,
    all,
    fellows: fellowsIn(all, premise.people),
    tellers: tellersOf(speakers, { clauses, secrets, perspective }),
  }
  const spoken = speakers.map((speaker) => [speaker.id, voiced(speaker, { ...voicing, choose })] as const)
  return keepSecrets(
    { ...world, people: { ...world.people, ...Object.fromEntries(spoken) } },
    { secrets, speakers, perspective },
  )
}

/** How a person speaks to the player: as family does, as one in office, or as anybody. */
function mannerOf({ name }: Person, { people, player }: Premise, { kinships }: Perspective): Speaker['manner'] {
  const named = people.find((each) => each.name === name)
  const called = `${name} ${named?.role ?? ''}`
  const isKin =
    isSaid('kinName', name) ||
    (named?.role?.startsWith('your ') === true && isSaid('relative', named.role)) ||
    kinships.some(
      ({ owner, relative }) =>
        player !== undefined && [owner.name, relative.name].toSorted().join() === [player.name, name].toSorted().join(),
    )
  if (isKin) return 'kin'
  return isSaid('formal', called) ? 'formal' : 'plain'
}

function greetingOf({ manner, person }: Speaker, role: string | undefined, choose: (key: string) => string): string {
  const values = { person: person.name, ...(role !== undefined && { role }) }
  return fillSentence(namedIn(choose(`greeting.${role === undefined ? manner : 'role'}`), { values }), values)
}

interface Voicing {
  world: Pick<World, 'people' | 'things'>
  premise: Premise
  /** What people may say. */
  clauses: readonly Clause[]
  /** With what says only what the player is. */
  all: readonly Clause[]
  subjects: readonly Subject[]
  secrets: readonly Secret[]
  perspective: Perspective
  fellows: readonly (readonly Named[])[]
  /** Id of the one who says each clause. */
  tellers: ReadonlyMap<Clause, string>
}

function voiced(speaker: Speaker, { choose, ...voicing }: Voicing & Pick<Furniture, 'choose'>): Person {
  const { person, named, say } = speaker
  const { premise } = voicing
  const role = premise.self ?? premise.player?.name
  const isKnown = role !== undefined && !/^\p{Lu}/u.test(role)
  const statements = statementsOf(named, voicing)
  return {
    ...person,
    greeting: greetingOf(speaker, isKnown && speaker.manner !== 'kin' ? role : undefined, choose),
    unknown: Array.from({ length: [premiseContent.voices['blunt']!['unknown']!].flat().length }, () => say('unknown')),
    topics: {
      ...person.topics,
      ...topicsOf(speaker, { ...voicing, statements }),
      ...talkOf(speaker, { ...voicing, statements, ...knownOf(speaker, voicing) }),
    },
    ...(named && { replies: { ...attachmentsOf(speaker, voicing), ...person.replies } }),
  }
}

function knownOf(
  { named }: Speaker,
  { subjects, secrets, perspective: { kinships } }: Voicing,
): { names: ReadonlySet<string>; isSolved: boolean; kin?: string } {
  const kinship = kinships.find(({ relative, owner }) => relative === named && owner.isPlural !== true)
  return {
    names: new Set(subjects.flatMap((each) => wordsOfName(each.named))),
    isSolved: secrets.some(({ isUnknown }) => isUnknown),
    ...(kinship && { kin: `${kinship.owner.name}’s ${kinship.word}` }),
  }
}

type Speaking = Voicing & { statements: readonly Statement[] }

/** What a speaker says about each thing, person and place. What the plot lets them say about it comes before. */
function topicsOf(
  speaker: Speaker,
  { subjects, premise, world, statements: all, fellows, tellers }: Speaking,
): Record<string, Topic> {
  const { person, named, say } = speaker
  const others = subjects.filter(({ named: { name } }) => name !== person.name && name !== named?.name)
  const offered = new Set<Clause>()
  const further = String(premiseContent.phrases['topic.besides'])
  return Object.fromEntries(
    others.flatMap(({ named: other, kind }): [string, Topic][] => {
      const values = { topic: other.name, ...whenOf(other, premise), form: other.isPlural ? 'things' : 'it' }
      const isFellow =
        kind === 'person' && fellows.some((each) => named && each.includes(named) && each.includes(other))
      const fellow = isFellow ? [say('fellow', values)] : []
      const opinions = [...fellow, say(hasOwnLine(other, kind) ? kind : 'more', values)]
      const about = all.filter(({ clause }) => clause.about.includes(other))
      // Of a person they say what they may, of a thing what they did with it.
      const statements =
        kind === 'person'
          ? about.filter(({ secret, clause }) => secret === undefined || isSaid('loved', clause.text))
          : about
      const own = statements.find(({ isAbout }) => isAbout)
      const known = own ?? statements.find(({ clause }) => clause.subject === other) ?? statements[0]
      const answers = answersOf(speaker, known ? [known] : [], known ? { after: fellow } : { before: opinions })
      const id = withThe(other.name)
      const before = person.topics?.[id]
      const keywords = keywordsOf(other, subjects)
      const more = placeOfMissing(speaker, { named: other, kind }, values)
      const given = givenBy(speaker, world.things, values)
      // What the plot lets them say only later does not keep them from saying what else they know.
      const later = given ? undefined : before?.when
      if (later !== undefined)
        more.push([`${id} ${further}`, { keywords, ...answers, when: { not: later }, unlisted: true }])
      if (before || given)
        return [
          ...more,
          [
            id,
            {
              choice: askAbout(person, other.name),
              ...joined(before, { keywords, answers, given, id, speaker }),
            },
          ],
        ]
      // What they have said already, or another can say better, is answered but not offered.
      const isListed =
        known !== undefined &&
        offered.size < mostListed &&
        !offered.has(known.clause) &&
        tellers.get(known.clause) === speaker.id &&
        !isOfTask(known.clause.text, premise) &&
        !isTold(person, known)
      if (isListed) offered.add(known.clause)
      return [
        [id, { keywords, ...answers, ...(isListed ? { choice: askAbout(person, other.name) } : { unlisted: true }) }],
        ...more,
      ]
    }),
  )
}

/** Who says each clause: one whose act it is, or else whom it is about, or else the first who is of the premise. */
function tellersOf(
  speakers: readonly Speaker[],
  knowledge: Parameters<typeof statementsOf>[1],
): ReadonlyMap<Clause, string> {
  const best = new Map<Clause, { id: string; rank: number }>()
  for (const { id, named } of speakers)
    for (const { clause, isOwn, isAbout } of statementsOf(named, knowledge)) {
      const rank = isOwn ? 3 : isAbout ? 2 : named ? 1 : 0
      if (rank > (best.get(clause)?.rank ?? -1)) best.set(clause, { id, rank })
    }
  return new Map([...best].map(([clause, { id }]) => [clause, id]))
}

// What the plot has them say already.
function isTold({ topics = {} }: Person, { said }: Statement): boolean {
  const words = said.toLowerCase()
  return Object.values(topics).some(({ answer }) => [answer].flat().join(' ').toLowerCase().includes(words))
}

// Who can be asked about it themselves, and who is dead, gone or due, or what is missing.
function hasOwnLine({ isAnimal, isAsleep }: Named, kind: Subject['kind']): boolean {
  if (kind === 'person') return isAnimal !== true && isAsleep !== true
  return kind === 'dead' || kind === 'gone' || kind === 'due' || kind === 'missing'
}

/** Those whom a clause enumerates together: they are in it together. */
function fellowsIn(clauses: readonly Clause[], people: readonly Named[]): Named[][] {
  return clauses.flatMap(({ text }) =>
    enumerationsIn(text, mentionsIn(text, people)).map(({ mentions }) => mentions.map(({ named }) => named)),
  )
}

interface Added {
  keywords: readonly string[]
  answers: ReturnType<typeof answersOf>
  given: Pick<Topic, 'answer' | 'then'> | undefined
  id: string
  speaker: Speaker
}

/** A topic of the plot, with the further answers and effects of the person added to it. Of a secret of theirs they speak at the second question. */
function joined(before: Topic | undefined, { keywords, answers, given, id, speaker }: Added): Topic {
  const all = { ...before, keywords: [...new Set([...(before?.keywords ?? []), ...keywords])] }
  const [first] = [answers.answer].flat()
  if (!given) {
    const evasions = answers.lie === undefined ? undefined : [answers.lie].flat()
    const isEvaded = evasions && before?.then === undefined && before?.lie === undefined
    return {
      ...all,
      answer: [before?.answer ?? [], (evasions ? evasions.at(-1) : first) ?? []].flat(),
      ...(isEvaded && { lie: evasions[0]!, lieWhen: { not: { talked: [speaker.id, id] } } }),
    }
  }
  const answer = [given.answer, before?.answer ?? []].flat()
  return { ...all, answer: answer.slice(0, 2).join('\n\n'), then: [...(before?.then ?? []), ...(given.then ?? [])] }
}

// What the premise says that they have is given to who asks for it.
function givenBy(
  { id, say }: Speaker,
  things: World['things'],
  values: Record<string, string>,
): Pick<Topic, 'answer' | 'then'> | undefined {
  const held = Object.entries(things).find(([, { name, at }]) => name === values['topic'] && at === id)?.[0]
  return held === undefined ? undefined : { answer: say('gives', values), then: [{ move: [held, 'player'] }] }
}

function askAbout(person: Person, topic: string): string {
  return fillSentence(namedIn(String(premiseContent.phrases['ask']), { values: { person: person.name, topic } }), {})
}

/** Where something is that is missing, and when a person comes. */
function placeOfMissing(
  { person, say }: Speaker,
  { named, kind }: Subject,
  values: Record<string, string>,
): [string, Topic][] {
  if (kind !== 'missing' && kind !== 'due') return []
  const word = kind === 'missing' ? 'where' : 'when'
  const fill = (key: string) =>
    fillSentence(
      namedIn(String(premiseContent.phrases[key]), {
        values: { ...values, person: person.name },
        pronounOf: () => values['form'] ?? 'it',
      }),
      {},
    )
  return [
    [
      fill(`topic.${word}`),
      {
        keywords: [
          ...wordsOfName(named).map((each) => `${word} ${each}`),
          ...[premiseContent.phrases[`topic.${word}.words`] ?? []].flat(),
        ],
        answer: say(word, values),
        unlisted: true,
      },
    ],
  ]
}

function whenOf({ isDue }: Named, { time }: Premise): Record<string, string> {
  if (isDue !== true) return {}
  const soon = String(premiseContent.phrases['soon'])
  const when =
    time === undefined
      ? soon
      : /^(?:tomorrow|tonight)/.test(time)
        ? time
        : `${String(premiseContent.phrases['at'])} ${time}`
  return { when, When: capitalize(when) }
}
