import { memoizeByObject } from '../memoize-by-object.ts'

type PatternLists = Readonly<Record<string, readonly string[]>>

const compiled = memoizeByObject((sources: readonly string[]) => sources.map((source) => new RegExp(source, 'iu')))

/** The patterns that a key of the phrases has, compiled once. */
export function patternsOf(phrases: PatternLists, key: string): readonly RegExp[] {
  const sources = phrases[key]
  return sources ? compiled(sources) : []
}

export function fitsPattern(phrases: PatternLists, key: string, words: string): boolean {
  return patternsOf(phrases, key).some((pattern) => pattern.test(words))
}

/** The first kind whose pattern some words fit. The phrases have the patterns under the keys `${prefix}KIND.pattern`. */
export function kindBy(phrases: PatternLists, prefix: string, words: string): string | undefined {
  const suffix = '.pattern'
  const key = Object.keys(phrases).find(
    (each) => each.startsWith(prefix) && each.endsWith(suffix) && fitsPattern(phrases, each, words),
  )
  return key?.slice(prefix.length, -suffix.length)
}

/** The words of a phrase that is a list of words. */
export function wordsOfPhrase({ phrases }: { phrases: PatternLists }, key: string): string[] {
  return (phrases[key] ?? []).flatMap((line) => line.split(' '))
}
