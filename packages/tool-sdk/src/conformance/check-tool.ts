import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import type { Problem } from '@narratoria/protocol/conformance'
import type { LaunchOptions } from '../launch/launch-tool.ts'
import { createRequest } from '../testing/create-request.ts'
import { crashes, judgeBadRequest } from './bad-request-probe.ts'
import { type CheckCode, type CheckProblem, ofProbe, type Probe } from './check-problem.ts'
import { addUnknownFields } from './add-unknown-fields.ts'
import { record, type Recording } from './recording.ts'
import { type ProbeRun, runProbe } from './run-probe.ts'
import { explainStartError, findStartProblem } from './start-problem.ts'
import { probeTermination } from './termination-probe.ts'
import { refusesUnknownFields } from './unknown-fields-probe.ts'

/** Options of {@link checkTool}. */
export interface CheckOptions {
  /** The input of the request. Defaults to `{}`. */
  input?: JsonObject
  /** The tool's working directory. Defaults to this process's. */
  cwd?: string
  /**
   * Time limit of one run in milliseconds. Defaults to 30,000. Runs with a broken request have at most 10,000 ms, or ten times
   * the duration of the run with a valid request.
   */
  timeoutMs?: number
  /** Whether to run the tool only once, with a valid request. Defaults to false. */
  once?: boolean
  signal?: AbortSignal
}

/** The result of {@link checkTool}. */
export interface ToolCheck {
  /** True if there is no problem. A tool may report a failure as the protocol requires. */
  ok: boolean
  problems: CheckProblem[]
  /** Deviations that hosts tolerate. */
  warnings: CheckProblem[]
  /** The run with a valid request; undefined if the tool could not be started. */
  recording?: Recording
  /** The last 4,000 characters of that run's standard error. */
  stderr: string
}

/**
 * Runs an executable in any language as a host would and reports every violation of the protocol: with a valid request, with
 * unknown fields, with a broken request, without a request, and with SIGTERM. The tool's effects happen in each run.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { checkTool } from '@narratoria/tool-sdk/conformance'
 *
 * const cwd = mkdtempSync(join(tmpdir(), 'tools-'))
 * writeFileSync(join(cwd, 'bell.mjs'), `console.log('{"version":"0","type":"done"}')`)
 * const { ok, problems } = await checkTool('bell.mjs', { cwd, once: true })
 * assert.deepEqual([ok, problems[0]?.code], [false, 'invalid_event'])
 * rmSync(cwd, { recursive: true })
 * ```
 */
export async function checkTool(path: string, options: CheckOptions = {}): Promise<ToolCheck> {
  const { cwd = process.cwd(), signal } = options
  const tool = resolve(cwd, path)
  const problem = findStartProblem(tool)
  if (problem) return failed(problem)
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-check-'))
  try {
    return await new Check(tool, options, { cwd, folder, signal }).run()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return failed(explainStartError(tool, error as NodeJS.ErrnoException))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function failed(problem: Problem<CheckCode>): ToolCheck {
  return { ok: false, problems: ofProbe('request', [problem]), warnings: [], stderr: '' }
}

/** The runs of one check, in order. */
class Check {
  readonly #path: string
  readonly #options: CheckOptions
  readonly #scope: { cwd: string; folder: string; signal: AbortSignal | undefined }
  readonly #problems: CheckProblem[] = []
  readonly #warnings: CheckProblem[] = []

  constructor(path: string, options: CheckOptions, scope: { cwd: string; folder: string; signal?: AbortSignal }) {
    this.#path = path
    this.#options = options
    this.#scope = { ...scope, signal: scope.signal }
  }

  async run(): Promise<ToolCheck> {
    const name = basename(this.#path, extname(this.#path))
    const request = createRequest(name, this.#options.input ?? {}, { dataDir: join(this.#scope.folder, 'data') })
    const line = `${JSON.stringify(request)}\n`
    const main = await this.#launch(line)
    this.#addRun('request', main)
    if (!this.#options.once && !main.launched.timedOut && !main.launched.flooded) await this.#probe(main, request, line)
    return {
      ok: this.#problems.length === 0,
      problems: this.#problems,
      warnings: this.#warnings,
      recording: record(name, main.transcript, main.verdict),
      stderr: main.launched.stderr.slice(-4_000),
    }
  }

  async #probe(main: ProbeRun, request: ToolRequest, line: string): Promise<void> {
    const future = await this.#launch(`${JSON.stringify(addUnknownFields(request))}\n`)
    this.#addRun('unknown_fields', future)
    // A tool may fail any second run, for example because its file already exists.
    if (refusesUnknownFields(main, future) && refusesUnknownFields(await this.#launch(line), future))
      this.#add('unknown_fields', { problems: [refuses], warnings: [] })
    const crashedAfter: string[] = []
    let crashProbe: Probe | undefined
    for (const { probe, stdin, afterStdin, what } of badRequests) {
      const atMostMs = Math.max(10_000, 10 * main.launched.durationMs)
      const run = await this.#launch(stdin, { afterStdin, atMostMs })
      const { problems, hangs, crashed } = judgeBadRequest(run, what)
      // No host closes standard input, and bash itself hangs in `$(cat)` then: the pipe of the substitution gets its number.
      if (probe === 'closed_stdin') this.#addRun(probe, run, { problems, warnings: hangs.map(explainClosedInput) })
      else this.#addRun(probe, run, { problems: [...problems, ...hangs], warnings: [] })
      if (crashed) {
        crashedAfter.push(what)
        crashProbe ??= probe
      }
      // A tool that waits for one kind of missing request waits for the others too.
      if (run.launched.timedOut) break
    }
    if (crashProbe) this.#add(crashProbe, { problems: [], warnings: [crashes(crashedAfter)] })
    if (process.platform === 'win32') return
    const ranForMs = main.launched.durationMs
    const problems = await probeTermination(this.#path, { stdin: line, ranForMs, ...this.#where() })
    this.#add('termination', { problems, warnings: [] })
  }

  async #launch(stdin: string, { afterStdin, atMostMs = Infinity }: BadLaunch = {}): Promise<ProbeRun> {
    const timeoutMs = Math.min(this.#options.timeoutMs ?? 30_000, atMostMs)
    const run = await runProbe(this.#path, { stdin, timeoutMs, ...(afterStdin && { afterStdin }), ...this.#where() })
    // A run that the caller aborted says nothing about the tool.
    this.#scope.signal?.throwIfAborted()
    return run
  }

  #where(): { cwd: string; signal?: AbortSignal } {
    const { cwd, signal } = this.#scope
    signal?.throwIfAborted()
    return { cwd, ...(signal && { signal }) }
  }

  #addRun(probe: Probe, { launched, verdict }: ProbeRun, found: Findings = verdict): void {
    this.#add(probe, found)
    if (launched.flooded) this.#add(probe, { problems: [tooLarge], warnings: [] })
  }

  // The same problem of several runs is reported once.
  #add(probe: Probe, found: Findings): void {
    const fresh = (known: CheckProblem[]) => (problem: CheckProblem) => !known.some((other) => isSame(other, problem))
    this.#problems.push(...ofProbe(probe, found.problems).filter(fresh(this.#problems)))
    this.#warnings.push(...ofProbe(probe, found.warnings).filter(fresh(this.#warnings)))
  }
}

interface Findings {
  problems: readonly Problem<CheckCode>[]
  warnings: readonly Problem<CheckCode>[]
}

/** Codes with a fixed message. Only the excerpt distinguishes their problems. */
const distinguishedByExcerpt = new Set<CheckCode>(['invalid_json', 'not_an_object', 'invalid_utf8', 'line_too_long'])

// One code may have several causes. Excerpts of events are not compared, because they may contain a time or a random id.
function isSame(one: CheckProblem, other: CheckProblem): boolean {
  const fields = [
    'code',
    'message',
    'line',
    ...(distinguishedByExcerpt.has(one.code) ? (['excerpt'] as const) : []),
  ] as const
  return fields.every((field) => one[field] === other[field])
}

type BadLaunch = { afterStdin?: LaunchOptions['afterStdin']; atMostMs?: number }

/** Broken and missing requests. */
const badRequests: { probe: Probe; stdin: string; afterStdin?: LaunchOptions['afterStdin']; what: string }[] = [
  { probe: 'malformed_request', stdin: '{"version":"0","input":{', what: 'a broken request' },
  { probe: 'missing_request', stdin: '', what: 'an empty standard input' },
  { probe: 'null_stdin', stdin: '', afterStdin: 'null device', what: 'the null device as standard input' },
  ...(process.platform === 'win32'
    ? []
    : [{ probe: 'closed_stdin' as const, stdin: '', afterStdin: 'closed' as const, what: 'a closed standard input' }]),
]

function explainClosedInput(hang: Problem<CheckCode>): Problem<CheckCode> {
  return {
    ...hang,
    expected: 'an end, although no host closes standard input',
    fix: 'In bash, "$(cat)" waits for itself if standard input is closed; read with "$(cat <&0)" or "read -r" instead.',
  }
}

const tooLarge: Problem<CheckCode> = {
  code: 'output_too_large',
  message: 'The tool wrote more than 256 MiB to standard output and was killed.',
  expected: 'a bounded number of events',
  fix: 'Write large data to a file and emit an asset event.',
}

const refuses: Problem<CheckCode> = {
  code: 'unknown_fields_refused',
  message: 'The tool fails when the request has unknown fields, but not without them.',
  expected: 'unknown fields of the request to be ignored',
  fix: 'Read only the fields you need.',
}
