import { type FoundIntent, readIntents, type IntentName } from '../intent/classify.ts'
import { type Clause, splitClauses } from '../text/clauses.ts'
import { isNegated } from '../text/negation.ts'
import { type Segment, segmentsOf } from '../text/segments.ts'
import { isAsked, isQuoted, isSupposed } from '../text/supposition.ts'
import { cleanText, type Word } from '../text/words.ts'

/** Characters of a prompt that scripts are chosen by. The text after them is only passed to scripts. */
const maxReadLength = 4_000

/** A player's prompt, parsed once for all scripts. */
export interface PromptText {
  /** The whole cleaned prompt. */
  text: string
  /** The part of `text` that scripts are chosen by. */
  read: string
  clauses: Clause[]
  segments: Segment[]
  /** What the player may mean, each with its clearest place and its score. */
  intents: readonly FoundIntent[]
}

export function readPrompt(prompt: string): PromptText {
  const text = cleanText(prompt)
  const read = text.slice(0, maxReadLength)
  const clauses = splitClauses(read)
  let intents: readonly FoundIntent[] | undefined
  return {
    text,
    read,
    clauses,
    segments: segmentsOf(read, clauses),
    get intents() {
      return (intents ??= readIntents(read))
    },
  }
}

/** The index of the clause at an offset, and whether the word there is negated. */
export function locate(prompt: PromptText, offset: number): { clause: number; negated: boolean } {
  const { clause, words, word } = find(prompt, offset)
  return { clause, negated: isNegated(words, word) }
}

/** Whether the text at an offset is a thought, report, question or quotation rather than an action. */
export function isNotDone(prompt: PromptText, offset: number): boolean {
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

export function clauseText({ text }: PromptText, clause: Clause): string {
  return text.slice(clause.start, clause.end)
}

/** The position in time of what the text at an offset describes, among the segments of the prompt. */
export function rankAt({ segments }: PromptText, offset: number): number {
  return segments.findLast(({ start }) => start <= offset)?.rank ?? 0
}

/** The lowest score of an intent at which a phrase or pattern of the same script counts. */
const possible = -1

/** Whether the prompt means something else than an intent, in spite of a phrase or pattern. */
export function isRuledOut({ intents }: PromptText, intent: IntentName): boolean {
  return intents.some((found) => found.intent === intent && found.score < possible)
}
