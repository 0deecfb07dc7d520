import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { Topic, World } from '@narratoria/world'
import type { Clause } from './clauses.ts'
import { isSaid, patternOf } from './conditions.ts'
import { isOf } from './first-person.ts'
import { namedIn } from './named-in.ts'
import { nounPhrasesIn } from './noun-phrases.ts'
import { lookOf } from './people.ts'
import type { Premise } from './premise.ts'
import { reasonOf } from './reasons.ts'
import { wordsOfName } from './subjects.ts'
import { formsOf, verbsIn } from './verbs.ts'
import { singularOf } from './words.ts'
import type { Speaker } from './speaker.ts'
import { answersOf, isDeed, isHidden, type Statement } from './statements.ts'

/** What a speaker knows about the premise, for questions that name no part of it. */
export interface Knowing {
  world: Pick<World, 'people'>
  premise: Premise
  clauses: readonly Clause[]
  statements: readonly Statement[]
  /** Whether the premise says who did what is secret. */
  isSolved: boolean
  /** What the speaker is, by whose relative they are: `Otto's daughter`. */
  kin?: string
  /** Words that name a person, thing or place of the world. */
  names: ReadonlySet<string>
}

/** Further questions for a speaker: what happened, why, who did it, what they want, how they know and who they are. */
export function talkOf(speaker: Speaker, knowing: Knowing): Record<string, Topic> {
  const { person, named, say } = speaker
  const { premise, statements } = knowing
  const free = statements.filter(({ secret }) => secret === undefined)
  const main = free.find(({ clause }) => clause.about.includes(premise.subject)) ?? free[0]
  const own = statements.find(({ isOwn }) => isOwn)
  const wish = free.find(({ isOwn, clause }) => isOwn && isSaid('wishing', clause.text))
  const subject = premise.subject === named ? String(premiseContent.phrases['matterName']) : premise.subject.name
  const counted = free.find(({ clause }) => isSaid('counted', clause.text))
  // "The siblings Ruth and Daniel": one of them alone is not "siblings".
  const isOne = named?.role !== undefined && singularOf(named.role) === named.role
  const role = knowing.kin ?? (isOne ? named.role : undefined)
  const inPlot = new Set(Object.entries(person.topics ?? {}).flatMap(([id, { keywords = [] }]) => [id, ...keywords]))
  const add = (id: string, answer: Pick<Topic, 'answer' | 'lie' | 'lieWhen'>, more: readonly string[] = []) => {
    const keywords = [premiseContent.phrases[`topic.${id}.words`] ?? []].flat()
    // What the plot lets them say about it is better.
    if (keywords.some((word) => inPlot.has(word))) return []
    const name = String(premiseContent.phrases[`topic.${id}`])
    return [[name, { keywords: [...keywords, ...more], ...answer, unlisted: true }]] as [string, Topic][]
  }
  const isMachine = named !== undefined && lookOf(named) === 'machine'
  const self = role === undefined ? [] : [say('self', { role })]
  const ownOpen = own && own.secret === undefined ? [own] : free.filter(({ isAbout }) => isAbout).slice(0, 1)
  return Object.fromEntries([
    ...(main ? add('happened', { answer: say('happened', { clause: main.said }) }) : []),
    ...reasonsOf(speaker, knowing).flatMap(({ id, answer, keywords }) =>
      id === undefined ? add('why', answer) : ([[id, { ...answer, keywords, unlisted: true }]] as [string, Topic][]),
    ),
    ...add('who', whoOf(speaker, knowing)),
    ...statements.flatMap((statement, index) => saidIn(speaker, statement, { index, names: knowing.names })),
    ...add('alibi', {
      answer: isMachine
        ? fillSentence(namedIn(String(premiseContent.phrases['alibiMachine']), { values: { person: person.name } }), {})
        : say('alibi'),
    }),
    ...(counted
      ? add(
          'number',
          answersOf(speaker, [counted]),
          wordsIn(counted.clause.text).flatMap((word) => [`how many ${word}`, `how much ${word}`, `how long ${word}`]),
        )
      : []),
    ...add('wants', answersOf(speaker, wish ? [wish] : [], { after: [say('wants', { subject })] })),
    ...add('sure', { answer: say('sure') }),
    ...add('player', { answer: say('player') }, ownWords(premise)),
    ...add(
      'self',
      answersOf(speaker, ownOpen, role === undefined ? { after: [say('selfPlain')] } : { before: self }),
      named === undefined ? [] : wordsOfName(named),
    ),
  ])
}

// What the player is by the premise: "ask the pilot about the cook", by the cook.
function ownWords({ self, player, people }: Premise): string[] {
  const role = self ?? player?.name
  if (role === undefined) return []
  const head = role.split(' ').at(-1)!
  const isOther = people.some(({ name, role: other = '' }) => `${name} ${other}`.split(' ').includes(head))
  return isOther ? [role] : [...new Set([role, head])]
}

interface Reason {
  /** Without one, it is for a question that names nothing. */
  id?: string
  keywords: string[]
  answer: Pick<Topic, 'answer' | 'lie' | 'lieWhen'>
}

/** Why the speaker did what the premise says, and why others did. */
function reasonsOf(speaker: Speaker, { statements, premise }: Knowing): Reason[] {
  const own =
    statements.find(({ isOwn, secret }) => isOwn && secret !== undefined) ?? statements.find(({ isOwn }) => isOwn)
  const name = String(premiseContent.phrases['topic.why'])
  return [
    { keywords: [], answer: own ? reasonFor(speaker, own, premise) : { answer: speaker.say('why') } },
    ...statements.map((statement, index) => ({
      id: `${name} ${index + 1}`,
      keywords: [...new Set(wordsIn(statement.clause.text))].map((word) => `${word} why`),
      answer: reasonFor(speaker, statement, premise),
    })),
  ]
}

function reasonFor(
  { id, say }: Speaker,
  { clause, said, isOwn, secret }: Statement,
  { people }: Premise,
): Reason['answer'] {
  const stated = statedIn(said)
  if (isOwn) {
    const reason =
      stated === undefined
        ? say(isSaid('looking', clause.text) ? 'deny' : reasonKey(clause))
        : say('whyStated', { reason: stated })
    return secret === undefined
      ? { answer: reason }
      : {
          answer: reason,
          lie: [say('evade'), say('evade')],
          lieWhen: isHidden(secret, id),
        }
  }
  if (stated !== undefined) return { answer: say('know', { clause: said }) }
  const actor = people.find((each) => isOf(clause, each))
  return { answer: actor === undefined ? say('why') : say('whyOther', { actor: actor.name }) }
}

// Owning a house is not an act.
function reasonKey(clause: Clause): string {
  const key = reasonOf(clause.text)
  return key === 'whyDid' && !isDeed(clause) ? 'why' : key
}

/** The reason or the purpose that a clause names: "because I want to protect you", "to marry a rich notary". */
function statedIn(said: string): string | undefined {
  const fill = (clause: string) => fillSentence(String(premiseContent.phrases['because']), { clause })
  const because = patternOf('because').exec(said)?.[1]
  if (because !== undefined && !isSaid('crime', because)) return fill(because.trim())
  const wish = patternOf('wishBehind').exec(said)?.[1]
  if (wish !== undefined) return fill(`I ${wish}`)
  const purpose = patternOf('purpose').exec(said)
  const before = purpose ? said.slice(0, purpose.index) : ''
  return purpose && !isSaid('noPurpose', before) ? purpose[1]!.trim() : undefined
}

/** Who is behind it: whom the premise lets them suspect. Those who are behind something do not say. */
function whoOf(speaker: Speaker, knowing: Knowing): Pick<Topic, 'answer' | 'lie' | 'lieWhen'> {
  const { say, id, named } = speaker
  const own = knowing.statements.find(({ secret }) => secret !== undefined)
  if (own)
    return { answer: say('admit', { clause: own.said }), lie: say('evadeWho'), lieWhen: isHidden(own.secret!, id) }
  const seen = knowing.statements.find(({ clause, isAbout }) => !isAbout && isSaid('crime', clause.text))
  if (
    seen &&
    named &&
    knowing.statements.some(({ clause }) => isOf(clause, named) && isSaid('witnessing', clause.text))
  )
    return { answer: say('know', { clause: seen.said }) }
  const suspect = suspectOf(speaker, knowing)
  return { answer: suspect === undefined ? say('whoNone') : say('who', { suspect }) }
}

// The nouns of a clause that name no person or thing of the world: a voice, honour; of one's own deeds also the verbs.
function saidIn(
  speaker: Speaker,
  statement: Statement,
  { index, names }: { index: number; names: ReadonlySet<string> },
): [string, Topic][] {
  const nouns = nounPhrasesIn(statement.clause.text).map(({ head }) => head.toLowerCase())
  const words = [...nouns, ...(statement.isOwn ? verbsIn(statement.clause.text).flatMap(formsOf) : [])]
  const keywords = [...new Set(words)].filter((word) => word.length > 3 && !names.has(word) && !isSaid('dayName', word))
  if (keywords.length === 0) return []
  return [
    [
      `${String(premiseContent.phrases['topic.said'])} ${index + 1}`,
      { keywords, ...answersOf(speaker, [statement]), unlisted: true },
    ],
  ]
}

function wordsIn(text: string): string[] {
  const words: string[] = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return words.filter((word) => !isSaid('smallWord', word))
}

/** Whom a speaker suspects: whom the premise says that they do, or else, if it does not say who did it, another person, by chance. */
function suspectOf({ id, named }: Speaker, { clauses, premise, world, isSolved }: Knowing): string | undefined {
  const accusing = named && clauses.find((clause) => isOf(clause, named) && isSaid('accusing', clause.text))
  const accused = accusing?.about.find((each) => each !== named && premise.people.includes(each))
  if (accused) return accused.name
  const suspicious = clauses.find(({ text, subject }) => subject !== named && isSaid('suspicious', text))?.subject
  if (isSolved) return undefined
  if (suspicious && premise.people.includes(suspicious)) return suspicious.name
  const { question = '', absent, things } = premise
  const isOpen = /^who\b/.test(question) || [...absent, ...things].some(({ isDead, isMissing }) => isDead || isMissing)
  if (!isOpen) return undefined
  const others = Object.entries(world.people).filter(
    ([other, { topics, at }]) => other !== id && topics !== undefined && at !== 'nowhere',
  )
  return others[id.length % Math.max(1, others.length)]?.[1].name
}
