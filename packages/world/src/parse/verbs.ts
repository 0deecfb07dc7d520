import type { FrameIndex } from './frames.ts'
import type { Lexicon } from './lexicon.ts'
import { lemmaOf } from './tokens.ts'

/** The base form of a verb that an act covers, or of another verb of the language; `undefined` for other words. */
export function verbOf(word: string, lexicon: Lexicon, { verbs }: FrameIndex): string | undefined {
  const isKnown = (each: string) => verbs.has(each) || lexicon.otherVerbs.includes(each)
  const base = lemmaOf(word, lexicon, isKnown)
  return isKnown(base) ? base : undefined
}
