import { memoizeByObject } from '../memoize-by-object.ts'
import { readClause } from './clause.ts'
import { trimClause } from './trim.ts'
import type { Clause } from './divide.ts'
import type { NounContext } from './noun-context.ts'
import { idNamed } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import type { Noun } from './nouns.ts'
import type { Token } from './tokens.ts'
import { verbOf } from './verbs.ts'

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
  /** The word or mark after it. */
  follows: string | undefined
}

/** Marks clauses that are supposed, wished, negated, asked for or done by another person. */
export function markNotDone(clauses: readonly Divided[], context: NounContext): void {
  const { lexicon, frames } = context
  const hasCondition = clauses.some(({ order }) => order === 'if')
  let supposed = false
  let byOther = false
  let wasAside = false
  for (const { clause, raw, order, subject, understood } of clauses) {
    // "If she lets me, I go down": what depends on a condition is tried. "If I had it, I would go down" is not.
    const isCondition = order === 'if' && !isHypothetical(raw, lexicon)
    if (!isCondition && (order === 'if' || startsWithAny(raw, lexicon.suppositions, lexicon))) supposed = true
    else if (hasCondition && raw.some(({ text }) => lexicon.modals.includes(text))) supposed = true
    // "She is late, I wait", "take it while she is away and go down"
    const isOwn = subject || lexicon.subjects.includes(raw[0]?.text ?? '')
    if (isOwn || order === 'if' || (wasAside && frames.verbs.has(clause.tokens[0]?.text ?? ''))) byOther = false
    else if (!understood && isByOther(clause.tokens, context)) byOther = true
    else if (lexicon.others.includes(raw[0]?.text ?? '') && raw.length > 1) byOther = true
    wasAside = order === 'after' || order === 'if'
    if (supposed || byOther || isCondition || startsWithAny(raw, lexicon.negations, lexicon)) clause.done = false
    if (!byOther || supposed) continue
    clause.byOther = true
    const who = subjectOf(clause.tokens, context)
    if (who !== undefined) clause.subject = who
  }
}

// "If I took it", "if I had it": unlike "if she lets me".
function isHypothetical(raw: readonly Token[], { modals, lemmas }: NounContext['lexicon']): boolean {
  const isPast = (word: string) => word.endsWith('ed') || (Object.hasOwn(lemmas, word) && !/(?:ing|s)$/.test(word))
  return raw.some(({ text }) => modals.includes(text) || isPast(text))
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
export function markCalled(tokens: readonly Token[], context: NounContext): Clause | undefined {
  const comma = tokens.findLastIndex(({ text }) => text === ',')
  const name = tokens.slice(comma + 1)
  const person = comma > 0 && isNameOnly(name, context) ? personIn(name, context) : undefined
  if (person === undefined || personIn(tokens.slice(comma - 1, comma), context) !== undefined) return undefined
  const said = tokens.slice(0, comma)
  const [whole, alone] = [tokens, said].map((part) => readClause(trimClause(part, context), context))
  const isTalk = whole?.act.person === person && whole.act.topic !== undefined
  // "Here is your lamp, Mara"
  const isHanded = whole?.sure === true && whole.act.act === 'give' && whole.act.person === person
  if (isHanded) return { tokens: [...trimClause(tokens, context)], done: true }
  const isCalled = alone !== undefined || isImperative(said, context)
  return isCalled && !isTalk ? { tokens: said, done: true, addressed: person } : undefined
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
function isByOther(tokens: readonly Token[], context: NounContext): boolean {
  const [first] = tokens
  if (!first || verbOf(first.text, context) !== undefined) return false
  return subjectOf(tokens, context) !== undefined
}

function subjectOf(tokens: readonly Token[], context: NounContext): string | undefined {
  return [1, 2, 3]
    .map((length) => {
      const person = tokens[length]?.kind === 'word' ? personIn(tokens.slice(0, length), context) : undefined
      // "Hester Lamb" is a name and no sentence.
      const isName = context.nouns.some(({ id, names }) => id === person && names.flat().includes(tokens[length]!.text))
      return isName ? undefined : person
    })
    .find((person) => person !== undefined)
}

/** "Lead the way", "help me", "forgive him": words that begin with the base form of a verb, or order to come along or to stay. */
export function isImperative(tokens: readonly Token[], { lexicon, frames }: NounContext): boolean {
  const words = tokens.filter(({ kind }) => kind === 'word')
  if ([lexicon.follows, lexicon.leads, lexicon.stays].some((phrases) => longestAt(words, 0, phrases) > 0)) return true
  const first = words[0]?.text ?? ''
  return !lexicon.fillers.includes(first) && verbOf(first, { lexicon, frames }) === first && words.length > 1
}

// "And who is Mara" has a name and more.
function isNameOnly(tokens: readonly Token[], { nouns, lexicon }: NounContext): boolean {
  const known = [...lexicon.articles, ...lexicon.titles, ...Object.values(lexicon.kinds).flat(), ...lexicon.courtesies]
  const { you } = lexicon.pronouns
  const isName = ({ text }: Token) => peopleOf(nouns).some(({ names }) => names.flat().includes(text))
  return tokens.every((token) => isName(token) || known.includes(token.text) || you.includes(token.text))
}

function personIn(tokens: readonly Token[], context: NounContext): string | undefined {
  const nouns = peopleOf(context.nouns)
  const id = idNamed(tokens, { ...context, nouns, referents: {} }, { least: 2 })
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

const peopleOf = memoizeByObject((nouns: readonly Noun[]) => nouns.filter(({ kind }) => kind === 'person'))
