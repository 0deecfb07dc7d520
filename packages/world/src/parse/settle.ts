import type { Act } from '../model/act.ts'
import { findTopic } from '../people/topics.ts'
import type { NounContext } from './noun-context.ts'
import type { ParsedAct } from './parsed.ts'

/** Acts that only put words to a person, or ask about the story. */
const spoken = new Set(['ask', 'say', 'recall', 'tell'])

/**
 * Leaves out what would make several replies of one: a greeting of a person who is also asked something, and questions that a person
 * cannot answer beside one that they can.
 */
export function settle(
  acts: readonly ParsedAct[],
  { context: { scene, lexicon }, text }: { context: NounContext; text: string },
): ParsedAct[] {
  if (acts.length < 2) return [...acts]
  const isAnswered = ({ act, person, topic, text }: Act) => {
    const words = topic ?? text
    const found = person !== undefined && words !== undefined ? findTopic(scene, person, words) : undefined
    return (act === 'ask' || act === 'say') && found?.isWeak === false
  }
  const answered = acts.filter(({ act }) => isAnswered(act))
  const asked: Act[] = []
  return acts.filter(({ act, start, end }) => {
    const others = acts.map((each) => each.act).filter((each) => each !== act)
    const words = text.slice(start, end).toLowerCase()
    if (isGreeting(act, lexicon.greetings) && lexicon.greetings.some((each) => words.startsWith(each)))
      return !others.some(({ act: name, person }) => spoken.has(name) && person === act.person)
    if (!isQuestion(act) || isAnswered(act)) return true
    if (answered.some((each) => isOpenRecall(act) || each.act.person === act.person)) return false
    const isRepeated = asked.some((each) => each.person === act.person)
    if (act.person !== undefined) asked.push(act)
    return !isRepeated
  })
}

function isGreeting({ act, topic, thing, text }: Act, greetings: readonly string[]): boolean {
  if (act === 'say') return greetings.includes(text?.toLowerCase() ?? '')
  return act === 'talk' && topic === undefined && thing === undefined
}

function isOpenRecall({ act, person, thing, topic }: Act): boolean {
  return act === 'recall' && person === undefined && thing === undefined && topic === undefined
}

/** Whether an act asks in words of the player's own, not by a topic that a pattern found. */
function isQuestion(act: Act): boolean {
  if (isOpenRecall(act)) return true
  return (act.act === 'ask' && /[ ?]/.test(act.topic ?? '')) || (act.act === 'say' && /\?\s*$/.test(act.text ?? ''))
}
