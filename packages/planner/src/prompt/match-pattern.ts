import { runBounded, TimeLimitError } from '@narratoria/protocol/bounded'

/** A match of a trigger's regular expression. */
export interface PatternMatch {
  start: number
  end: number
  groups: Record<string, string>
}

const maxMatches = 8

const compiled = new Map<string, RegExp | null>()
let lastText = ''
const found = new Map<string, PatternMatch[]>()

function compile(pattern: string): RegExp | null {
  let expression = compiled.get(pattern)
  if (expression === undefined) {
    try {
      expression = new RegExp(pattern, 'giu')
    } catch {
      expression = null
    }
    if (compiled.size > 10_000) compiled.clear()
    compiled.set(pattern, expression)
  }
  return expression
}

/** Searches a text for many expressions at once and caches the matches for {@link matchPattern}. */
export function searchPatterns(patterns: readonly string[], text: string): void {
  if (text !== lastText) found.clear()
  lastText = text
  const missing = [...new Set(patterns)].filter((pattern) => !found.has(pattern))
  const searchable = missing.filter((pattern) => compile(pattern) !== null)
  const results = run(searchable, text)
  // At least one exceeds the limit: each is searched alone to find out which.
  const matches = results ?? searchable.map((pattern) => run([pattern], text)?.[0] ?? discard(pattern))
  for (const pattern of missing) found.set(pattern, [])
  for (const [index, pattern] of searchable.entries()) found.set(pattern, (matches[index] ?? []).flatMap(toMatch))
}

/**
 * The matches of a trigger's regular expression (flags `giu`) in a text. An expression that does not compile or takes more
 * than 100 ms of processor time matches nothing.
 */
export function matchPattern(pattern: string, text: string): readonly PatternMatch[] {
  if (text !== lastText || !found.has(pattern)) searchPatterns([pattern], text)
  return found.get(pattern) ?? []
}

// All at once, because entering bounded work costs more than most searches.
function run(patterns: readonly string[], text: string): RegExpExecArray[][] | undefined {
  if (patterns.length === 0) return []
  const expressions = patterns.map((pattern) => compile(pattern)!)
  try {
    return runBounded(() => expressions.map((expression) => [...text.matchAll(expression)].slice(0, maxMatches)))
  } catch (error) {
    if (error instanceof TimeLimitError) return undefined
    throw error
  }
}

function discard(pattern: string): RegExpExecArray[] {
  compiled.set(pattern, null)
  return []
}

function toMatch(match: RegExpExecArray): PatternMatch[] {
  if (match[0] === '') return []
  const groups = Object.entries(match.groups ?? {}).flatMap(([name, value]) => {
    const text = value?.trim() ?? ''
    return text === '' ? [] : [[name, text] as const]
  })
  return [{ start: match.index, end: match.index + match[0].length, groups: Object.fromEntries(groups) }]
}
