import { createContext, type Context, Script } from 'node:vm'

/** A match of a trigger's regular expression. */
export interface PatternMatch {
  start: number
  end: number
  groups: Record<string, string>
}

/**
 * Limit of processor time for all expressions on one prompt. An expression that exceeds it matches nothing. Wall-clock time
 * would make plans depend on the load of the machine.
 */
const limitMs = 100
/** Wall-clock limit for one try, on a machine that gives it little processor time. */
const maxTryMs = 10_000
const maxMatches = 8

// Only a search in a separate context can be interrupted. Entering the context costs more than most searches, so all
// expressions are searched at once.
const search = new Script(`expressions.map((expression) => [...text.matchAll(expression)].slice(0, limit))`)
const compiled = new Map<string, RegExp | null>()
let context: Context | undefined
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

function run(patterns: readonly string[], text: string): RegExpExecArray[][] | undefined {
  if (patterns.length === 0) return []
  context ??= createContext({})
  Object.assign(context, { text, expressions: patterns.map(compile), limit: maxMatches })
  for (let timeout = limitMs; timeout <= maxTryMs; timeout *= 2) {
    const startedAt = processorMs()
    try {
      return search.runInContext(context, { timeout }) as RegExpExecArray[][]
    } catch {
      if (processorMs() - startedAt >= limitMs * 0.8) return undefined
    }
  }
  return undefined
}

// Of this thread alone if Node can measure it.
function processorMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
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
