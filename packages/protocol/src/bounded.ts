import type { TSchema } from 'typebox'
import { listIssues, type SchemaIssue } from './check.ts'

/** What this file uses of `node:vm`. */
interface Vm {
  Script: new (code: string) => { runInContext: (context: object, options: { timeout: number }) => unknown }
  createContext: (sandbox: object) => object
}

/** Work that {@link runBounded} stopped. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
  readonly code = 'time_limit'
}

/** Work that is stopped within this time of other work shares a limit with it. */
const togetherMs = 10_000
/** The limit of work after much other work was stopped. What is not hostile takes less. */
const leastLimitMs = 10
let lately = { stops: 0, at: -Infinity }

/** Wall-clock limit of one try, on a machine that gives the process little processor time. */
const maxTryMs = 10_000

let enter: ((timeout: number) => unknown) | undefined
let current: () => unknown = () => undefined

/**
 * Runs synchronous work and stops it after `limitMs` of processor time. Use it for every regular expression that does not come
 * from the program itself, because such an expression can backtrack without end. The work must have no effect that may not be
 * left half done. Outside Node the work runs without a limit. The limit is shorter for ten seconds after other work was stopped, so
 * that many such expressions together block the host for a short time.
 *
 * @param limitMs defaults to 100
 * @throws {TimeLimitError} `time_limit` if the work was stopped
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { runBounded, TimeLimitError } from '@narratoria/protocol/bounded'
 *
 * assert.equal(runBounded(() => /^a+$/.test('aaa')), true)
 * assert.throws(() => runBounded(() => /^(a+)+$/.test(`${'a'.repeat(40)}!`)), TimeLimitError)
 * ```
 */
export function runBounded<T>(work: () => T, limitMs = 100): T {
  enter ??= createEntry()
  const limit = limitNow(limitMs)
  // A call within bounded work counts as a part of it.
  const outer = current
  current = work
  try {
    for (let timeout = limit; timeout <= maxTryMs; timeout *= 2) {
      const startedAt = processorMs()
      try {
        return enter(timeout) as T
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
        // Less processor time than that: the machine was busy, and the work gets another try.
        if (processorMs() - startedAt >= limit * 0.8) break
      }
    }
  } finally {
    current = outer
  }
  lately = { stops: lately.stops + 1, at: Date.now() }
  throw new TimeLimitError(`The work was stopped after ${limit} ms of processor time.`)
}

/** The limit of work, in whole milliseconds. */
function limitNow(limitMs: number): number {
  if (Math.abs(Date.now() - lately.at) > togetherMs) lately = { stops: 0, at: -Infinity }
  return Math.max(Math.min(limitMs, leastLimitMs), Math.round(limitMs / (1 + lately.stops) ** 2))
}

/**
 * Whether a text matches the regular expression of another author, which runs with the limit of {@link runBounded}.
 *
 * @throws {TimeLimitError} `time_limit` if it takes too long
 * @throws {SyntaxError} if it is not a valid regular expression
 */
export function matchesForeign(pattern: string, flags: string, text: string): boolean {
  const test = () => new RegExp(pattern, flags).test(text)
  return isSimple(pattern) && text.length <= shortText ? test() : runBounded(test)
}

/** Like `listIssues`, for a schema of another author: its patterns run with the limit of {@link runBounded}. */
export function listForeignIssues(schema: TSchema, value: unknown, limit?: number): SchemaIssue[] {
  try {
    return listIssuesWithin(undefined, schema, value, limit)
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
    return [{ path: '', message: 'cannot be checked: a pattern of the schema takes too long on it' }]
  }
}

/**
 * Like {@link listForeignIssues}, with another limit of processor time.
 *
 * @param limitMs defaults to that of {@link runBounded}
 * @throws {TimeLimitError} `time_limit` if it takes longer
 */
export function listIssuesWithin(
  limitMs: number | undefined,
  schema: TSchema,
  value: unknown,
  limit?: number,
): SchemaIssue[] {
  const kind = patternsOf(schema)
  // A limit of time costs a thread, which is more than a short text in a simple pattern.
  if (kind === 'none' || (kind === 'simple' && textLength(value) <= shortText)) return listIssues(schema, value, limit)
  return runBounded(() => listIssues(schema, value, limit), limitMs)
}

type Patterns = 'none' | 'simple' | 'other'

/** With at most this many simple patterns and characters, a check takes a few milliseconds. */
const maxSimple = 20
const shortText = 2_000

const known = new WeakMap<object, Patterns>()

/** The regular expressions of a schema. */
function patternsOf(schema: TSchema): Patterns {
  let kind = known.get(schema)
  if (kind === undefined) known.set(schema, (kind = findPatterns(schema)))
  return kind
}

function findPatterns(schema: TSchema): Patterns {
  const found: string[] = []
  let hasFormat = false
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') found.push(value)
    if (key === 'patternProperties' && typeof value === 'object') found.push(...Object.keys(value ?? {}))
    if (key === 'format') hasFormat = true
    return value
  })
  if (found.length === 0 && !hasFormat) return 'none'
  return !hasFormat && found.length <= maxSimple && found.every(isSimple) ? 'simple' : 'other'
}

/**
 * Whether a regular expression takes at most about the square of the text's length: it has no groups and in each alternative at most one
 * character that may be absent and one other quantifier, so that there are at most two ways to match at each start.
 */
function isSimple(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\[\s\S]/g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  return !bare.includes('(') && bare.split('|').every(hasFewQuantifiers)
}

function hasFewQuantifiers(alternative: string): boolean {
  const quantifiers = alternative.match(/[*+?{]/g) ?? []
  const optional = alternative.match(/[^*+?}]\?/g) ?? []
  return quantifiers.length - Math.min(1, optional.length) <= 1
}

/** Characters of all texts of a value, keys included. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, inner]) => sum + key.length + textLength(inner), 0)
}

// V8 can stop code only on entry through a script with a time limit. The modules are looked up, so that browsers can load this file.
function createEntry(): (timeout: number) => unknown {
  const vm = globalThis.process?.getBuiltinModule?.('node:vm') as Vm | undefined
  if (!vm) return () => current()
  const script = new vm.Script('work()')
  const context = vm.createContext({ work: () => current() })
  return (timeout) => script.runInContext(context, { timeout })
}

// Of this thread alone if Node can measure it.
function processorMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}
