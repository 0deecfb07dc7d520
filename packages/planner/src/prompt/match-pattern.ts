import { createContext, type Context, Script } from 'node:vm'

/** One place where a trigger's regular expression fits. */
export interface PatternMatch {
  start: number
  end: number
  groups: Record<string, string>
}

/**
 * How much processor time expressions may take for one prompt. One that backtracks without end fits nothing. Time on the
 * clock would not do: on a busy machine a good expression would be given up, and the same prompt get another plan.
 */
const limitMs = 100
/** The clock's limit for one try, however little of it the machine gave us. */
const longestTryMs = 10_000
const maxMatches = 8

// In a context of its own a search can be broken off; entering it takes longer than most searches, so they go together.
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

/** Searches a text for many triggers' expressions at once, so that {@link matchPattern} has its answers ready. */
export function searchPatterns(patterns: readonly string[], text: string): void {
  if (text !== lastText) found.clear()
  lastText = text
  const missing = [...new Set(patterns)].filter((pattern) => !found.has(pattern))
  const searchable = missing.filter((pattern) => compile(pattern) !== null)
  const results = run(searchable, text)
  // One of them never ends: each alone tells which.
  const matches = results ?? searchable.map((pattern) => run([pattern], text)?.[0] ?? give(pattern))
  for (const pattern of missing) found.set(pattern, [])
  for (const [index, pattern] of searchable.entries()) found.set(pattern, (matches[index] ?? []).flatMap(toMatch))
}

/**
 * Finds a trigger's regular expression (flags `iu`) in a text. An expression that does not compile, or that takes more
 * than 100 ms of processor time, fits nothing: a skill's mistake must not hold up a turn.
 */
export function matchPattern(pattern: string, text: string): readonly PatternMatch[] {
  if (text !== lastText || !found.has(pattern)) searchPatterns([pattern], text)
  return found.get(pattern) ?? []
}

function run(patterns: readonly string[], text: string): RegExpExecArray[][] | undefined {
  if (patterns.length === 0) return []
  context ??= createContext({})
  Object.assign(context, { text, expressions: patterns.map(compile), limit: maxMatches })
  for (let timeout = limitMs; timeout <= longestTryMs; timeout *= 2) {
    const startedAt = processorMs()
    try {
      return search.runInContext(context, { timeout }) as RegExpExecArray[][]
    } catch {
      if (processorMs() - startedAt >= limitMs * 0.8) return undefined
    }
  }
  return undefined
}

// Of this thread alone, where Node can tell it.
function processorMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

function give(pattern: string): RegExpExecArray[] {
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
