import { isSaid } from './conditions.ts'
import { isOnlyNoun, nounKindOf } from './noun-kinds.ts'
import { correctedTerms } from './corrected-terms.ts'
import { isWord, wordsOf } from './words.ts'
import { tagged, type Term } from './tagged.ts'

/** A noun with what describes it: "the last lighthouse", "her dead sister Ilse". */
export interface NounPhrase {
  /** Without determiner: `last lighthouse`. */
  text: string
  /** The last noun: `lighthouse`. */
  head: string
  /** `a`, `the`, `her`, `two`; empty for a bare noun or a name. */
  determiner: string
  isPlural: boolean
  /** Whether it ends in a name: `Ilse`, `Inspector Hale`. */
  isName: boolean
  /** Whether the tagger took the name for one of a person. */
  isPersonName: boolean
  /** Whether the tagger took the name for one of a town, a country or another place. */
  isPlaceName: boolean
  /** Whether it stands right behind a colon. */
  isAfterColon?: boolean
  /** Whether a comma follows it. */
  hasComma: boolean
  /** Whether it names a day, a month or another time. */
  isTime: boolean
  /** The preposition before it, in lower case, if any. */
  preposition?: string
  /** Whether the tagger took the noun for one of a role or a trade. */
  isActor: boolean
  /** Whether a verb in the active voice follows it. */
  isSubject: boolean
  /** The words between it and the next phrase or the end of its sentence, in lower case. */
  followedBy: string
  /** The words between the phrase before it, or the beginning of its sentence, and itself, in lower case. */
  precededBy: string
  /** The pronoun of a first name that is one of a woman or a man. */
  pronoun?: 'she' | 'he'
  /** Number of its sentence, from 0. */
  sentence: number
  /** A number that is a part of it: `88-B` in "Form 88-B". */
  code?: string
  /** What an apposition says that the named person is. */
  role?: string
  /** Of a name: that of a town or the like, or of a guild or the like, which is neither a person nor a thing here, or of a thing. */
  names?: 'place' | 'group' | 'thing'
  /** What it is called elsewhere in the premise. */
  alsoCalled?: string
}

/** Lists the noun phrases of a text in their order, without pronouns. */
export function nounPhrasesIn(text: string): NounPhrase[] {
  return tagged(text).flatMap(({ terms }, sentence) => phrasesOf(correctedTerms(terms), sentence))
}

function isCode({ tags }: Term): boolean {
  return tags.includes('Code')
}

function phrasesOf(terms: readonly Term[], sentence: number): NounPhrase[] {
  const found: NounPhrase[] = []
  let at = 0
  let gap = ''
  while (at < terms.length) {
    // "Tonight keeper Isla Munro climbed the stair."
    const isWhen =
      found.length === 0 && /^(?:tonight|today|tomorrow|yesterday|now|then|meanwhile)$/i.test(terms[at]!.text)
    const end = isWhen ? at + 1 : endOfPhrase(terms, at)
    const words = terms.slice(at, end)
    const isVerb =
      at > 0 && ((isNoun(terms[at - 1]!) && isVerbAfterSubject(terms, at)) || isVerbAfterApposition(terms, at))
    // "The will": the tagger takes it for a verb.
    const isOnlyVerb = !words.some((term) => isNoun(term)) && !(end - at > 1 && isPartOfName(terms, end - 1))
    // "The clock strikes thirteen."
    const isOnlyNumber = words.every((term) => isDeterminer(term) || term.text === '')
    // "I have promised him mine."
    const isOwn = words.length === 1 && /^(?:mine|yours|hers|ours|theirs)$/.test(words[0]!.text)
    if (isWhen || isVerb || isOnlyVerb || isOnlyNumber || isOwn) {
      const word = terms[at]!.text.toLowerCase()
      const last = found.at(-1)
      if (last) last.followedBy = `${last.followedBy} ${word}`.trim()
      gap = `${gap} ${word}`.trim()
      at += 1
      continue
    }
    // A year belongs to the name that follows: "in 1930s Shanghai".
    const isYearOf = isYear(terms[at - 1]) && isCapital(words.at(-1)!) && !isDeterminer(words[0]!)
    const before = isYearOf ? terms[at - 2] : terms[at - 1]
    found.push({ ...phraseOf(words, { before, after: terms.slice(end), sentence }), precededBy: gap })
    gap = ''
    at = end
  }
  return found
}

// A determiner, then adjectives and participles, then nouns; it ends where punctuation or another kind of word follows.
function endOfPhrase(terms: readonly Term[], start: number): number {
  let at = start
  // "The letter was burned last night."
  if (/^(?:was|been)$/i.test(terms[start - 1]?.text ?? '') && /\w{2}(?:ed|en|nt)$/.test(terms[start]!.text))
    return start + 1
  const startsWithDeterminer = isDeterminer(terms[at]!)
  // "A crew of three: Captain Ode": what stands before a colon or a comma counts nothing behind it.
  while (at < terms.length && isDeterminer(terms[at]!)) {
    at += 1
    if (/[,;:!?—–]/.test(terms[at - 1]!.post)) return at
  }
  let hasNoun = false
  const isObject = terms[start - 1]?.tags.includes('Verb') === true
  while (at < terms.length) {
    const term = terms[at]!
    const isModifier = !hasNoun && isAdjective(term, startsWithDeterminer || at > start)
    const isHyphenated = !hasNoun && (isHyphen(term) || isHyphen(terms[at - 1]))
    // The tagger divides "king's" into two terms, of which the second is empty.
    const isCompound: boolean = at > start && isPartOfName(terms, at)
    if (hasNoun && isCode(term)) return at + 1
    if (!isModifier && !isHyphenated && !isCompound && term.text !== '' && !isNoun(term)) break
    // "Dr Okafor blame each other": a name with a title ends the phrase.
    if (hasNoun && /^(?:tonight|today|tomorrow|yesterday)$/i.test(term.text)) break
    // "For twenty years Sister Agnes": a time ends before a name.
    if (hasNoun && isCapital(term) && isTimeNoun(terms[at - 1]!)) break
    // "Get the count past the guards".
    if (hasNoun && term.text === 'past' && terms[at + 1] !== undefined && isDeterminer(terms[at + 1]!)) break
    // "Bring the ring back", "found the rope cut".
    if (hasNoun && (term.text === 'back' || (isObject && /^(?:cut|shut|split|burst|left)$/.test(term.text)))) break
    if (hasNoun && !isCapital(term) && isTitled(terms.slice(start, at))) break
    // "hears a witness say in dialect", where the verb is not the last noun.
    const isSaid = isWord('verb', term.text) && terms[at - 1] !== undefined && isWord('person', terms[at - 1]!.text)
    const isObjectNoun = isObject && isLastOfClause(term, terms[at + 1]) && !isSaid
    if (hasNoun && !isObjectNoun && !isNounAtEnd(terms, start, at) && isVerbAfterSubject(terms, at)) break
    // "the king's lost crown" is one phrase: an owner begins it anew.
    hasNoun = !isOwner(term) && term.text !== '' && (hasNoun || ((isNoun(term) || isCompound) && !isHyphen(term)))
    at += 1
    // A full stop inside a sentence belongs to an abbreviation.
    if (/[,;:!?—–]/.test(term.post) || terms[at]?.pre.includes('"')) break
  }
  return hasNoun ? at : Math.max(start + 1, at)
}

// "The vicarage garden": the tagger takes some nouns behind a noun for verbs.
function isPartOfName(terms: readonly Term[], at: number): boolean {
  const [before, { text }, after] = [terms[at - 1], terms[at]!, terms[at + 1]]
  if (before === undefined || before.post.trim() !== '' || !/^\p{Ll}{4,}$/u.test(text)) return false
  if (terms[at]!.tags.includes('Certain')) return false
  if (isCounted(terms, at)) return true
  if (isPreposition(terms[at]!) || (after !== undefined && isDeterminer(after))) return false
  // "Neither will move".
  const isOfArticle = isDeterminer(before) && !/^(?:neither|either|each|all|both|none)$/i.test(before.text)
  if (!isOfArticle && terms[at]!.tags.includes('Modal') && after?.tags.includes('Verb')) return false
  // "A severed hand".
  if (isSaid('ofBody', `${before.text} ${text}`)) return true
  // "In his safe.": what the tagger takes for an adjective.
  const isLast = isDeterminer(before) && terms[at]!.tags.includes('Adjective') && isLastOfClause(terms[at]!, after)
  if (isLast && (isWord('fixture', text) || isWord('portable', text))) return true
  const isAfter = isWord('place', before.text) || isDeterminer(before) || isAdjective(before, true)
  const isThing =
    isDeterminer(before) &&
    (isWord('readable', text) || isWord('portable', text)) &&
    (after === undefined || !isNoun(after) || isWord('verb', after.text))
  // "Her wedding ring": no verb in the plural follows a noun in the singular.
  // "The rose garden".
  const isPlace = (isWord('place', text) || nounKindOf(text) === 'place') && !terms[at]!.tags.includes('PastTense')
  const isThingOrPlace = wordsOf('portable').includes(text) || isWord('fixture', text) || isPlace
  const isCompound = before.tags.includes('Singular') && isThingOrPlace && isLastOfClause(terms[at]!, after)
  if (isCompound) return true
  return isThing || (isAfter && (isWord('place', text) || isWord('matter', text)))
}

// "Forty silver coins": the tagger takes some plurals behind a noun for verbs.
function isSeveral({ text, tags }: Term): boolean {
  const isNumber = tags.includes('Cardinal') && !/^(?:one|1)$/i.test(text)
  return isNumber || /^(?:some|several|many|few|both|these|those)$/i.test(text)
}

// "Thirty gold rings", "nine copper coins": behind a number and a noun in the singular comes what is counted.
function isCounted(terms: readonly Term[], at: number): boolean {
  const [number, before, { text }] = [terms[at - 2], terms[at - 1], terms[at]!]
  return (
    number !== undefined &&
    before !== undefined &&
    isSeveral(number) &&
    (before.tags.includes('Singular') || before.tags.includes('Adjective')) &&
    before.post.trim() === '' &&
    /^\p{Ll}{2,}[^s]s$/u.test(text)
  )
}

function isTimeNoun({ text, tags }: Term): boolean {
  return (
    /^\p{Ll}/u.test(text) &&
    (tags.includes('Duration') || tags.includes('Time') || /^(?:years?|months?|weeks?|days?)$/.test(text))
  )
}

function isTitled(words: readonly Term[]): boolean {
  const [title, name] = words.slice(-2)
  return (
    title !== undefined && name !== undefined && isCapital(name) && isCapital(title) && isWord('honorific', title.text)
  )
}

function isHyphen(term: Term | undefined): boolean {
  return term?.post === '-'
}

function isLastOfClause({ post }: Term, next: Term | undefined): boolean {
  return next === undefined || /[,;:.!?—–]/.test(post) || isPreposition(next)
}

// "Is on the altar steps."
function isNounAtEnd(terms: readonly Term[], start: number, at: number): boolean {
  const before = terms[start - 1]
  const isWhere = before !== undefined && isPreposition(before) && terms[start - 2]?.tags.includes('Copula') === true
  return isWhere && /[,;:.!?]/.test(terms[at]!.post) && terms[at]!.tags.includes('Plural')
}

function isOwner({ text }: Term): boolean {
  return /\p{L}['’]s$/u.test(text)
}

/** Whether a word that was tagged as a noun is the verb of a plural subject: "brothers inherit a house". */
function isVerbAfterSubject(terms: readonly Term[], at: number): boolean {
  const [before, term, after] = [terms[at - 1]!, terms[at]!, terms[at + 1]]
  if (/[,;:!?—–]/.test(before.post) || isCounted(terms, at)) return false
  if (isWord('verb', term.text) && !isCapital(term)) return true
  if (/[a-z]{2}ing$/.test(term.text)) return true
  const isOver = /[,;:!?—–]/.test(term.post)
  if (before.tags.includes('Plural') && !isCapital(term) && !isOver && after !== undefined && isDeterminer(after))
    return true
  // "her grandson rows home", in the form of the plural after "and".
  const owner = terms[at - 2]
  if (
    owner !== undefined &&
    possessive.test(owner.text) &&
    after !== undefined &&
    (isPreposition(after) || isDeterminer(after))
  )
    return isWord('person', before.text) && !isCapital(term)
  // "the tide turns": a clause needs a verb, and a noun in the plural seldom follows one in the singular.
  return (
    before.tags.includes('Singular') &&
    !isCapital(term) &&
    term.tags.includes('Plural') &&
    /[a-z]s$/.test(term.text) &&
    !isOnlyNoun(term.text)
  )
}

// "The baker, Ulric, counts seven loaves", "Permit 12-C needs two stamps": the clause has no verb before it.
function isVerbAfterApposition(terms: readonly Term[], at: number): boolean {
  const [before, { text, tags }, after] = [terms[at - 1]!, terms[at]!, terms[at + 1]]
  const isPlural = tags.includes('Plural') && /^\p{Ll}+s$/u.test(text)
  if (!isPlural || after === undefined || !(isCode(before) || /,/.test(before.post))) return false
  const isObject = isDeterminer(after) || after.tags.includes('Value') || after.tags.includes('Pronoun')
  return isObject && !terms.slice(0, at).some((term) => term.tags.includes('Verb'))
}

const inLaw = /(\p{L}+)-in-law$/u

function phraseOf(
  words: readonly Term[],
  { before, after, sentence }: { before: Term | undefined; after: readonly Term[]; sentence: number },
): NounPhrase {
  const determiners = words.filter((term) => isDeterminer(term))
  const rest = words.slice(determiners.length).filter(({ text }) => text !== '')
  const code = rest.length > 1 && isCode(rest.at(-1)!) ? rest.at(-1)!.text : undefined
  const head = rest.at(code === undefined ? -1 : -2)!
  const gender = genderOf(rest)
  const preposition =
    before !== undefined && isPreposition(before) && !/[:;,]/.test(before.post) ? before.text.toLowerCase() : undefined
  const text = rest
    .map(({ text, post }, index) =>
      index === rest.length - 1 ? text : text + (/^['’]$/.test(post.trim()) ? `${post.trim()} ` : post.trim() || ' '),
    )
    .join('')
    .replaceAll(/\.(?=\S)/g, '. ')
  return {
    text,
    // "Her mother-in-law".
    head: inLaw.exec(text)?.[1] ?? head.text,
    determiner: determiners.map(({ text }) => text.toLowerCase()).join(' '),
    isPlural:
      (head.tags.includes('Plural') && /(?:s|men|children|people|mice|geese|teeth|feet)$/.test(head.text)) ||
      (/[^s]s$/.test(head.text) && determiners.some((term) => isSeveral(term))),
    isName: code === undefined && isCapital(head) && determiners.length < words.length && isNameTerm(head, rest),
    // In "the cook Jan", Jan is a name, not a month.
    isTime:
      !isWord('person', rest.at(-2)?.text ?? '') &&
      ['Date', 'Time', 'Month', 'WeekDay', 'Duration'].some((tag) => head.tags.includes(tag)),
    isPersonName: rest.some(({ tags }) => tags.includes('Person')),
    isPlaceName: rest.every(({ tags }) => tags.includes('Place')),
    hasComma: rest.at(-1)!.post.includes(','),
    ...(before !== undefined && /:/.test(before.post) && { isAfterColon: true }),
    ...(code !== undefined && { code }),
    ...(preposition !== undefined && { preposition }),
    isActor: head.tags.includes('Actor'),
    isSubject: preposition === undefined && isActive(after),
    followedBy: '',
    precededBy: '',
    ...(gender !== undefined && { pronoun: gender }),
    sentence,
  }
}

function genderOf(words: readonly Term[]): 'she' | 'he' | undefined {
  if (words.some(({ tags }) => tags.includes('FemaleName'))) return 'she'
  return words.some(({ tags }) => tags.includes('MaleName')) ? 'he' : undefined
}

function isActive([verb, next]: readonly Term[]): boolean {
  if (verb === undefined || !verb.tags.includes('Verb') || verb.tags.includes('Gerund')) return false
  return !verb.tags.includes('Passive') && next?.tags.includes('Passive') !== true
}

function isPreposition({ text, tags }: Pick<Term, 'text' | 'tags'>): boolean {
  return tags.includes('Preposition') || isWord('where', text) || /^(?:of|from|about|after|before|by|with)$/i.test(text)
}

// At the beginning of a sentence every word has a capital; the tagger knows which are names.
function isNameTerm(head: Term, rest: readonly Term[]): boolean {
  if (/^\p{Lu}+$/u.test(head.text) && isWord('machine', head.text)) return false
  const isTagged = ['ProperNoun', 'Person', 'Place'].some((tag) => head.tags.includes(tag))
  return isTagged || rest.length > 1 || /^\p{Lu}{3,}$/u.test(head.text)
}

function isCapital({ text }: Term): boolean {
  return /^\p{Lu}/u.test(text)
}

const pronoun = /^(?:(?:some|any|every|no)(?:one|body|thing)|nothing|none|who|what|which|that|this|these|those|there)$/i
const possessive = /^(?:my|your|his|her|its|our|their|whose)$/i

function isNoun({ text, tags }: Term): boolean {
  // The tagger takes a title such as "Miss" for a verb.
  if (/^\p{Lu}/u.test(text) && (isWord('title', text) || (isWord('honorific', text) && tags.includes('Verb'))))
    return true
  if (isPreposition({ text, tags }) && !/^\p{Lu}/u.test(text)) return false
  if (pronoun.test(text) || possessive.test(text) || tags.includes('Pronoun') || tags.includes('Value')) return false
  return tags.includes('Noun') || tags.includes('ProperNoun')
}

function isYear(term: Term | undefined): boolean {
  return term !== undefined && /^\d{3,4}s?$/.test(term.text)
}

function isDeterminer({ text, tags }: Term): boolean {
  if (pronoun.test(text) || tags.includes('Year')) return false
  return (
    possessive.test(text) ||
    tags.includes('Determiner') ||
    tags.includes('Cardinal') ||
    /^(?:no|some|every|each|an?|the)$/i.test(text)
  )
}

function isAdjective(term: Term, isInside: boolean): boolean {
  const { tags } = term
  if (isPreposition(term)) return false
  if (tags.includes('Adjective') || tags.includes('Ordinal') || (isInside && term.text === 'only')) return true
  return isInside && (tags.includes('PastTense') || tags.includes('Gerund') || tags.includes('Participle'))
}
