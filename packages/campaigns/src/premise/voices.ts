import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { Person, Topic, World } from '@narratoria/world'
import { type Clause, clausesOf } from './clauses.ts'
import { inFirstPerson, isOf } from './first-person.ts'
import { capitalize, type Furniture, withThe } from './furnish.ts'
import { namedIn } from './named-in.ts'
import { nearestOf } from './nearest.ts'
import { nounPhrasesIn } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { isSaid } from './conditions.ts'
import { reasonOf } from './reasons.ts'
import { isWord } from './words.ts'

/** Who speaks, with the lines of their voice. */
interface Speaker {
  id: string
  person: Person
  /** As the premise names them; people of the genre have no such name. */
  named?: Named
  say: (key: string, more?: Record<string, string>) => string
}

/** The maximum number of subjects outside the plot that are offered as questions. */
const mostListed = 6

/** A subject that the player can ask every person about. */
interface Subject {
  named: Named
  kind: 'person' | 'dead' | 'gone' | 'due' | 'group' | 'thing' | 'missing' | 'place' | 'matter'
}

/**
 * Gives each person of a world a voice of their own: how they greet and how they say that they do not know, and what they say about
 * everything that the premise names, of which they know what it says. No two people say the same sentence. What a plot lets them
 * answer comes first.
 */
export function giveVoices<T extends Pick<World, 'people' | 'things'>>(world: T, furniture: Furniture): T {
  const { premise, random } = furniture
  // What the player alone has found or been given is not known to others.
  const clauses = clausesOf(premise).filter(({ isSelf, text }) => !isSelf && !isSaid('private', text))
  const subjects = subjectsOf(premise, world)
  const order = Object.values(premiseContent.voices)
    .map((lines) => ({ lines, at: random() }))
    .toSorted((a, b) => a.at - b.at)
  const people = Object.entries(world.people).filter(([, { topics }]) => topics !== undefined)
  const spoken = people.map(([id, person], index) => {
    const speaker = speakerOf(furniture, { id, person, lines: order[index % order.length]!.lines })
    return [id, voiced(speaker, { world, premise, clauses, subjects })] as const
  })
  return { ...world, people: { ...world.people, ...Object.fromEntries(spoken) } }
}

function speakerOf(
  { premise }: Furniture,
  { id, person, lines }: { id: string; person: Person; lines: Record<string, string | string[]> },
): Speaker {
  const named = premise.people.find((each) => each.name === person.name || nearestOf(each) === person.name)
  const used = new Map<string, number>()
  return {
    id,
    person,
    ...(named && { named }),
    say: (key, more = {}) => {
      const all = [lines[key] ?? []].flat()
      const at = used.get(key) ?? 0
      used.set(key, at + 1)
      const values: Record<string, string> = { person: person.name, ...more }
      const line = namedIn(all[at % all.length] ?? '', { values, pronounOf: () => more['form'] ?? 'it' })
      return fillSentence(line.replace('{Clause}', capitalize(more['clause'] ?? '')), values)
    },
  }
}

interface Voicing {
  world: Pick<World, 'people' | 'things'>
  premise: Premise
  clauses: readonly Clause[]
  subjects: readonly Subject[]
}

function voiced(speaker: Speaker, voicing: Voicing): Person {
  const { person, say } = speaker
  const { premise } = voicing
  const role = premise.self ?? premise.player?.name
  const isKnown = role !== undefined && !/^\p{Lu}/u.test(role)
  return {
    ...person,
    greeting: isKnown ? say('greetingRole', { role }) : say('greeting'),
    unknown: Array.from({ length: [premiseContent.voices['blunt']!['unknown']!].flat().length }, () => say('unknown')),
    topics: { ...person.topics, ...topicsOf(speaker, voicing), ...talkOf(speaker, voicing) },
  }
}

/** What a speaker says about each thing, person and place. What the plot lets them say about it comes before. */
function topicsOf(speaker: Speaker, { clauses, subjects, premise, world }: Voicing): Record<string, Topic> {
  const { person, named, say } = speaker
  const others = subjects.filter(({ named: { name } }) => name !== person.name && name !== named?.name)
  const listed = new Set(others.slice(0, mostListed).map((each) => each.named))
  return Object.fromEntries(
    others.flatMap(({ named: other, kind }): [string, Topic][] => {
      const values = { topic: other.name, ...whenOf(other, premise), form: other.isPlural ? 'things' : 'it' }
      const opinion = say(kind, values)
      const statements = clauses.filter(({ about }) => about.includes(other))
      const own = named && statements.find((each) => each.about.includes(named))
      const known = own ?? statements.find(({ subject }) => subject === other) ?? statements[0]
      const line = known && sayClause(speaker, known)
      const answers = own ? [line!, opinion] : [opinion, ...(line === undefined ? [] : [line])]
      const id = withThe(other.name)
      const before = person.topics?.[id]
      const keywords = keywordsOf(other, subjects)
      const more = placeOfMissing(speaker, { named: other, kind }, values)
      const given = givenBy(speaker, world.things, values)
      if (before || given)
        return [
          ...more,
          [id, { choice: askAbout(person, other.name), ...joined(before, { keywords, answers, given }) }],
        ]
      const isListed = listed.has(other)
      return [
        [
          id,
          { keywords, answer: answers, ...(isListed ? { choice: askAbout(person, other.name) } : { unlisted: true }) },
        ],
        ...more,
      ]
    }),
  )
}

interface Added {
  keywords: readonly string[]
  answers: readonly string[]
  given: Pick<Topic, 'answer' | 'then'> | undefined
}

/** A topic of the plot, with the further answers and effects of the person added to it. */
function joined(before: Topic | undefined, { keywords, answers, given }: Added): Topic {
  const all = { ...before, keywords: [...new Set([...(before?.keywords ?? []), ...keywords])] }
  if (!given) return { ...all, answer: [before?.answer ?? [], answers[0] ?? []].flat() }
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

/** A clause of the premise in the words of a speaker; a denial, if the speaker is the suspect of the clause. */
function sayClause({ named, say }: Speaker, clause: Clause): string {
  if (named === undefined || !clause.about.includes(named)) return say('know', { clause: clause.text })
  const isSubject = isOf(clause, named)
  if (isSaid(isSubject ? 'looking' : 'suspicious', clause.text)) return say('deny')
  return say(isSubject ? 'own' : 'know', { clause: inFirstPerson(clause, named) })
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

/** Further questions for a speaker: what happened, why, who did it, what they want, how they know and who they are. */
function talkOf(speaker: Speaker, voicing: Voicing): Record<string, Topic> {
  const { person, named, say } = speaker
  const { premise, clauses } = voicing
  const main = clauses.find(({ about }) => about.includes(premise.subject)) ?? clauses[0]
  const own = named && clauses.find((clause) => isOf(clause, named))
  const wish = named && clauses.find((clause) => isOf(clause, named) && isSaid('wishing', clause.text))
  const suspect = suspectOf(speaker, voicing)
  const subject = premise.subject === named ? String(premiseContent.phrases['matterName']) : premise.subject.name
  const words = [...new Set(clauses.flatMap(({ text }) => wordsIn(text)))]
  const counted = clauses.filter(({ text }) => isSaid('counted', text)).slice(0, 1)
  const role = named?.role?.replace(/^your /, '')
  const inPlot = new Set(Object.entries(person.topics ?? {}).flatMap(([id, { keywords = [] }]) => [id, ...keywords]))
  const add = (id: string, answer: string | string[], more: readonly string[] = []) => {
    const keywords = [premiseContent.phrases[`topic.${id}.words`] ?? []].flat()
    // What the plot lets them say about it is better.
    if (keywords.some((word) => inPlot.has(word))) return []
    const name = String(premiseContent.phrases[`topic.${id}`])
    return [[name, { keywords: [...keywords, ...more], answer, unlisted: true }]] as [string, Topic][]
  }
  const reason = own && (isSaid('looking', own.text) ? 'deny' : reasonOf(own.text))
  const ownWords = named === undefined ? [] : wordsOfName(named)
  return Object.fromEntries([
    ...(main
      ? add(
          'happened',
          say('happened', { clause: named && main.about.includes(named) ? inFirstPerson(main, named) : main.text }),
        )
      : []),
    ...add(
      'why',
      [...(reason === undefined ? [] : [say(reason)]), say('why')],
      words.map((word) => `${word} why`),
    ),
    ...add('who', suspect === undefined ? say('whoNone') : say('who', { suspect })),
    ...clauses.flatMap((clause, index) => saidIn(speaker, clause, { index, subjects: voicing.subjects })),
    ...add('alibi', say('alibi')),
    ...counted.flatMap((clause) =>
      add(
        'number',
        sayClause(speaker, clause),
        wordsIn(clause.text).flatMap((word) => [`how many ${word}`, `how much ${word}`, `how long ${word}`]),
      ),
    ),
    ...add('wants', wish ? [sayClause(speaker, wish), say('wants', { subject })] : say('wants', { subject })),
    ...add('sure', say('sure')),
    ...add('player', say('player')),
    ...add(
      'self',
      [
        ...(role === undefined ? [say('selfPlain')] : [say('self', { role })]),
        ...(own ? [sayClause(speaker, own)] : []),
      ],
      ownWords,
    ),
  ])
}

// The nouns of a clause that name no person or thing of the world: a voice, honour.
function saidIn(
  speaker: Speaker,
  clause: Clause,
  { index, subjects }: { index: number; subjects: readonly Subject[] },
): [string, Topic][] {
  const known = new Set(subjects.flatMap(({ named }) => wordsOfName(named)))
  const keywords = nounPhrasesIn(clause.text).flatMap(({ head }) => {
    const word = head.toLowerCase()
    return word.length > 3 && !known.has(word) && !isSaid('dayName', word) ? [word] : []
  })
  if (keywords.length === 0) return []
  return [
    [
      `${String(premiseContent.phrases['topic.said'])} ${index + 1}`,
      { keywords, answer: sayClause(speaker, clause), unlisted: true },
    ],
  ]
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
}

/** Whom a speaker suspects: whom the premise says that they do, or else another person, by chance. */
function suspectOf({ id, named }: Speaker, { clauses, premise, world }: Voicing): string | undefined {
  const accusing = named && clauses.find((clause) => isOf(clause, named) && isSaid('accusing', clause.text))
  const accused = accusing?.about.find((each) => each !== named && premise.people.includes(each))
  if (accused) return accused.name
  const suspicious = clauses.find(({ text, subject }) => subject !== named && isSaid('suspicious', text))?.subject
  if (suspicious && premise.people.includes(suspicious)) return suspicious.name
  const others = Object.entries(world.people).filter(
    ([other, { topics, at }]) => other !== id && topics !== undefined && at !== 'nowhere',
  )
  return others[id.length % Math.max(1, others.length)]?.[1].name
}

function subjectsOf(premise: Premise, world: Pick<World, 'people' | 'things'>): Subject[] {
  const { people, absent, things, places, regions, locked } = premise
  const genre = Object.values(world.people)
    .filter(
      ({ name, aliases = [], topics }) =>
        topics !== undefined && ![...people, ...absent].some((each) => [name, ...aliases].includes(each.name)),
    )
    .map(({ name, aliases = [], pronoun = 'they' }): Named => ({ name, aliases, pronoun }))
  const all: Subject[] = [
    ...absent.map((named): Subject => ({
      named,
      kind: named.isDead ? 'dead' : named.isMissing ? 'gone' : named.isPlural ? 'group' : 'matter',
    })),
    ...[...people, ...genre].map((named): Subject => ({
      named,
      kind: named.isDue ? 'due' : named.isPlural ? 'group' : 'person',
    })),
    ...things.map((named): Subject => ({ named, kind: named.isMissing ? 'missing' : 'thing' })),
    ...[...places, ...(locked ? [locked] : []), ...regions].map((named): Subject => ({ named, kind: 'place' })),
    ...premise.matters.map((named): Subject => ({ named, kind: 'matter' })),
  ]
  return all.filter(({ named }, index) => all.findIndex((each) => each.named.name === named.name) === index)
}

/** The name and its words that nothing else is called by. */
function keywordsOf(named: Named, subjects: readonly Subject[]): string[] {
  const own = wordsOfName(named).filter(
    (word) => !subjects.some((each) => each.named !== named && each.named.name.toLowerCase() === word),
  )
  return [...new Set([named.name, ...named.aliases, ...own])]
}

function wordsOfName({ name, role = '' }: Named): string[] {
  return `${name} ${role}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter(
      (word) =>
        word.length > 2 &&
        !/^(?:the|your|our|his|her|their|its|old|new|and|last)$/.test(word) &&
        !isWord('title', word),
    )
}
