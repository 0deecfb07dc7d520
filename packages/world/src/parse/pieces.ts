import { readAttempt } from './attempt.ts'
import { readClause } from './clause.ts'
import type { Order } from './mood.ts'
import { readMotion } from './motion.ts'
import type { NounContext } from './noun-context.ts'
import { longestAt } from './phrases.ts'
import type { Token } from './tokens.ts'
import { trimClause } from './trim.ts'
import { verbOf } from './verbs.ts'

/** A piece between boundaries, with the connector in front of it. */
export interface Piece {
  start: number
  end: number
  order: Order
  /** Whether the connector is the subject of the piece: "I". */
  subject: boolean
  /** Whether it says what the piece before is for. */
  isPurpose?: boolean
}

/** Divides a sentence at its connectors. */
export function piecesOf(tokens: readonly Token[], lexicon: NounContext['lexicon']): Piece[] {
  const pieces: Piece[] = []
  let piece: Piece = { start: 0, end: 0, order: 'next', subject: false }
  for (let at = 0; at < tokens.length;) {
    const found = connectorAt(tokens, at, { lexicon, isInPiece: at > piece.start })
    // "Ask her when it is due"
    const isAsked =
      lexicon.interrogatives.includes(tokens[at]!.text) && isAsking(tokens.slice(piece.start, at), lexicon)
    // "Tell him I will be back"
    const isReported = found?.subject === true && isAsking(tokens.slice(piece.start, at), lexicon)
    if (!found || isReported || (found.order === 'after' && isAsked)) {
      at += 1
      continue
    }
    // Connectors side by side, such as ", after" or "if I", are one.
    const joined = at === piece.start ? piece : { order: 'next' as const, subject: false }
    if (at > piece.start) pieces.push({ ...piece, end: at })
    at += found.length
    const order = found.order === 'next' ? joined.order : found.order
    const isPurpose = found.isPurpose ?? false
    piece = { start: at, end: at, order, subject: found.subject || joined.subject, ...(isPurpose && { isPurpose }) }
  }
  const last = pieces.at(-1)
  if (tokens.length > piece.start) pieces.push({ ...piece, end: tokens.length })
  else if (last) last.end = tokens.length
  return pieces
}

function isTimeOfDay(word: string, { hours, numbers }: NounContext['lexicon']): boolean {
  return hours.includes(word) || Object.values(numbers).flat().includes(word)
}

function isAsking(tokens: readonly Token[], { quoting, sayings }: NounContext['lexicon']): boolean {
  return tokens.some(({ text }) => quoting.includes(text) || sayings.includes(text))
}

/** Divides "go to the office to ask what happened" into two pieces. Of "walk over to ask him", only what it is for is left. */
export function withPurpose(piece: Piece, tokens: readonly Token[], context: NounContext): Piece[] {
  const { lexicon } = context
  const part = trimClause(tokens.slice(piece.start, piece.end), context)
  const verb = verbOf(part[0]?.text ?? '', context)
  const isWay = Object.hasOwn(lexicon.directions, part[0]?.text ?? '')
  const isGoing = isWay || (verb !== undefined && (lexicon.motions.includes(verb) || lexicon.postures.includes(verb)))
  if (!isGoing) return [piece]
  const from = tokens.indexOf(part[0]!)
  for (let at = from + 1; at < piece.end - 1; at += 1) {
    const next = tokens[at + 1]!.text
    if (!lexicon.infinitives.includes(tokens[at]!.text) || verbOf(next, context) !== next) continue
    const purpose = { ...piece, start: at + 1, subject: false, isPurpose: true }
    const before = tokens.slice(from, at)
    if (readClause(before, context)?.sure === true || readMotion(before, context) || readAttempt(before, context, ''))
      return [{ ...piece, end: at }, purpose]
    if (at > from + 1 && lexicon.quoting.includes(next)) return [{ ...purpose, order: piece.order, isPurpose: false }]
  }
  return [piece]
}

/** Whether it says only when or for what the piece before is done. */
export function isAside({ order, isPurpose }: Piece): boolean {
  return isPurpose === true || order === 'before' || order === 'after'
}

function connectorAt(
  tokens: readonly Token[],
  at: number,
  { lexicon, isInPiece }: { lexicon: NounContext['lexicon']; isInPiece: boolean },
): { length: number; order: Order; subject: boolean; isPurpose?: boolean } | undefined {
  const { connectors, subjects, complementizers, inversions } = lexicon
  const mark = tokens[at]?.text === ',' || tokens[at]?.text === ':' ? 1 : 0
  for (const [kind, order] of [
    ['before', 'before'],
    ['after', 'after'],
    ['if', 'if'],
    ['purpose', 'next'],
    ['then', 'next'],
    ['and', 'next'],
  ] as const) {
    const length = longestAt(tokens, at + mark, connectors[kind])
    // "For a while", "before six"
    const isNoun = lexicon.indefinites.includes(tokens[at + mark - 1]?.text ?? '')
    const next = tokens[at + mark + length]?.text ?? ''
    const isTime = isTimeOfDay(next, lexicon) || (order === 'after' && lexicon.prepositions['to']!.includes(next))
    if (length > 0 && order !== 'next' && (isNoun || isTime)) return undefined
    if (length > 0)
      return { length: length + mark, order, subject: false, ...(kind === 'purpose' && { isPurpose: true }) }
  }
  if (mark > 0) return { length: 1, order: 'next', subject: false }
  // A subject in the middle begins a clause: "after taking the lamp I light it". "Tell her that I lit it" stays a single clause.
  const [before, token] = [tokens[at - 1], tokens[at]]
  if (isInPiece && [...complementizers, ...inversions].includes(before?.text ?? '')) return undefined
  const subject = before?.kind === 'word' && token?.kind === 'word' && subjects.includes(token.text)
  return subject ? { length: 1, order: 'next', subject } : undefined
}
