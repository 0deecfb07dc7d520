import { readClause } from './clause.ts'
import { type Divided, isImperative, isQuestion, markAddressed, markCalled, markNotDone } from './mood.ts'
import { isKnownWord, isOfBody } from './known-words.ts'
import type { NounContext } from './noun-context.ts'
import { readOne } from './noun-phrase.ts'
import { isNameInScope } from './nouns.ts'
import { longestAt } from './phrases.ts'
import { isAside, piecesOf, withPurpose } from './pieces.ts'
import { readTrimmed } from './read-trimmed.ts'
import { withoutReasons } from './without-reasons.ts'
import { listenerIn } from '../scene/listener.ts'
import { asksListener, calledIn, personNamed, readSpeech, withoutFillers } from './speech.ts'
import type { Token } from './tokens.ts'
import { trimClause } from './trim.ts'
import { verbOf } from './verbs.ts'

/** A part of the prompt that has one verb. */
export interface Clause {
  /** Without the words around it that carry no meaning. */
  tokens: Token[]
  /** Whether it is done now: not negated, supposed, wished or reported. */
  done: boolean
  /** Whether it says what another person does: "Mara has the key". */
  byOther?: boolean
  /** The person who is the subject, if it is one of the world. */
  subject?: string
  /** Whether it says only when or for what another clause is done: it is dropped if it is not understood. */
  isAside?: boolean
  /** The person whom the words are said to: they are not an act of the player. */
  addressed?: string
}

/** Pieces, and words, that are tried as one clause at most. */
const maxParts = 6
const maxWords = 40

/** Divides a prompt into clauses in the order in which they happen, so that as much as possible of it is understood. */
export function divide(tokens: readonly Token[], context: NounContext): Clause[] {
  const sentences = sentencesOf(tokens, context.lexicon)
  let called: string | undefined
  let greeted: string | undefined
  let listener: string | undefined
  return sentences.flatMap((sentence, index) => {
    // "No wait, forget that. Go up."
    if (sentences.length > 1 && isEmpty(sentence, context)) {
      // "Hello. Can you help me?"
      const heard = called ?? (asksListener(sentence, context) ? listenerIn(context.scene) : undefined)
      return heard === undefined ? [] : [{ tokens: [...sentence], done: true, addressed: heard }]
    }
    const before = greeted
    greeted = calledIn(sentence, context) ?? greeted
    if (before !== undefined && (asksListener(sentence, context) || asksAnybody(sentence, context)))
      return [{ tokens: [...sentence], done: true, addressed: before }]
    const named = toNamedFirst(sentence, context) ?? toNamedLast(sentence, context)
    if (named) return [named]
    const speech = readSpeech(sentence, { context, called })
    const isLast = index === sentences.length - 1
    const isName = speech?.said.length === 0
    if (speech && isName && !isLast) {
      called = speech.person
      return []
    }
    if (speech && !isName) {
      listener = speech.person
      const at = actBehind(speech.said, context)
      const said: Clause = { tokens: speech.said.slice(0, at), done: true, addressed: speech.person }
      return at === undefined
        ? [said]
        : [said, ...divideSentence(sentence.slice(-(speech.said.length - at - 1)), context)]
    }
    // "Mara! Open the door."
    const [clause, ...others] = divideSentence(sentence, context)
    // "Mara, what is that? Go there and show me."
    if (listener !== undefined && clause?.addressed === undefined && isOrderTo(sentence, context))
      return [{ tokens: [...sentence], done: true, addressed: listener }]
    listener = clause?.addressed ?? listener
    if (called === undefined || clause?.addressed !== undefined || isDone(sentence, context))
      return clause ? [clause, ...others] : []
    return [{ tokens: [...sentence], done: true, addressed: called }]
  })
}

// "Good morning, Nan. What is this place?"
function asksAnybody(sentence: readonly Token[], { lexicon }: NounContext): boolean {
  return isQuestion(sentence, lexicon) && !sentence.some(({ text }) => lexicon.subjects.includes(text))
}

// "I refuse his offer and ask him why": where words of the player are followed by an act.
function actBehind(said: readonly Token[], { lexicon, frames }: NounContext): number | undefined {
  if (!lexicon.subjects.includes(said[0]?.text ?? '')) return undefined
  const at = said.findIndex(({ text }, index) => {
    const next = said[index + 1]?.text ?? ''
    return (
      lexicon.connectors.and.includes(text) &&
      lexicon.quoting.includes(next) &&
      verbOf(next, { lexicon, frames }) === next
    )
  })
  return at < 1 ? undefined : at
}

// Behind words to a person, an order that is about the player, or to stay, come or lead, is for that person.
function isOrderTo(sentence: readonly Token[], context: NounContext): boolean {
  const { follows, leads, stays, negations, pronouns, addressees } = context.lexicon
  if (longestAt(sentence, 0, negations) > 0) return true
  if (!isImperative(sentence, context)) return false
  const isFor = (_: Token, at: number) =>
    [follows, leads, stays].some((phrases) => longestAt(sentence, at, phrases) > 0)
  return (
    sentence.some((token) => [...pronouns.self, ...addressees].includes(token.text)) ||
    sentence.some(isFor) ||
    isForOwn(sentence, context)
  )
}

// "Come on Mara follow me", "Mara what is that": an order or a question to a person whose name comes first, without a comma.
function toNamedFirst(sentence: readonly Token[], context: NounContext): Clause | undefined {
  const words = withoutFillers(sentence, context.lexicon)
  // A title or none, and one to three names.
  for (const length of [4, 3, 2, 1]) {
    const name = words.slice(0, length)
    const person = name.every(({ kind }) => kind === 'word') ? personNamed(name, context) : undefined
    if (person === undefined) continue
    const said = words.slice(length)
    const isAsked = context.lexicon.interrogatives.includes(said[0]?.text ?? '') || asksListener(said, context)
    const isOrder = said[0]?.kind === 'word' && isOrderTo(said, context)
    return isAsked || isOrder ? { tokens: said, done: true, addressed: person } : undefined
  }
  return undefined
}

// "Follow me Mara", "stay Mara": an order to come along or stay whose listener comes last, without a comma.
function toNamedLast(sentence: readonly Token[], context: NounContext): Clause | undefined {
  const words = withoutFillers(sentence, context.lexicon)
  const length = Math.max(longestAt(words, 0, context.lexicon.follows), longestAt(words, 0, context.lexicon.stays))
  const name = words.slice(length)
  if (length === 0 || name.length === 0 || !name.every(({ kind }) => kind === 'word')) return undefined
  const person = personNamed(name, context)
  return person === undefined ? undefined : { tokens: words.slice(0, length), done: true, addressed: person }
}

// "Put it on my bill": the player has no such thing.
function isForOwn(sentence: readonly Token[], { lexicon, nouns }: NounContext): boolean {
  const { pronouns, secondPerson } = lexicon
  return sentence.some(({ text }, at) => {
    const isOwner = Object.hasOwn(secondPerson, text) && !pronouns.self.includes(text)
    const owned = sentence[at + 1]?.text ?? ''
    return isOwner && owned !== '' && !isOfBody(owned, lexicon) && !isNameInScope(nouns, owned)
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

function sentencesOf(tokens: readonly Token[], lexicon: NounContext['lexicon']): Token[][] {
  const sentences: Token[][] = [[]]
  for (const [at, token] of tokens.entries())
    if (token.text === '.' && isAbbreviated(tokens[at - 1]?.text, tokens[at + 1]?.text, lexicon)) continue
    else if (token.kind === 'mark' && /[.;!?…—]/.test(token.text)) sentences.push([])
    else {
      sentences.at(-1)!.push(token)
      if (endsSpeech(tokens, at, lexicon)) sentences.push([])
    }
  return sentences.filter((sentence) => sentence.length > 0)
}

// "Mr. Pym", but not "Hello, sir. What is this place?"
function isAbbreviated(title = '', next = '', lexicon: NounContext['lexicon']): boolean {
  const isWhole = lexicon.pronouns.you.includes(title) && isKnownWord(next, lexicon)
  return lexicon.titles.includes(title) && !isWhole
}

// "“Sorry.” I give it back": what was said is a sentence of its own, unless the words behind it say that it was said.
function endsSpeech(tokens: readonly Token[], at: number, { subjects, quoting }: NounContext['lexicon']): boolean {
  const [quote, subject, verb] = tokens.slice(at, at + 3)
  return (
    quote?.kind === 'quote' &&
    /[.!?…]$/.test(quote.quoted ?? '') &&
    subjects.includes(subject?.text ?? '') &&
    verb?.kind === 'word' &&
    !quoting.includes(verb.text)
  )
}

interface Division {
  score: number
  parts: { from: number; to: number; tokens: Token[]; understood: boolean }[]
}

function divideSentence(sentence: readonly Token[], context: NounContext): Clause[] {
  const tokens = withoutReasons(sentence, context)
  const pieces = piecesOf(tokens, context.lexicon).flatMap((piece) => withPurpose(piece, tokens, context))
  const all = trimClause(tokens, context)
  const asks = isQuestion(all, context.lexicon)
  const isSupposed = pieces.some(({ order }) => order === 'if')
  if (asks && !isSupposed && pieces.some(({ subject }) => subject) && readClause(all, context))
    return [{ tokens: all, done: true }]
  const between = (from: number, to: number) => tokens.slice(pieces[from]!.start, pieces[to]!.end)
  const read = (from: number, to: number) => readTrimmed(between(from, to), context)
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
      // If both sides of a boundary make sense, they are two clauses.
      if (whole && understood[to] === true && pieces[to]!.order !== 'if') break
      const { score, tokens: clause } = to === from ? alone : read(from, to)
      whole = score !== undefined
      const after = best[to + 1]!
      if (score !== undefined && score + after.score > top.score)
        top = { score: score + after.score, parts: [{ from, to, tokens: clause, understood: true }, ...after.parts] }
    }
    best[from] = top
  }
  const divided: Divided[] = (best[0]?.parts ?? []).map(({ from, to, tokens: clause, understood }) => ({
    clause: { tokens: clause, done: true, ...(!asks && isAside(pieces[from]!) && { isAside: true }) },
    raw: between(from, to),
    order: pieces[from]!.order,
    subject: pieces[from]!.subject,
    understood,
    follows: tokens[pieces[to]!.end]?.text,
  }))
  const addressed = markAddressed(divided, context, tokens) ?? markCalled(tokens, context)
  if (addressed) return [addressed]
  // "I take the lamp and go, Mara follow me"
  for (const part of divided.slice(1)) {
    const speech = part.understood ? undefined : toNamedFirst(part.raw, context)
    if (speech) Object.assign(part, { clause: speech, understood: true })
  }
  if (asks) for (const { clause } of divided) clause.done = isQuestion(clause.tokens, context.lexicon)
  markNotDone(divided, context)
  return inOrder(divided)
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
