/** A piece of output: text, bytes, or a text many times over. */
export type Part = { text: string } | { base64: string } | { repeat: string; times: number }

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What a conforming host, or a judge of tools, makes of an invocation. */
export interface Expectation {
  outcome: 'completed' | 'failed'
  errorCode?: string
  /** The types of the events that count, in order. */
  events: string[]
  output: Json
  /** The session state afterwards, where the case has one before. */
  state?: Json
  assets: string[]
  problems: { code: string; line?: number }[]
  warnings: { code: string; line?: number }[]
}

/** One invocation of a tool, and what it comes to. */
export interface InvocationCase {
  kind: 'invocation'
  id: string
  clauses: string[]
  title: string
  stdout: Part[]
  exitCode: number | null
  exitSignal?: string
  timedOut?: boolean
  outstayed?: boolean
  files?: Record<string, 'file' | 'directory' | 'unreadable'>
  options?: { maxLineBytes?: number; maxEvents?: number }
  state?: Json
  expect: Expectation
}

/** One merge of a patch into a value. */
export interface MergeCase {
  kind: 'merge'
  id: string
  clauses: string[]
  title: string
  target: Json
  patch: Json
  expect: { result: Json }
}

/** A request as a host sends it, and whether a tool can count on it. */
export interface RequestCase {
  kind: 'request'
  id: string
  clauses: string[]
  title: string
  request: Json
  expect: { valid: boolean }
}

export type KitCase = InvocationCase | MergeCase | RequestCase

type Written = Partial<Omit<InvocationCase, 'kind' | 'id' | 'clauses' | 'title' | 'stdout' | 'expect'>> &
  Partial<Omit<Expectation, 'events' | 'problems' | 'warnings' | 'state'>> & {
    /** Types, blank separated. */
    events: string
    /** `code@line`, blank separated. */
    problems?: string
    warnings?: string
    /** The session state afterwards. */
    expectState?: Json
  }

/** Writes an invocation; what is not said is the ordinary: exit code 0, completed, nothing to complain of. */
export function invocation(
  [id, clauses, title]: [string, string, string],
  stdout: string | (string | Part)[],
  written: Written,
): InvocationCase {
  const { events, problems, warnings, outcome, errorCode, output, expectState, assets, ...given } = written
  const parts = (typeof stdout === 'string' ? [stdout] : stdout).map((part) =>
    typeof part === 'string' ? { text: part } : part,
  )
  return {
    kind: 'invocation',
    id,
    clauses: clauses.split(', '),
    title,
    stdout: parts,
    exitCode: given.exitSignal === undefined && !given.timedOut ? 0 : null,
    ...given,
    expect: {
      outcome: outcome ?? (errorCode === undefined ? 'completed' : 'failed'),
      ...(errorCode !== undefined && { errorCode }),
      events: events === '' ? [] : events.split(' '),
      output: output ?? {},
      ...(expectState !== undefined && { state: expectState }),
      assets: assets ?? [],
      problems: places(problems),
      warnings: places(warnings),
    },
  }
}

function places(text = ''): { code: string; line?: number }[] {
  return text
    .split(' ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [code = '', line] = entry.split('@')
      return { code, ...(line !== undefined && { line: Number(line) }) }
    })
}
