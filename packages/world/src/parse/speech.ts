import { listenerIn } from '../scene/listener.ts'
import type { NounContext } from './noun-context.ts'
import { idNamed } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import { textOf, type Token } from './tokens.ts'

/** What a sentence says to a person who is here. */
export interface Speech {
  person: string
  /** Empty for a name alone: what comes after it is said to the person. */
  said: Token[]
}

/**
 * Reads a sentence as words to a person who is here: a name alone ("Mr Haskell!"), an apology, a promise or another speech act, or
 * what is said of the listener ("you put it out"). `called` is the person whose name came just before. `undefined` for other sentences.
 */
export function readSpeech(
  sentence: readonly Token[],
  { context, called }: { context: NounContext; called: string | undefined },
): Speech | undefined {
  const { lexicon, scene } = context
  const named = personNamed(withoutFillers(sentence, lexicon), context)
  if (named !== undefined) return { person: named, said: [] }
  const person = called ?? calledIn(sentence, context) ?? listenerIn(scene)
  if (person === undefined) return undefined
  const start = startOf(sentence, context)
  const length = longestAt(sentence, start, lexicon.speech)
  const isOfState = sentence.slice(start, start + length).some(({ text }) => lexicon.auxiliaries.includes(text))
  if (length > 0 && !isOfState && isToNamed(sentence.slice(start + length), context)) return undefined
  if (length > 0) return { person: called ?? namedLast(sentence, context) ?? person, said: [...sentence] }
  if (isTagged(sentence, context)) return { person, said: [...sentence] }
  // "That is very kind of you, Nan"
  const of = [...lexicon.pronouns.it, ...lexicon.others, ...lexicon.existentials]
  const isRemark =
    of.includes(sentence[start]?.text ?? '') && lexicon.auxiliaries.includes(sentence[start + 1]?.text ?? '')
  if (isRemark && calledIn(sentence, context) !== undefined) return { person, said: [...sentence] }
  // "I do not accept, Mara"
  const isDenied = lexicon.subjects.includes(sentence[start - 1]?.text ?? sentence[start]?.text ?? '')
  const at = lexicon.subjects.includes(sentence[start]?.text ?? '') ? start + 1 : start
  if (isDenied && calledIn(sentence, context) !== undefined && longestAt(sentence, at, lexicon.negations) > 0)
    return { person, said: [...sentence] }
  const [subject, verb] = [sentence[start], sentence[start + 1]]
  if (!subject || !verb || !lexicon.addressees.includes(subject.text) || verb.kind !== 'word') return undefined
  return called !== undefined || isPast(verb.text, lexicon) ? { person, said: [...sentence] } : undefined
}

/** The person whose name ends a sentence, after a comma: "good evening, Mrs Lamb". */
export function calledIn(sentence: readonly Token[], context: NounContext): string | undefined {
  const comma = sentence.findLastIndex(({ text }) => text === ',')
  const behind = comma > 0 ? sentence.slice(comma + 1) : []
  // "Good morning, ma'am"
  const isAnybody = context.lexicon.pronouns.you.includes(textOf(behind))
  if (isAnybody) return listenerIn(context.scene)
  const name = withoutTitles(behind, context.lexicon.titles)
  return name.length > 0 ? presentPerson(name, context) : undefined
}

// "I apologise to Hester and put it back", "I promise Hester to do it" describe acts, and are not said as they stand.
function isToNamed(words: readonly Token[], context: NounContext): boolean {
  const { infinitives, complementizers, prepositions } = context.lexicon
  const isTo = prepositions['to']?.includes(words[0]?.text ?? '') === true
  const name = isTo ? words.slice(1) : words
  const isName = (length: number) => presentPerson(name.slice(0, length), context) !== undefined
  // "Thanks Hester" is said to her as it stands.
  const isLink = (token: Token | undefined) => [...infinitives, ...complementizers].includes(token?.text ?? '')
  return [1, 2, 3].some((length) => isName(length) && (isTo || isLink(name[length])))
}

// "It was the clerk, wasn't it?"
function isTagged(sentence: readonly Token[], { lexicon }: NounContext): boolean {
  const comma = sentence.findLastIndex(({ text }) => text === ',')
  const tag = sentence.slice(comma + 1).filter(({ kind }) => kind === 'word')
  const others = tag.slice(1).filter(({ text }) => !lexicon.negations.includes(text))
  if (comma < 1 || others.length === 0) return false
  const { it, them, him, her } = lexicon.pronouns
  const subjects = [...it, ...them, ...him, ...her, ...lexicon.others, ...lexicon.existentials, ...lexicon.addressees]
  const verb = tag[0]!.text.replace(/n['’]?t$/, '')
  return (
    [...lexicon.inversions, ...lexicon.auxiliaries].includes(verb) &&
    others.length === 1 &&
    subjects.includes(others[0]!.text)
  )
}

// "Thanks Nan": without a comma.
function namedLast(sentence: readonly Token[], context: NounContext): string | undefined {
  const words = sentence.filter(({ kind }) => kind === 'word')
  return [2, 1].map((length) => presentPerson(words.slice(-length), context)).find((id) => id !== undefined)
}

/** The person who is here and whose name these words are, with or without a title: "Mr Haskell". */
export function personNamed(words: readonly Token[], context: NounContext): string | undefined {
  const name = withoutTitles(words, context.lexicon.titles)
  return name.length > 0 && name.length < 4 ? presentPerson(name, context) : undefined
}

/** A sentence without what it begins with to no effect: "please, Nan", "come on Nan". */
export function withoutFillers(
  sentence: readonly Token[],
  { courtesies, fillers, subjects }: NounContext['lexicon'],
): readonly Token[] {
  const lengthAt = (at: number) => {
    const { kind, text } = sentence[at]!
    if (kind === 'mark') return 1
    return Math.max(longestAt(sentence, at, courtesies), subjects.includes(text) ? 0 : longestAt(sentence, at, fillers))
  }
  let start = 0
  while (start < sentence.length) {
    const length = lengthAt(start)
    if (length === 0) return sentence.slice(start)
    start += length
  }
  return sentence
}

/** "Have you seen him", "why did you do it": a question whose subject is the listener. */
export function asksListener(sentence: readonly Token[], { lexicon }: NounContext): boolean {
  const words = sentence.map(({ text }) => text)
  const at = words.findIndex((word) => lexicon.addressees.includes(word))
  const isAsked = [...lexicon.inversions, ...lexicon.interrogatives].includes(words[0] ?? '')
  return isAsked && (at === 1 || (at === 2 && lexicon.inversions.includes(words[1] ?? '')))
}

// "So, you put it out": fillers that are not an addressee are passed over.
function startOf(sentence: readonly Token[], { lexicon }: NounContext): number {
  let at = 0
  while (at < sentence.length) {
    if (longestAt(sentence, at, lexicon.speech) > 0 || lexicon.addressees.includes(sentence[at]!.text)) return at
    const length = sentence[at]!.kind === 'mark' ? 1 : longestAt(sentence, at, lexicon.fillers)
    if (length === 0) return at
    at += length
  }
  return at
}

function isPast(word: string, { lemmas, urges, pasts, statives }: NounContext['lexicon']): boolean {
  return (
    [...urges, ...pasts, ...statives].includes(word) ||
    /(?<!e)ed$/.test(word) ||
    (word in lemmas && !word.endsWith('ing'))
  )
}

function withoutTitles(sentence: readonly Token[], titles: readonly string[]): readonly Token[] {
  const words = sentence.filter(({ kind }) => kind === 'word')
  return words.length > 1 && titles.includes(words[0]!.text) ? words.slice(1) : words
}

function presentPerson(tokens: readonly Token[], context: NounContext): string | undefined {
  const nouns = context.nouns.filter(({ kind, inScope }) => kind === 'person' && inScope)
  const isName = ({ text }: Token) => nouns.some(({ names }) => names.flat().includes(text))
  if (!tokens.every(isName)) return undefined
  return idNamed(tokens, { ...context, nouns, memo: new Map(), referents: {} }, { least: 2 })
}
