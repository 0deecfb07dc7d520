import { listenerIn } from '../scene/listener.ts'
import type { NounContext } from './noun-context.ts'
import { readOne } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import type { Token } from './tokens.ts'

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
  const name = withoutTitles(sentence, lexicon.titles)
  const named = name.length > 0 && name.length < 4 ? presentPerson(name, context) : undefined
  if (named !== undefined) return { person: named, said: [] }
  const person = called ?? calledIn(sentence, context) ?? listenerIn(scene)
  if (person === undefined) return undefined
  const start = startOf(sentence, context)
  if (longestAt(sentence, start, lexicon.speech) > 0) return { person, said: [...sentence] }
  const [subject, verb] = [sentence[start], sentence[start + 1]]
  if (!subject || !verb || !lexicon.addressees.includes(subject.text) || verb.kind !== 'word') return undefined
  return called !== undefined || isPast(verb.text, lexicon) ? { person, said: [...sentence] } : undefined
}

/** The person whose name stands at the end of a sentence, behind a comma: "good evening, Mrs Lamb". */
export function calledIn(sentence: readonly Token[], context: NounContext): string | undefined {
  const comma = sentence.findLastIndex(({ text }) => text === ',')
  const name = comma > 0 ? withoutTitles(sentence.slice(comma + 1), context.lexicon.titles) : []
  return name.length > 0 ? presentPerson(name, context) : undefined
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
  const found = readOne(tokens, { ...context, nouns, memo: new Map(), referents: {} }, () => 1)
  return found && found.score >= 2 && !found.between ? found.ids[0] : undefined
}
