import { isOnlyNoun, nounKindOf } from './noun-kinds.ts'
import type { Term } from './tagged.ts'

/** The words of a sentence with their tags, where the tagger errs in a way that the words around them show. */
export function correctedTerms(terms: readonly Term[]): readonly Term[] {
  return withCodes(withVerbs(withNames(withNicknames(terms))))
}

// `Ezekiel "Zeke" Marlowe` is one name.
function withNicknames(terms: readonly Term[]): Term[] {
  return terms.reduce<Term[]>((all, term, at) => {
    const [last, next] = [all.at(-1), terms[at + 1]]
    const isQuoted = /["“‘']$/.test(term.pre) && /^["”’']\s*$/.test(term.post) && isCapital(term)
    if (!isQuoted || !last || !next || !isCapital(last) || !isCapital(next)) return [...all, term]
    return [
      ...all.slice(0, -1),
      { ...last, text: `${last.text} ${term.pre.trim()}${term.text}${term.post.trim()}`, post: ' ' },
    ]
  }, [])
}

// "His cellmate, Wick, found it", "Vex cracks the safe", "Zorp, a student": a word with a capital is a name inside a sentence, or before a
// verb in the third person, or if the content does not know the word, although the tagger takes it for a verb or a noun.
function withNames(terms: readonly Term[]): Term[] {
  return terms.map((term, at) => {
    if (!/^\p{Lu}\p{Ll}+$/u.test(term.text) || term.tags.includes('ProperNoun')) return term
    const [before, next, after] = [terms[at - 1], terms[at + 1], terms[at + 2]]
    const isInside = before !== undefined && !/[:.!?“"'‘(]/.test(`${before.post}${term.pre}`)
    const isVerb = term.tags.includes('Verb')
    const isSubject = next !== undefined && after !== undefined && /^\p{Ll}+s$/u.test(next.text) && isObject(after)
    const isUnknown = term.tags.includes('Singular') && nounKindOf(term.text) === undefined && /[,]/.test(term.post)
    const isName = isVerb
      ? isInside || (at === 0 && isSubject)
      : at === 0 && isUnknown && after !== undefined && isRole(next)
    return isName ? { ...term, tags: ['Noun', 'Singular', 'ProperNoun'] } : term
  })
}

function isRole(term: Term | undefined): boolean {
  return term !== undefined && /^(?:an?|the|my|your|our|his|her)$/.test(term.text)
}

// "Cabin nine,", "juror seven keeps": not "gave the boy two coins".
function isNumberOf({ text, tags, post }: Term, next: Term | undefined): boolean {
  if (!/^\p{Ll}+$/u.test(text) || !tags.includes('Cardinal') || /^one$/.test(text)) return false
  return next === undefined || /[,;:.!?]/.test(post) || next.tags.includes('Verb')
}

// `Certain` is none of the tagger's.
const verbTags = ['Verb', 'PresentTense', 'Certain']

// "The boatman Ash ferries a crate", "his contains a bomb": between a name or a pronoun and an object stands the verb of the clause.
function withVerbs(terms: readonly Term[]): Term[] {
  return terms.map((term, at) => {
    const [before, after] = [terms[at - 1], terms[at + 1]]
    if (before === undefined || after === undefined || before.post.trim() !== '' || term.post.trim() !== '') return term
    if (isVerbOfPart(terms, at) || isVerbAtEnd(terms, at) || isNoNoun(terms, at)) return { ...term, tags: verbTags }
    const isVerb =
      term.tags.includes('Plural') &&
      /^\p{Ll}+s$/u.test(term.text) &&
      (isCapital(before) || /^(?:mine|his|hers|ours|theirs|yours)$/i.test(before.text)) &&
      !before.tags.includes('Determiner') &&
      isObject(after) &&
      !hasVerbBefore(terms, at)
    return isVerb ? { ...term, tags: verbTags } : term
  })
}

// "One of the two works for the police."
function isVerbOfPart(terms: readonly Term[], at: number): boolean {
  const said = terms.slice(Math.max(0, at - 4), at).map(({ text }) => text)
  const isPart = /^(?:one|each|neither|either|none) of (?:the|us|you|them|these|those) ?(?:two|three|four|five)?$/i
  const isLast = isPart.test(said.join(' ')) || isPart.test(said.slice(1).join(' '))
  const { text, tags } = terms[at]!
  return isLast && tags.includes('Plural') && /^\p{Ll}+s$/u.test(text) && !isOnlyNoun(text) && isWhere(terms[at + 1])
}

// "The dolls in the attic move at night": the clause has no other verb.
function isVerbAtEnd(terms: readonly Term[], at: number): boolean {
  const [before, term, after] = [terms[at - 1], terms[at]!, terms[at + 1]]
  const isLast = before?.tags.includes('Singular') === true && term.tags.includes('Singular') && isWhere(after)
  if (!isLast || isOnlyNoun(term.text) || nounKindOf(term.text) !== 'matter') return false
  const subject = terms.slice(0, at).find(({ tags }) => tags.includes('Noun') && !tags.includes('Pronoun'))
  const isOther = subject?.tags.includes('Plural') === true && subject !== before
  return isOther && !terms.some(({ tags }) => tags.includes('Verb'))
}

// "The crew eat boots": a word that the content does not know as a noun, in a clause without another verb.
function isNoNoun(terms: readonly Term[], at: number): boolean {
  const [before, term, after] = [terms[at - 1], terms[at]!, terms[at + 1]]
  const isBetween =
    before?.tags.includes('Singular') === true &&
    after !== undefined &&
    (after.tags.includes('Noun') || isObject(after))
  if (!isBetween || !/^\p{Ll}{2,}$/u.test(term.text) || !term.tags.includes('Singular')) return false
  return (
    nounKindOf(term.text) === undefined &&
    /^\p{Ll}+$/u.test(before.text) &&
    !terms.some(({ tags }) => tags.includes('Verb'))
  )
}

function isWhere(term: Term | undefined): boolean {
  return term?.tags.includes('Preposition') === true
}

function isObject({ text, tags }: Term): boolean {
  return (
    (tags.includes('Determiner') && !/^(?:that|which)$/.test(text)) || /^(?:my|your|his|her|its|our|their)$/.test(text)
  )
}

function hasVerbBefore(terms: readonly Term[], end: number): boolean {
  const start = terms.slice(0, end).findLastIndex(({ post }) => /[,;:—–]/.test(post)) + 1
  return terms.slice(start, end).some(({ tags }) => tags.includes('Verb'))
}

function isCapital({ text }: Term): boolean {
  return /^\p{Lu}/u.test(text)
}

// "Form 88-B", "inmate 4471": a number behind a noun is a part of its name. The tagger divides it at the hyphen.
function withCodes(terms: readonly Term[]): Term[] {
  return terms.reduce<Term[]>((all, term, at) => {
    const last = all.at(-1)
    if (last?.tags.includes('Code') && last.post === '-')
      return [...all.slice(0, -1), { ...last, text: `${last.text}-${term.text}`, post: term.post }]
    const isNumber =
      (/^\d+$/.test(term.text) || isNumberOf(term, terms[at + 1])) && last !== undefined && /^[^\S\n]$/.test(last.post)
    if (!isNumber || !(isCapital(last) || last.tags.includes('Singular')) || last.tags.includes('Preposition'))
      return [...all, term]
    const noun = { ...last, tags: [...last.tags.filter((tag) => !/^(?:Verb|ProperNoun)$/.test(tag)), 'Noun'] }
    return [...all.slice(0, -1), noun, { ...term, tags: ['Code'] }]
  }, [])
}
