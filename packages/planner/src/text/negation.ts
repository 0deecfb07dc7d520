import { planningWords } from '@narratoria/content'
import type { Word } from './words.ts'

const words = planningWords.negation

// Each negates what follows in its clause; two of them cancel out ("don't forget to").
const negators = new Set(words.negators)
const pairs = new Map(Object.entries(words.pairs))

const subjects = new Set(words.subjects)

/**
 * Whether the word at `index` of a clause is negated: "I don't roll", "without lighting the torch". Words at the indexes in
 * `except` do not negate.
 */
export function isNegated(clause: readonly Word[], index: number, except?: ReadonlySet<number>): boolean {
  let negated = false
  let asideFrom = false
  for (let at = 0; at < index; at += 1) {
    const kind = except?.has(at) ? undefined : negates(clause, at)
    if (kind) negated = kind === 'more' || !negated
    if (kind === 'aside') asideFrom = true
    if (asideFrom && subjects.has(clause[at]?.text ?? '')) negated = asideFrom = false
  }
  return negated
}

// "Instead of rolling I light the torch": an aside ends at the next subject. "Neither this nor that": `nor` negates again
// instead of cancelling `neither`.
function negates(clause: readonly Word[], at: number): 'aside' | 'plain' | 'more' | undefined {
  const word = clause[at]
  const next = clause[at + 1]?.text
  if (!word || (at > 0 && clause[at - 1]?.text === 'why')) return undefined
  if (word.text === 'nor') return 'more'
  if (word.text === 'not' && next === 'only') return undefined
  if (word.text === 'without' || (next !== undefined && pairs.get(word.text) === next)) return 'aside'
  return word.text.endsWith("n't") || negators.has(word.text) || negators.has(word.stem) ? 'plain' : undefined
}
