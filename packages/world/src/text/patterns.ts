type PatternLists = Readonly<Record<string, readonly string[]>>

const compiled = new WeakMap<readonly string[], readonly RegExp[]>()

/** The patterns that a key of the phrases has, compiled once. */
export function patternsOf(phrases: PatternLists, key: string): readonly RegExp[] {
  const sources = phrases[key]
  if (!sources) return []
  let patterns = compiled.get(sources)
  if (!patterns) compiled.set(sources, (patterns = sources.map((source) => new RegExp(source, 'iu'))))
  return patterns
}

/** Whether words fit one of the patterns that a key of the phrases has. */
export function fitsPattern(phrases: PatternLists, key: string, words: string): boolean {
  return patternsOf(phrases, key).some((pattern) => pattern.test(words))
}
