import { isSaid, patternOf } from './conditions.ts'
import { correctedTerms } from './corrected-terms.ts'
import { type Mention, mentionsIn } from './mentions.ts'
import type { Named, Premise } from './premise.ts'
import { plainly } from './recitable.ts'
import { fitting } from './references.ts'
import { firstTerms, tagged, type Term } from './tagged.ts'
import { hasVerb } from './whole-clause.ts'
import { isWord } from './words.ts'

/** When something happens by its verb: `later` is what is wanted, allowed or expected, `unclear` where the verb is not found. */
type Tense = 'present' | 'perfect' | 'past' | 'later' | 'unclear'

/** A clause of a premise, in its own words. */
export interface MainClause {
  text: string
  /** Where it is in the text of the premise. */
  start: number
  end: number
  /** Number of its sentence, from 0. */
  sentence: number
  /** Who or what does it, by its grammar. */
  subjects: readonly Named[]
  /** Those who are with them: "we are locked in with the colonel". */
  companions: readonly Named[]
  /** Whether the player is one of the subjects. */
  isOfPlayer: boolean
  tense: Tense
  /** From the verb on. */
  predicate: string
  /** Whether it hangs on another clause, or is a question: "before he was hanged". */
  isOpen: boolean
}

const begins =
  '(?:an?|the|my|your|his|her|their|its|our|he|she|they|you|I|we|nobody|somebody|someone|one|old|young|there|tonight|tomorrow|now)\\b|\\p{Lu}|\\p{Ll}+ \\p{Lu}'
const join = new RegExp(
  `;\\s+|:\\s+|\\s[—–]\\s|,? (?:and|but|while|yet|so|because) (?=${begins})|, (?=${begins})`,
  'gu',
)

/** The clauses of a premise, in their order. */
export function mainClausesOf(premise: Premise): MainClause[] {
  const all = namedIn(premise)
  const clauses: MainClause[] = []
  let from = 0
  for (const [sentence, { text }] of tagged(premise.text).entries()) {
    const whole = text.trim()
    const at = premise.text.indexOf(whole, from)
    if (at < 0) continue
    from = at + whole.length
    const isQuestion = /\?["”’)]*$/u.test(whole)
    for (const { start, text: part } of partsOf(whole)) {
      const read = readClause(part, { all, player: premise.player, clauses })
      const isOpen = isQuestion || isSaid('stated.hanging', part)
      clauses.push({ text: part, start: at + start, end: at + start + part.length, sentence, ...read, isOpen })
    }
  }
  return clauses
}

/** All that a premise names, but the player. */
export function namedIn({ people, absent, things, places, regions, matters, locked }: Premise): Named[] {
  return [...people, ...absent, ...things, ...places, ...(locked ? [locked] : []), ...regions, ...matters]
}

/** A sentence, divided where another clause begins. */
function partsOf(sentence: string): { start: number; text: string }[] {
  const parts: { start: number; text: string }[] = []
  let start = 0
  const add = (end: number) => {
    const text = sentence.slice(start, end).replace(/[\s.!?…,:;]+(?:(?:and|but|so)[\s.!?…,:;]*)?$/u, '')
    if (text !== '') parts.push({ start, text })
  }
  for (const { index, 0: found } of sentence.matchAll(join)) {
    const next = index + found.length
    const isSurely = /[;—–]/.test(found)
    const right = withoutInsertions(sentence.slice(next)).split(/[,;:]/u)[0]!
    const left = sentence.slice(start, index)
    if (!isSurely && !(isClause(left) && !isUnfinished(left) && isClause(right))) continue
    add(index)
    start = next
  }
  add(sentence.length)
  return parts
}

/** Whether a text has a subject and a verb of its own: not "a hen that will not stop". */
export function isClause(text: string): boolean {
  const plain = withoutInsertions(plainly(text))
  const terms = correctedTerms(firstTerms(plain))
  const at = verbAt(terms)
  return at > 0 && !isRelative(plain.slice(0, placeOf(terms, at, plain)))
}

// "Notices that the captain, the stewards and the passengers are gone" is one clause.
function isUnfinished(text: string): boolean {
  const [, rest] = /.*\b(?:that|whether|if|because|when|while|who|which|where|why|how)\b(.*)$/isu.exec(text) ?? []
  return rest !== undefined && !hasVerb(`they ${rest}`)
}

// Of "the man who runs the mill" the verb says nothing of when.
function isRelative(before: string): boolean {
  return /\b(?:who|whom|which|that|whose)\b/i.test(before)
}

interface Reading {
  all: readonly Named[]
  player: Named | undefined
  clauses: readonly MainClause[]
}

type Read = Pick<MainClause, 'subjects' | 'companions' | 'isOfPlayer' | 'tense' | 'predicate'>

function readClause(part: string, { all, player, clauses }: Reading): Read {
  const text = withoutInsertions(plainly(part))
  const terms = correctedTerms(firstTerms(text))
  const at = verbAt(terms)
  if (at < 0) return { subjects: [], companions: [], isOfPlayer: false, tense: 'unclear', predicate: '' }
  const verb = placeOf(terms, at, text)
  const before = text.slice(0, verb)
  const predicate = text.slice(verb)
  const known = player ? [...all, player] : all
  const mentions = mentionsIn(text, known).map((mention) => withoutBefore(mention, text))
  const isFree = (start: number) => !isSaid('stated.attached', text.slice(0, start))
  const ahead = mentions.filter(({ start }) => start < verb && isFree(start))
  const isInverted = ahead.length === 0 && isSaid('stated.fronted', text) && isSaid('stated.posture', predicate)
  const subjects = (isInverted ? mentions.filter(({ start }) => start > verb && isFree(start)) : ahead).map(
    ({ named }) => named,
  )
  const meant = subjects.length === 0 ? meantBy(before, { all: known, clauses }) : undefined
  const own = [...subjects, ...(meant ? [meant] : [])]
  return {
    subjects: own.filter((each) => each !== player),
    companions: mentions.filter(({ start }) => isSaid('stated.with', text.slice(0, start))).map(({ named }) => named),
    isOfPlayer: /\b(?:I|we|you)\b/i.test(before) || own.some((each) => each === player),
    tense: isRelative(before) ? 'unclear' : tenseOf(terms.slice(at), text),
    predicate,
  }
}

// "After the landslide the postwoman Greta": who begins at the last article.
function withoutBefore({ named, start, end }: Mention, text: string): Mention {
  const article = text
    .slice(start, end)
    .search(/ (?:the|an?|my|your|our|his|her|their) (?!.* (?:the|an?|my|your|our|his|her|their) )/iu)
  return { named, start: article < 0 ? start : start + article + 1, end }
}

// "Noor, an interpreter at the talks, mistranslates", "Kip, who is also his brother-in-law, is".
function withoutInsertions(text: string): string {
  return text
    .replaceAll(/, (?:(?:who|whom|whose|which|also|an?|the|my|our|his|her|their)\b|\d+)[^,]*,/giu, '')
    .replace(/[“”"]/gu, '')
}

// "She is in there with you": the only one whom she can be.
function meantBy(before: string, { all, clauses }: Omit<Reading, 'player'>): Named | undefined {
  const [, pronoun] = /^(?:\p{Ll}+,? )?(he|she|they)$/iu.exec(before.trim()) ?? []
  if (pronoun === undefined) return undefined
  const said = clauses.map(({ text }) => text).join('. ')
  const known = mentionsIn(said, all).map(({ named }) => named)
  const gender = pronoun.toLowerCase() as 'he' | 'she' | 'they'
  const fit = fitting({ gender }, known)
  return fit.length === 1 ? fit[0] : undefined
}

function placeOf(terms: readonly Term[], at: number, text: string): number {
  let from = 0
  for (const [index, { text: word }] of terms.entries()) {
    const found = word === '' ? from : text.indexOf(word, from)
    if (index === at) return Math.max(found, 0)
    from = Math.max(found, from) + word.length
  }
  return text.length
}

function has({ tags }: Term, ...any: string[]): boolean {
  return any.some((tag) => tags.includes(tag))
}

/** Where the finite verb of a clause is; -1 without one. */
function verbAt(terms: readonly Term[]): number {
  return terms.findIndex((term, at) => {
    const before = terms[at - 1]
    if (before === undefined) return false
    // "Wenzel and Jarmila quarrel": the tagger takes it for a noun.
    if (isWord('verb', term.text) && isVerbBehind(before, term, terms[at + 1])) return true
    if (!has(term, 'Verb', 'Modal', 'Copula', 'Auxiliary') || has(term, 'Gerund', 'Adjective')) return false
    // "A nervous man named Ulf".
    if (isSaid('name.naming', term.text.toLowerCase())) return false
    if (has(before, 'Determiner', 'Possessive', 'Preposition') || before.text.toLowerCase() === 'to') return false
    return (
      has(term, 'Modal', 'Copula', 'Auxiliary', 'PresentTense', 'PastTense') ||
      (has(term, 'Infinitive') && has(before, 'Plural', 'Pronoun', 'ProperNoun', 'Noun'))
    )
  })
}

// "The letter lies on the table".
function isVerbBehind(before: Term, { text }: Term, next: Term | undefined): boolean {
  const isInflected = /\p{Ll}s$/u.test(text) && next !== undefined && has(next, 'Preposition', 'Determiner', 'Adverb')
  return /^\p{Ll}/u.test(text) && (has(before, 'ProperNoun', 'Plural') || (isInflected && has(before, 'Noun')))
}

function tenseOf(terms: readonly Term[], text: string): Tense {
  const [verb, ...others] = terms
  const word = verb!.text.toLowerCase()
  const next = others.find((term) => !has(term, 'Adverb', 'Negative') && term.text !== '')
  if (patternOf('stated.modal').test(word)) return 'later'
  if (/^(?:was|were|had|did)$/.test(word)) return 'past'
  if (/^(?:has|have)$/.test(word)) {
    if (next?.text.toLowerCase() === 'to') return 'later'
    return next && has(next, 'PastTense', 'Participle', 'Copula') && !has(next, 'Noun') ? 'perfect' : 'present'
  }
  const isDated = isSaid('stated.arriving', word) && isSaid('stated.when', text)
  if (isDated || isSaid('stated.notYet', text)) return 'later'
  if (/^(?:is|are|am)$/.test(word) && next && isSaid('stated.willBe', `${next.text} `)) return 'later'
  if (has(verb!, 'PastTense') && !has(verb!, 'PresentTense')) return 'past'
  return has(verb!, 'PresentTense', 'Copula', 'Auxiliary', 'Infinitive') || isWord('verb', word) ? 'present' : 'unclear'
}
