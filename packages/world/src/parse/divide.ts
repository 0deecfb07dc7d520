import { readClause, trimClause } from './clause.ts'
import type { FrameIndex } from './frames.ts'
import { type NounContext, readOne } from './noun-phrase.ts'
import { lemmaOf, longestAt, type Token } from './tokens.ts'

/** A part of the prompt that has one verb. */
export interface Clause {
  /** Without the words around it that carry no meaning. */
  tokens: Token[]
  /** Whether it is done now: not negated, supposed, wished or reported. */
  done: boolean
}

/** Clauses beyond this many boundaries ahead are not tried as one. */
const maxParts = 6

/** Divides a prompt into clauses in the order in which they happen, so that as much as possible of it is understood. */
export function divide(tokens: readonly Token[], context: NounContext, frames: FrameIndex): Clause[] {
  return sentencesOf(tokens).flatMap((sentence) => divideSentence(sentence, context, frames))
}

function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [[]]
  for (const token of tokens)
    if (token.kind === 'mark' && /[.;!?…—]/.test(token.text)) sentences.push([])
    else sentences.at(-1)!.push(token)
  return sentences.filter((sentence) => sentence.length > 0)
}

type Order = 'next' | 'before' | 'after'

/** A piece between boundaries, with the connector in front of it. */
interface Piece {
  start: number
  end: number
  order: Order
}

function divideSentence(tokens: readonly Token[], context: NounContext, frames: FrameIndex): Clause[] {
  const { lexicon } = context
  const isVerb = (word: string) => frames.verbs.has(word)
  const trim = (part: readonly Token[]) => trimClause(part, lexicon, isVerb)
  const pieces = piecesOf(tokens, lexicon)
  const trimmed = (from: number, to: number) => trim(tokens.slice(pieces[from]!.start, pieces[to]!.end))
  // best[i]: the best division of the pieces from i on.
  const best: { score: number; parts: { from: number; to: number; understood: boolean }[] }[] = []
  best[pieces.length] = { score: 0, parts: [] }
  for (let from = pieces.length - 1; from >= 0; from -= 1) {
    const alone = trimmed(from, from)
    const names = readOne(alone, context, () => 1)
    const rest = best[from + 1]!
    let top = {
      score: rest.score + (names && names.score > 1 ? 0.25 : -0.5),
      parts: [{ from, to: from, understood: false }, ...rest.parts],
    }
    for (let to = from; to < Math.min(pieces.length, from + maxParts); to += 1) {
      if (to > from && pieces[to]!.order !== 'next') break
      const read = readClause(to === from ? alone : trimmed(from, to), context, frames)
      const after = best[to + 1]!
      if (read && read.score + after.score > top.score)
        top = { score: read.score + after.score, parts: [{ from, to, understood: true }, ...after.parts] }
    }
    best[from] = top
  }
  const clauses = (best[0]?.parts ?? []).map(({ from, to }) => ({
    clause: { tokens: trimmed(from, to), done: true },
    raw: tokens.slice(pieces[from]!.start, pieces[to]!.end),
    order: pieces[from]!.order,
  }))
  markNotDone(clauses, context, isVerb)
  return inOrder(clauses)
}

function piecesOf(tokens: readonly Token[], lexicon: NounContext['lexicon']): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  let order: Order = 'next'
  let at = 0
  const close = () => {
    if (at > start) pieces.push({ start, end: at, order })
  }
  while (at < tokens.length) {
    const found = connectorAt(tokens, at, lexicon)
    if (!found) {
      at += 1
      continue
    }
    close()
    // A comma inside a sentence with "before …," or "after …," ends the clause that happens elsewhere in time.
    order = found.order
    at += found.length
    start = at
  }
  close()
  return pieces
}

function connectorAt(
  tokens: readonly Token[],
  at: number,
  lexicon: NounContext['lexicon'],
): { length: number; order: Order } | undefined {
  const mark = tokens[at]?.text === ',' || tokens[at]?.text === ':' ? 1 : 0
  const word = at + mark
  for (const [kind, order] of [
    ['before', 'before'],
    ['after', 'after'],
    ['then', 'next'],
    ['and', 'next'],
  ] as const) {
    const length = longestAt(tokens, word, lexicon.connectors[kind])
    if (length > 0) return { length: length + mark, order }
  }
  // A subject in the middle begins a clause: "after taking the lamp I light it".
  const subject = at > 0 && tokens[at]?.kind === 'word' && lexicon.subjects.includes(tokens[at].text)
  return mark > 0 || subject ? { length: 1, order: 'next' } : undefined
}

interface Ordered {
  clause: Clause
  raw: readonly Token[]
  order: Order
}

function markNotDone(
  clauses: readonly Ordered[],
  { lexicon, nouns }: NounContext,
  isVerb: (word: string) => boolean,
): void {
  let supposed = false
  for (const { clause, raw } of clauses) {
    if (startsWithAny(raw, lexicon.suppositions, lexicon)) supposed = true
    const [first] = clause.tokens
    const reported =
      first !== undefined &&
      !isVerb(lemmaOf(first.text, lexicon, isVerb)) &&
      nouns.some((noun) => noun.kind === 'person' && noun.names.some((name) => name[0] === first.text)) &&
      clause.tokens.length > 1 &&
      clause.tokens[1]?.text !== ','
    if (reported) supposed = true
    if (supposed || startsWithAny(raw, lexicon.negations, lexicon)) clause.done = false
  }
}

// The first words of a clause, fillers passed over one by one, contain one of the phrases.
function startsWithAny(tokens: readonly Token[], phrases: readonly string[], lexicon: NounContext['lexicon']): boolean {
  let at = 0
  while (at < tokens.length) {
    if (longestAt(tokens, at, phrases) > 0) return true
    const filler = Math.max(
      longestAt(tokens, at, lexicon.fillers),
      ['was', 'am', 'are', 'is', 'and'].includes(tokens[at]!.text) ? 1 : 0,
    )
    if (filler === 0) return false
    at += filler
  }
  return false
}

// "A before B", "A, then B": as they stand. "Before B, A" and "A after B": B is moved.
function inOrder(clauses: readonly Ordered[]): Clause[] {
  const result: Clause[] = []
  let waiting: Clause | undefined
  for (const [index, { clause, order }] of clauses.entries()) {
    if (index === 0 && order === 'before') {
      waiting = clause
      continue
    }
    if (order === 'after' && index > 0) result.splice(result.length - 1, 0, clause)
    else result.push(clause)
    if (waiting) result.push(waiting)
    waiting = undefined
  }
  if (waiting) result.push(waiting)
  return result
}
