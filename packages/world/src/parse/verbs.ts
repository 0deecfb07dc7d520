import type { NounContext } from './noun-context.ts'
import { lemmaOf } from './tokens.ts'

/** The base form of a verb that an act covers, or of another verb of the language; `undefined` for other words. */
export function verbOf(word: string, { lexicon, frames }: Pick<NounContext, 'lexicon' | 'frames'>): string | undefined {
  const isKnown = (each: string) => frames.verbs.has(each) || lexicon.otherVerbs.includes(each)
  const base = lemmaOf(word, lexicon, isKnown)
  return isKnown(base) ? base : undefined
}
