import { type Clause, splitClauses } from '../text/clauses.ts'
import { isNegated } from '../text/negation.ts'
import { cleanText } from '../text/words.ts'

/** The longest prompt that is read word by word; the rest is handed on, but chooses nothing. */
const maxReadLength = 4_000

/** A player's prompt, read once for all scripts. */
export interface PromptText {
  /** The cleaned words, whole. */
  text: string
  /** The start of `text` that scripts are chosen by. */
  read: string
  clauses: Clause[]
}

/** Reads a prompt. */
export function readPrompt(prompt: string): PromptText {
  const text = cleanText(prompt)
  const read = text.slice(0, maxReadLength)
  return { text, read, clauses: splitClauses(read) }
}

/** The clause that a place in the text belongs to, and whether what stands there is negated. */
export function locate(prompt: PromptText, offset: number): { clause: number; negated: boolean } {
  const clause = Math.max(
    0,
    prompt.clauses.findLastIndex(({ start }) => start <= offset),
  )
  const words = prompt.clauses[clause]?.words ?? []
  const word = words.findIndex(({ end }) => end > offset)
  return { clause, negated: isNegated(words, word === -1 ? words.length : word) }
}

/** The text of a clause as the player wrote it. */
export function clauseText({ text }: PromptText, clause: Clause): string {
  return text.slice(clause.start, clause.end)
}
