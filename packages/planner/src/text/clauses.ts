import { planningWords } from '@narratoria/content'
import { splitWords, type Word } from './words.ts'

const words = planningWords.clauses

export interface Clause {
  words: Word[]
  /** Offsets in the cleaned prompt. */
  start: number
  end: number
}

const joins = new Set(words.joins)
const subjects = new Set(words.subjects)
const determiners = new Set(words.determiners)

/**
 * Cuts a cleaned prompt into clauses at punctuation and conjunctions. A list (`the chest, the door and the window`) and
 * alternatives with `or` stay in one clause.
 */
export function splitClauses(text: string): Clause[] {
  const words = splitWords(text)
  const clauses: Clause[] = []
  let current: Word[] = []
  const close = () => {
    const [first] = current
    const last = current.at(-1)
    if (first && last) clauses.push({ words: current, start: first.start, end: last.end })
    current = []
  }
  for (const [index, word] of words.entries()) {
    if (startsClause(text, words, index) || followsOpening(current, word)) close()
    current.push(word)
  }
  close()
  return clauses
}

const openings = new Set(words.openings)

// "Before I light the torch I examine the door": the main clause may begin without a comma.
function followsOpening(current: readonly Word[], { text }: Word): boolean {
  return current.length > 3 && openings.has(current[0]?.text ?? '') && (text === 'i' || text === 'we')
}

const leavingOff = new Set(words.leavingOff)

// "I stop before I light it", "I hesitate before lighting it": the verb negates what follows, so both are one clause.
function isLeftOff(previous: Word, word: Word, following: Word | undefined): boolean {
  if (word.text !== 'before' || !leavingOff.has(previous.stem)) return false
  return following !== undefined && (subjects.has(following.text) || /.{2}ing$/.test(following.text))
}

function startsClause(text: string, words: Word[], index: number): boolean {
  const word = words[index]
  const previous = words[index - 1]
  if (!word || !previous) return false
  const between = text.slice(previous.end, word.start)
  if (/[.!?;:\n"()]|\s[-–—]+\s|—/.test(between)) return true
  const following = joins.has(word.text) || word.text === 'or' ? words[index + 1] : word
  const list = determiners.has(following?.text ?? '')
  if (between.includes(',')) return !list
  if (word.text === 'or' || word.text === 'nor') return subjects.has(following?.text ?? '')
  if (isLeftOff(previous, word, following)) return false
  return joins.has(word.text) && !(word.text === 'and' && list)
}
