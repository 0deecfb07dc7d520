import { readClause } from './clause.ts'
import { trimClause, trims } from './trim.ts'
import type { FrameIndex } from './frames.ts'
import { type Divided, isQuestion, markAddressed, markCalled, markNotDone, type Order } from './mood.ts'
import type { NounContext } from './noun-context.ts'
import { readOne } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import { readRelaxed } from './relax.ts'
import { asksListener, calledIn, readSpeech } from './speech.ts'
import type { Token } from './tokens.ts'

/** A part of the prompt that has one verb. */
export interface Clause {
  /** Without the words around it that carry no meaning. */
  tokens: Token[]
  /** Whether it is done now: not negated, supposed, wished or reported. */
  done: boolean
  /** The person whom the words are said to: they are not an act of the player. */
  addressed?: string
}

/** Pieces, and words, that are tried as one clause at most. */
const maxParts = 6
const maxWords = 40

/** Divides a prompt into clauses in the order in which they happen, so that as much as possible of it is understood. */
export function divide(tokens: readonly Token[], context: NounContext, frames: FrameIndex): Clause[] {
  const sentences = sentencesOf(tokens, context.lexicon)
  let called: string | undefined
  let greeted: string | undefined
  return sentences.flatMap((sentence, index) => {
    // "No wait, forget that. Go up."
    if (sentences.length > 1 && isEmpty(sentence, context)) return []
    const before = greeted
    greeted = calledIn(sentence, context) ?? greeted
    if (before !== undefined && asksListener(sentence, context))
      return [{ tokens: [...sentence], done: true, addressed: before }]
    const speech = readSpeech(sentence, { context, called })
    const isLast = index === sentences.length - 1
    const isName = speech?.said.length === 0
    if (speech && isName && !isLast) {
      called = speech.person
      return []
    }
    if (speech && !isName) return [{ tokens: speech.said, done: true, addressed: speech.person }]
    // "Mara! Open the door."
    const [clause, ...others] = divideSentence(sentence, context, frames)
    if (called === undefined || clause?.addressed !== undefined || isDone(sentence, context))
      return clause ? [clause, ...others] : []
    return [{ tokens: [...sentence], done: true, addressed: called }]
  })
}

function isEmpty(sentence: readonly Token[], { lexicon }: NounContext): boolean {
  let at = 0
  while (at < sentence.length) {
    const length = Math.max(...[lexicon.fillers, lexicon.asides].map((each) => longestAt(sentence, at, each)))
    if (length === 0 && sentence[at]!.kind !== 'mark') return false
    at += Math.max(length, 1)
  }
  return true
}

// "Mara! I take the lamp."
function isDone([first, second]: readonly Token[], { lexicon }: NounContext): boolean {
  return lexicon.subjects.includes(first?.text ?? '') && !lexicon.statives.includes(second?.text ?? '')
}

function sentencesOf(tokens: readonly Token[], { titles }: NounContext['lexicon']): Token[][] {
  const sentences: Token[][] = [[]]
  for (const [at, token] of tokens.entries())
    if (token.text === '.' && titles.includes(tokens[at - 1]?.text ?? '')) continue
    else if (token.kind === 'mark' && /[.;!?…—]/.test(token.text)) sentences.push([])
    else sentences.at(-1)!.push(token)
  return sentences.filter((sentence) => sentence.length > 0)
}

/** A piece between boundaries, with the connector in front of it. */
interface Piece {
  start: number
  end: number
  order: Order
  /** Whether the connector is the subject of the piece: "I". */
  subject: boolean
}

interface Division {
  score: number
  parts: { from: number; to: number; tokens: Token[]; understood: boolean }[]
}

function divideSentence(tokens: readonly Token[], context: NounContext, frames: FrameIndex): Clause[] {
  const pieces = piecesOf(tokens, context.lexicon)
  const all = trimClause(tokens, context)
  const asks = isQuestion(all, context.lexicon)
  const isSupposed = pieces.some(({ order }) => order === 'if')
  if (asks && !isSupposed && pieces.some(({ subject }) => subject) && readClause(all, context, frames))
    return [{ tokens: all, done: true }]
  const between = (from: number, to: number) => tokens.slice(pieces[from]!.start, pieces[to]!.end)
  const read = (from: number, to: number) => readTrimmed(between(from, to), context, frames)
  // best[i]: the best division of the pieces from i on.
  const best: Division[] = []
  const understood: boolean[] = []
  best[pieces.length] = { score: 0, parts: [] }
  for (let from = pieces.length - 1; from >= 0; from -= 1) {
    const alone = read(from, from)
    const rest = best[from + 1]!
    const named = pieces[from]!.subject ? undefined : readOne(alone.tokens, context, () => 1)
    // "Right, I take the candle": no direction.
    const piece = between(from, from)
    const isFiller = from === 0 && pieces.length > 1 && longestAt(piece, 0, context.lexicon.fillers) === piece.length
    if (isFiller) delete alone.score
    let top: Division = {
      score: rest.score + (isFiller ? 1 : named && named.score > 1 ? 0.25 : -0.5),
      parts: isFiller ? rest.parts : [{ from, to: from, tokens: alone.tokens, understood: false }, ...rest.parts],
    }
    understood[from] = alone.tokens[0]?.kind === 'word' && alone.score !== undefined
    let whole = false
    for (let to = from; to < Math.min(pieces.length, from + maxParts); to += 1) {
      if (to > from && (pieces[to]!.order === 'before' || pieces[to]!.order === 'after')) break
      if (pieces[to]!.end - pieces[from]!.start > maxWords) break
      // What makes sense on both sides of a boundary is not one clause.
      if (whole && understood[to] === true) break
      const { score, tokens: clause } = to === from ? alone : read(from, to)
      whole = score !== undefined
      const after = best[to + 1]!
      if (score !== undefined && score + after.score > top.score)
        top = { score: score + after.score, parts: [{ from, to, tokens: clause, understood: true }, ...after.parts] }
    }
    best[from] = top
  }
  const divided: Divided[] = (best[0]?.parts ?? []).map(({ from, to, tokens: clause, understood }) => ({
    clause: { tokens: clause, done: true },
    raw: between(from, to),
    order: pieces[from]!.order,
    subject: pieces[from]!.subject,
    understood,
    follows: tokens[pieces[to]!.end]?.text,
  }))
  const addressed = markAddressed(divided, context, tokens) ?? markCalled(tokens, context, frames)
  if (addressed) return [addressed]
  if (asks) for (const { clause } of divided) clause.done = isQuestion(clause.tokens, context.lexicon)
  markNotDone(divided, context, frames)
  return inOrder(divided)
}

// Words that carry no meaning elsewhere may be part of a pattern: "who is here".
function readTrimmed(
  part: readonly Token[],
  context: NounContext,
  frames: FrameIndex,
): { tokens: Token[]; score?: number } {
  const all = trims(part, context)
  let best: { tokens: Token[]; score?: number } = { tokens: all[0] }
  for (const tokens of all) {
    const read = readClause(tokens, context, frames)
    const score = read && read.score - (tokens[0] === all[0][0] ? 0 : 1)
    if (score !== undefined && score > (best.score ?? 0)) best = { tokens, score }
  }
  return best.score === undefined ? (readRelaxed(all[0], context, frames) ?? best) : best
}

function piecesOf(tokens: readonly Token[], lexicon: NounContext['lexicon']): Piece[] {
  const pieces: Piece[] = []
  let piece: Piece = { start: 0, end: 0, order: 'next', subject: false }
  for (let at = 0; at < tokens.length;) {
    const found = connectorAt(tokens, at, { lexicon, isInPiece: at > piece.start })
    if (!found) {
      at += 1
      continue
    }
    // Connectors side by side, such as ", after" or "if I", are one.
    const joined = at === piece.start ? piece : { order: 'next' as const, subject: false }
    if (at > piece.start) pieces.push({ ...piece, end: at })
    at += found.length
    const order = found.order === 'next' ? joined.order : found.order
    piece = { start: at, end: at, order, subject: found.subject || joined.subject }
  }
  const last = pieces.at(-1)
  if (tokens.length > piece.start) pieces.push({ ...piece, end: tokens.length })
  else if (last) last.end = tokens.length
  return pieces
}

function connectorAt(
  tokens: readonly Token[],
  at: number,
  { lexicon, isInPiece }: { lexicon: NounContext['lexicon']; isInPiece: boolean },
): { length: number; order: Order; subject: boolean } | undefined {
  const { connectors, subjects, complementizers, inversions } = lexicon
  const mark = tokens[at]?.text === ',' || tokens[at]?.text === ':' ? 1 : 0
  for (const [kind, order] of [
    ['before', 'before'],
    ['after', 'after'],
    ['if', 'if'],
    ['then', 'next'],
    ['and', 'next'],
  ] as const) {
    const length = longestAt(tokens, at + mark, connectors[kind])
    if (length > 0) return { length: length + mark, order, subject: false }
  }
  if (mark > 0) return { length: 1, order: 'next', subject: false }
  // A subject in the middle begins a clause: "after taking the lamp I light it". "Tell her that I lit it" is one.
  const [before, token] = [tokens[at - 1], tokens[at]]
  if (isInPiece && [...complementizers, ...inversions].includes(before?.text ?? '')) return undefined
  const subject = before?.kind === 'word' && token?.kind === 'word' && subjects.includes(token.text)
  return subject ? { length: 1, order: 'next', subject } : undefined
}

// "A before B", "A, then B": as they stand. "Before B, A" and "A after B": B is moved.
function inOrder(clauses: readonly Divided[]): Clause[] {
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
