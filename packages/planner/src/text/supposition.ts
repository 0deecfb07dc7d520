import { planningWords } from '@narratoria/content'
import type { Word } from './words.ts'

const words = planningWords.supposition

const imagining = new Set(words.imagining)
const thinking = new Set(words.thinking)
const mayBe = new Set(words.mayBe)
const reporting = new Set(words.reporting)
const afterReport = new Set(words.afterReport)
const players = new Set(words.players)
const otherDays = new Set(words.otherDays)

/**
 * Whether the word at `index` of a clause is part of a thought or report, or of another day: "I think about lighting the
 * torch", "I tell her that I lit it", "tomorrow I light it", "maybe I should light it", "I could light it".
 */
export function isSupposed(clause: readonly Word[], index: number): boolean {
  if (clause.some(({ text }) => otherDays.has(text))) return true
  let reported = false
  let unsure = false
  for (let at = 0; at < index; at += 1) {
    const { text, stem } = clause[at]!
    const next = clause[at + 1]?.text ?? ''
    const is = (words: ReadonlySet<string>) => words.has(text) || words.has(stem)
    if (is(imagining) || (text === 'wish' && next !== 'to')) return true
    if ((text === 'could' || text === 'might') && players.has(clause[at - 1]?.text ?? '')) return true
    unsure ||= mayBe.has(text)
    if (unsure && text === 'should' && players.has(clause[at - 1]?.text ?? '')) return true
    if (is(thinking) && (next === 'about' || next === 'of')) return true
    if (reported && afterReport.has(text)) return true
    reported ||= is(reporting)
  }
  return false
}

const asksOfDeed = new RegExp(words.asksOfDeed, 'i')

/** Whether the sentence at an offset asks about an action: "should I light it?", "who lit it?". */
export function isAsked(text: string, offset: number): boolean {
  const start = Math.max(...['.', '!', '?', ';', '\n'].map((mark) => text.lastIndexOf(mark, offset - 1))) + 1
  const end = /[.!?\n]/.exec(text.slice(offset))
  return end?.[0] === '?' && asksOfDeed.test(text.slice(start, offset + end.index))
}

/** Whether an offset is within quotes, unless they enclose the whole text. */
export function isQuoted(text: string, offset: number): boolean {
  return [...text.matchAll(/"[^"]*"/g)].some(
    ({ index, 0: quote }) =>
      index < offset &&
      offset < index + quote.length &&
      `${text.slice(0, index)}${text.slice(index + quote.length)}`.trim() !== '',
  )
}
