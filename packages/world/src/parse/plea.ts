import type { Act } from '../model/act.ts'
import { partnerIn } from './question.ts'
import type { Token } from './tokens.ts'
import type { Prompt } from './prompt.ts'

/** Reads "the door, we will all die, please open" as said to the person who was just talked to; `undefined` for other words. */
export function readPlea(tokens: readonly Token[], { context, text }: Prompt): Act | undefined {
  const { pleas, subjects, pronouns, future, auxiliaries } = context.lexicon
  const partner = partnerIn(context.scene)
  if (partner === undefined) return undefined
  const says = (list: readonly string[]) => tokens.some((token) => list.includes(token.text))
  const isDivided = tokens.some(({ kind }) => kind !== 'word')
  // "I take the lamp, please" is an act.
  const [first = '', second = ''] = tokens.filter(({ kind }) => kind === 'word').map((token) => token.text)
  if (subjects.includes(first) && second !== future && !auxiliaries.includes(second)) return undefined
  const isOfSpeaker = says([...subjects, ...pronouns.self])
  return isDivided && isOfSpeaker && says(pleas) ? { act: 'say', person: partner, text } : undefined
}
