import { readClause } from './clause.ts'
import { trimClause } from './trim.ts'
import type { Clause } from './divide.ts'
import type { FrameIndex } from './frames.ts'
import type { NounContext } from './noun-context.ts'
import { readOne } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import type { Noun } from './nouns.ts'
import { lemmaOf, type Token } from './tokens.ts'

/** When a clause happens: after the one before it in the text, before it, or only if something else holds. */
export type Order = 'next' | 'before' | 'after' | 'if'

/** A clause with what is around it. */
export interface Divided {
  clause: Clause
  /** All tokens, with the words that carry no meaning. */
  raw: readonly Token[]
  order: Order
  subject: boolean
  understood: boolean
  /** The word or mark behind it. */
  follows: string | undefined
}

/** Marks clauses that are supposed, wished, negated, asked for or done by another person. */
export function markNotDone(clauses: readonly Divided[], context: NounContext, frames: FrameIndex): void {
  const { lexicon } = context
  const hasCondition = clauses.some(({ order }) => order === 'if')
  let supposed = false
  let byOther = false
  let wasAside = false
  for (const { clause, raw, order, subject, understood } of clauses) {
    if (order === 'if' || startsWithAny(raw, lexicon.suppositions, lexicon)) supposed = true
    else if (hasCondition && raw.some(({ text }) => lexicon.modals.includes(text))) supposed = true
    // "Take it while she is away and go down"
    if (subject || (wasAside && frames.verbs.has(clause.tokens[0]?.text ?? ''))) byOther = false
    else if (!understood && isByOther(clause.tokens, context, frames)) byOther = true
    else if (lexicon.others.includes(raw[0]?.text ?? '') && raw.length > 1) byOther = true
    wasAside = order === 'after'
    if (supposed || byOther || startsWithAny(raw, lexicon.negations, lexicon)) clause.done = false
  }
}

/** "Mara, open the door": words to a person, if a name stands first and more than a name follows. */
export function markAddressed(
  [first, ...others]: readonly Divided[],
  context: NounContext,
  tokens: readonly Token[],
): Clause | undefined {
  if (!first || others.length === 0 || first.understood || !/^[,:]$/.test(first.follows ?? '')) return undefined
  const person = personIn(first.clause.tokens, context)
  if (person === undefined) return undefined
  const said = tokens.slice(tokens.indexOf(first.raw.at(-1)!) + 2)
  return { tokens: said, done: true, addressed: person }
}

/** "Open the door, Mara": words to a person, unless they are a question to them that is an act of its own. */
export function markCalled(tokens: readonly Token[], context: NounContext, frames: FrameIndex): Clause | undefined {
  const comma = tokens.findLastIndex(({ text }) => text === ',')
  const person = comma > 0 ? personIn(tokens.slice(comma + 1), context) : undefined
  if (person === undefined || personIn(tokens.slice(comma - 1, comma), context) !== undefined) return undefined
  const said = tokens.slice(0, comma)
  const [whole, alone] = [tokens, said].map((part) => readClause(trimClause(part, context), context, frames))
  const isTalk = whole?.act.person === person && whole.act.topic !== undefined
  return alone && !isTalk ? { tokens: said, done: true, addressed: person } : undefined
}

/** Whether a clause begins like a question that asks for no act. */
export function isQuestion(
  tokens: readonly Token[],
  { questions, connectors, inversions, auxiliaries }: NounContext['lexicon'],
): boolean {
  if (longestAt(tokens, 0, questions) === 0) return false
  // "When she looks away, I take it" is a clause of time; "when does she look away" is a question.
  const next = tokens[1]?.text ?? ''
  return !connectors.after.includes(tokens[0]!.text) || inversions.includes(next) || auxiliaries.includes(next)
}

// "Mara opens the door": a person as the subject.
function isByOther(tokens: readonly Token[], context: NounContext, { verbs }: FrameIndex): boolean {
  const isVerb = (word: string) => verbs.has(word)
  const [first] = tokens
  if (!first || isVerb(lemmaOf(first.text, context.lexicon, isVerb))) return false
  return [1, 2, 3].some((length) => {
    const next = tokens[length]
    return next?.kind === 'word' && personIn(tokens.slice(0, length), context) !== undefined
  })
}

function personIn(tokens: readonly Token[], context: NounContext): string | undefined {
  const nouns = peopleOf(context.nouns)
  const found = readOne(tokens, { ...context, nouns, referents: {} }, () => 1)
  const [id] = found && found.score >= 2 && !found.between ? found.ids : []
  return id !== undefined && nouns.some((noun) => noun.id === id) ? id : undefined
}

// The first words of a clause, fillers passed over one by one, contain one of the phrases.
function startsWithAny(tokens: readonly Token[], phrases: readonly string[], lexicon: NounContext['lexicon']): boolean {
  let at = 0
  while (at < tokens.length) {
    if (longestAt(tokens, at, phrases) > 0) return true
    const isAuxiliary = [...lexicon.auxiliaries, ...lexicon.connectors.and].includes(tokens[at]!.text)
    const filler = Math.max(longestAt(tokens, at, lexicon.fillers), isAuxiliary ? 1 : 0)
    if (filler === 0) return false
    at += filler
  }
  return false
}

const people = new WeakMap<readonly Noun[], Noun[]>()

function peopleOf(nouns: readonly Noun[]): Noun[] {
  let found = people.get(nouns)
  if (!found) people.set(nouns, (found = nouns.filter(({ kind }) => kind === 'person')))
  return found
}
