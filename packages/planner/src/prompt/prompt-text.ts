import { type Clause, splitClauses } from '../text/clauses.ts'
import { isNegated } from '../text/negation.ts'
import { isAsked, isQuoted, isSupposed } from '../text/supposition.ts'
import { cleanText, type Word } from '../text/words.ts'

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
  const { clause, words, word } = find(prompt, offset)
  return { clause, negated: isNegated(words, word) }
}

/** Tells whether what stands at a place in the text is thought, told, asked or quoted rather than done. */
export function isOnlyTold(prompt: PromptText, offset: number): boolean {
  const { words, word } = find(prompt, offset)
  return isSupposed(words, word) || isAsked(prompt.read, offset) || isQuoted(prompt.read, offset)
}

function find({ clauses }: PromptText, offset: number): { clause: number; words: readonly Word[]; word: number } {
  const clause = Math.max(
    0,
    clauses.findLastIndex(({ start }) => start <= offset),
  )
  const words = clauses[clause]?.words ?? []
  const word = words.findIndex(({ end }) => end > offset)
  return { clause, words, word: word === -1 ? words.length : word }
}

/** The text of a clause as the player wrote it. */
export function clauseText({ text }: PromptText, clause: Clause): string {
  return text.slice(clause.start, clause.end)
}
