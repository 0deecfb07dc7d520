import { planningWords } from '@narratoria/content'
import type { Clause } from './clauses.ts'

const words = planningWords.segments

/** A main clause of a prompt with the subordinate clauses that belong to it: the part that an intent is read from. */
export interface Segment {
  text: string
  /** Offsets in the cleaned prompt. */
  start: number
  end: number
  /** The position of its deed in time among the segments of the prompt. */
  rank: number
}

const attached = new Set(words.attached)
const later = new RegExp(words.later, 'i')
const earlier = new RegExp(words.earlier, 'i')
const first = new RegExp(words.first, 'i')
const question = new RegExp(words.question, 'i')
const sentenceEnd = /[.!?;\n]/

/** Joins the clauses of a prompt to segments, and orders them by the time of what they describe: "before", "after", "once", "first". */
export function segmentsOf(text: string, clauses: readonly Clause[]): Segment[] {
  const segments: Segment[] = []
  for (const clause of clauses) {
    const last = segments.at(-1)
    const between = last ? text.slice(last.end, clause.start) : ''
    if (last && !sentenceEnd.test(between) && isAttached(last, clause, between)) {
      last.end = clause.end
      last.text = text.slice(last.start, last.end)
    } else segments.push({ text: text.slice(clause.start, clause.end), start: clause.start, end: clause.end, rank: 0 })
  }
  for (const segment of segments) segment.text += /^\s*[?]/.test(text.slice(segment.end)) ? '?' : ''
  rankByTime(text, segments)
  return segments
}

function isAttached(last: Segment, { words }: Clause, between: string): boolean {
  const word = words[0]?.text ?? ''
  if (words.every(({ text }) => /^(?:but|and|only|not)$/.test(text))) return true
  if (words.length < 2 && !between.includes(',')) return true
  if (word === 'until' && /\bnot$/.test(last.text)) return false
  if (attached.has(word) || /^\s*:\s*$/.test(between)) return true
  // "When I left, who was there?": the opening clause belongs to the question as well.
  if (/^(?:when|while|back when)\b/i.test(last.text) && question.test(words.map(({ text }) => text).join(' ')))
    return true
  // "What did he say before he left": the time belongs to the question.
  return question.test(last.text) && /^(?:before|after|when|while)$/.test(word)
}

function rankByTime(text: string, segments: Segment[]): void {
  const order: Segment[] = []
  let opening = 0
  for (const [index, segment] of segments.entries()) {
    const previous = segments[index - 1]
    const opens = !previous || sentenceEnd.test(text.slice(previous.end, segment.start))
    if (opens) opening = order.length
    const leading =
      opens &&
      index > 0 &&
      first.test(segment.text) &&
      /^\W*(?:but\s+|and\s+|though\s+)*(?:before|first|beforehand)/i.test(segment.text)
    if (!opens && first.test(segment.text)) order.splice(opening, 0, segment)
    else if (leading) order.splice(0, 0, segment)
    else if (!opens && previous && earlier.test(segment.text)) order.splice(order.indexOf(previous), 0, segment)
    else if (previous && isHeld(text, segments, index - 1)) order.splice(order.indexOf(previous), 0, segment)
    else order.push(segment)
  }
  for (const [rank, segment] of order.entries()) segment.rank = rank
}

// "Before I open it, I light the torch": the clause with `before` opens the sentence and comes after the next one.
function isHeld(text: string, segments: readonly Segment[], index: number): boolean {
  const segment = segments[index]!
  const previous = segments[index - 1]
  const next = segments[index + 1]
  const opens = !previous || sentenceEnd.test(text.slice(previous.end, segment.start))
  const together = next !== undefined && !sentenceEnd.test(text.slice(segment.end, next.start))
  return opens && together && later.test(segment.text) && !first.test(segment.text)
}
