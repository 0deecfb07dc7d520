import { accessSync, closeSync, constants, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import type { Problem } from '@narratoria/protocol/conformance'
import type { LaunchOptions } from '../launch/launch-tool.ts'
import { crashes, judgeBadRequest } from './bad-request-probe.ts'
import { type CheckCode, type CheckProblem, ofProbe, type Probe } from './check-problem.ts'
import { futureRequest, probeRequest } from './probe-request.ts'
import { record, type Recording } from './recording.ts'
import { type ProbeRun, runProbe } from './run-probe.ts'
import { probeTermination } from './termination-probe.ts'
import { refusesUnknownFields } from './unknown-fields-probe.ts'

/** Options of {@link checkTool}. */
export interface CheckOptions {
  /** The input of its request; `{}` unless told. */
  input?: JsonObject
  /** Where it runs; this process's working directory unless told. */
  cwd?: string
  /** Time limit of one run; 30,000 ms. Runs with a broken request get at most 10,000 ms, or ten
   * times what the tool took with its request. */
  timeoutMs?: number
  /** True runs the tool only once, with its request. */
  once?: boolean
  signal?: AbortSignal
}

/** What a check of a tool came to. */
export interface ToolCheck {
  /** Whether there is no problem. A tool that fails in keeping with the protocol is none. */
  ok: boolean
  problems: CheckProblem[]
  /** What hosts tolerate. */
  warnings: CheckProblem[]
  /** The run with the request; absent when the tool could not be started. */
  recording?: Recording
  /** The end of that run's standard error. */
  stderr: string
}

/**
 * Runs an executable in any language as a host would and reports every breach of the protocol: with its request, with
 * one from a later version, with a broken one, with none, and asked to end. A tool with effects has them each time.
 */
export async function checkTool(path: string, options: CheckOptions = {}): Promise<ToolCheck> {
  const { cwd = process.cwd(), signal } = options
  const tool = resolve(cwd, path)
  const unfit = findStartProblem(tool)
  if (unfit) return failed(unfit)
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-check-'))
  try {
    return await new Check(tool, options, { cwd, folder, signal }).run()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const interpreter = /^#!\s*(\S*)/.exec(firstLineOf(tool))?.[1] ?? ''
    const why = code === 'ENOENT' ? `its interpreter "${interpreter}" was not found` : message
    return failed(
      cannotStart(`${tool} could not be started: ${why}.`, 'Look at its first line (#!) and its permissions.'),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function failed(problem: Problem<CheckCode>): ToolCheck {
  return { ok: false, problems: ofProbe('request', [problem]), warnings: [], stderr: '' }
}

function cannotStart(message: string, fix: string): Problem<CheckCode> {
  return { code: 'cannot_start', message, expected: 'a program that the operating system can start', fix }
}

/** What editors write and no system reads past. */
function findFirstLineProblem(tool: string): Problem<CheckCode> | undefined {
  const line = firstLineOf(tool)
  if (line.startsWith('\u00ef\u00bb\u00bf#!'))
    return cannotStart(
      `${tool} starts with a byte order mark, so that its first line (#!) counts for nothing.`,
      'Save it as UTF-8 without byte order mark.',
    )
  if (!line.startsWith('#!') || !line.endsWith('\r')) return undefined
  return cannotStart(
    `The first line (#!) of ${tool} ends in a carriage return, which counts as part of the interpreter's name.`,
    'Save it with line feeds alone (LF), not with CRLF.',
  )
}

/** The start of a file up to its first line feed, a character for each byte; empty where it may only be executed. */
function firstLineOf(tool: string): string {
  let file: number | undefined
  try {
    file = openSync(tool, 'r')
    const start = Buffer.alloc(256)
    return start.toString('latin1', 0, readSync(file, start)).split('\n', 1)[0]!
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function findStartProblem(tool: string): Problem<CheckCode> | undefined {
  const expected = 'an executable file'
  const found = statSync(tool, { throwIfNoEntry: false })
  if (!found?.isFile()) {
    const [message, fix] = found?.isDirectory()
      ? [`${tool} is a folder.`, 'Name the tool in it, or a folder that holds a skill.json or SKILL.md.']
      : [`There is no file at ${tool}.`, 'Check the path.']
    return { code: 'tool_not_found', message, expected, fix }
  }
  const isScript = /\.[cm]?[jt]s$/i.test(tool) || process.platform === 'win32'
  try {
    accessSync(tool, isScript ? constants.R_OK : constants.X_OK)
  } catch {
    const message = `${tool} is not executable.`
    return { code: 'tool_not_executable', message, expected, fix: 'Set its executable bit: chmod +x.' }
  }
  return isScript ? undefined : findFirstLineProblem(tool)
}

/** The runs of one check, in order. */
class Check {
  readonly #path: string
  readonly #options: CheckOptions
  readonly #place: { cwd: string; folder: string; signal: AbortSignal | undefined }
  readonly #problems: CheckProblem[] = []
  readonly #warnings: CheckProblem[] = []

  constructor(path: string, options: CheckOptions, place: { cwd: string; folder: string; signal?: AbortSignal }) {
    this.#path = path
    this.#options = options
    this.#place = { ...place, signal: place.signal }
  }

  async run(): Promise<ToolCheck> {
    const name = basename(this.#path, extname(this.#path))
    const request = probeRequest(name, this.#options.input ?? {}, join(this.#place.folder, 'data'))
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

  async #probe(main: ProbeRun, request: JsonObject, line: string): Promise<void> {
    const future = await this.#launch(`${JSON.stringify(futureRequest(request))}\n`)
    this.#addRun('unknown_fields', future)
    // A tool may fail the second time whatever it is asked: the file that it makes is there, its lock is held.
    if (refusesUnknownFields(main, future) && refusesUnknownFields(await this.#launch(line), future))
      this.#tell('unknown_fields', refuses)
    const crashedAfter: string[] = []
    let crashProbe: Probe | undefined
    for (const { probe, stdin, afterStdin, what } of badRequests) {
      const atMostMs = Math.max(10_000, 10 * main.launched.durationMs)
      const run = await this.#launch(stdin, { afterStdin, atMostMs })
      const { problems, crashed } = judgeBadRequest(run, what)
      this.#addRun(probe, run, { problems, warnings: [] })
      if (crashed) {
        crashedAfter.push(what)
        crashProbe ??= probe
      }
      // Who waits for one kind of request that never comes waits for the others, too.
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
    // What the caller ended itself says nothing of the tool.
    this.#place.signal?.throwIfAborted()
    return run
  }

  #where(): { cwd: string; signal?: AbortSignal } {
    const { cwd, signal } = this.#place
    signal?.throwIfAborted()
    return { cwd, ...(signal && { signal }) }
  }

  #addRun(probe: Probe, { launched, verdict }: ProbeRun, found: Findings = verdict): void {
    this.#add(probe, found)
    if (launched.flooded) this.#add(probe, { problems: [tooLarge], warnings: [] })
  }

  // What several runs show alike is told once.
  #add(probe: Probe, found: Findings): void {
    const fresh = (known: CheckProblem[]) => (problem: CheckProblem) => !known.some((other) => isSame(other, problem))
    this.#problems.push(...ofProbe(probe, found.problems).filter(fresh(this.#problems)))
    this.#warnings.push(...ofProbe(probe, found.warnings).filter(fresh(this.#warnings)))
  }

  #tell(probe: Probe, problem: Problem<CheckCode>): void {
    this.#problems.push(...ofProbe(probe, [problem]))
  }
}

interface Findings {
  problems: readonly Problem<CheckCode>[]
  warnings: readonly Problem<CheckCode>[]
}

/** Codes whose message is always the same: what they are about, only the excerpt tells. */
const toldByExcerpt = new Set<CheckCode>(['invalid_json', 'not_an_object', 'invalid_utf8', 'line_too_long'])

// One code may have several causes: only what reads alike is the same. An event may hold the time or a random id.
function isSame(one: CheckProblem, other: CheckProblem): boolean {
  const fields = ['code', 'message', 'line', ...(toldByExcerpt.has(one.code) ? (['excerpt'] as const) : [])] as const
  return fields.every((field) => one[field] === other[field])
}

type BadLaunch = { afterStdin?: LaunchOptions['afterStdin']; atMostMs?: number }

/** Requests that no host sends, and ways of having none. */
const badRequests: { probe: Probe; stdin: string; afterStdin?: LaunchOptions['afterStdin']; what: string }[] = [
  { probe: 'malformed_request', stdin: '{"version":"0","input":{', what: 'a broken request' },
  { probe: 'missing_request', stdin: '', what: 'an empty standard input' },
  { probe: 'null_stdin', stdin: '', afterStdin: 'null device', what: 'the null device as standard input' },
  ...(process.platform === 'win32'
    ? []
    : [{ probe: 'closed_stdin' as const, stdin: '', afterStdin: 'closed' as const, what: 'a closed standard input' }]),
]

const tooLarge: Problem<CheckCode> = {
  code: 'output_too_large',
  message: 'The tool wrote more than 256 MiB to standard output and was ended.',
  expected: 'a bounded number of events',
  fix: 'Write large data to a file and emit an asset event.',
}

const refuses: Problem<CheckCode> = {
  code: 'unknown_fields_refused',
  message: 'The tool reports a failure when the request has further fields, and none of the kind with a plain request.',
  expected: 'unknown fields of the request to be ignored (001 §6, §8)',
  fix: 'Read the fields you need and leave the others alone.',
}
