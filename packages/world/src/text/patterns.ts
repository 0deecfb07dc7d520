import { keptFor } from '../kept-for.ts'

type PatternLists = Readonly<Record<string, readonly string[]>>

const compiled = keptFor((sources: readonly string[]) => sources.map((source) => new RegExp(source, 'iu')))

/** The patterns that a key of the phrases has, compiled once. */
export function patternsOf(phrases: PatternLists, key: string): readonly RegExp[] {
  const sources = phrases[key]
  return sources ? compiled(sources) : []
}

export function fitsPattern(phrases: PatternLists, key: string, words: string): boolean {
  return patternsOf(phrases, key).some((pattern) => pattern.test(words))
}
