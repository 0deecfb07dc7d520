import { accessSync, constants, existsSync, statSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, resolve, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { checkTool, type CheckProblem, type ToolCheck } from '@narratoria/tool-sdk/conformance'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import type { Io } from '../../io.ts'
import { notify, printError, printJson, printText } from '../../terminal/print.ts'
import { oneLine, count } from '../../terminal/terminal.ts'
import type { CheckOptions } from './command.ts'
import { findTools } from './find-tools.ts'
import { printable, printableJson } from '@narratoria/protocol/printable'

/** An editor may write a file several times when it saves; checks start this long after the last change. */
const settleMs = 150

export async function checkTools(options: CheckOptions, io: Io): Promise<number> {
  const input = parseInput(options.input ?? '{}')
  const record = options.record === undefined ? undefined : resolve(io.cwd, options.record)
  if (record !== undefined) rejectUnwritable(options.record!, record)
  const paths = await findTools(io, options.executable)
  const { once, timeout: timeoutMs } = options
  const { signal, release } = abortOnInterrupt(io)
  const checkAll = async (): Promise<number> => {
    const tools: CheckedTool[] = []
    for (const path of paths)
      tools.push({ path, check: await checkTool(path, { input, once, timeoutMs, signal, cwd: io.cwd }) })
    const document = toDocument(tools)
    if (options.json) printJson(io, document)
    else for (const tool of tools) printText(io, describeCheck(tool, io.cwd))
    const isRecorded = record === undefined || writeRecording(io, tools, record)
    return document.ok && isRecorded ? exitCodes.success : exitCodes.failure
  }
  try {
    const code = await checkAll()
    return options.watch ? await checkOnChanges(io, paths, checkAll, { code, signal }) : code
  } finally {
    release()
  }
}

function parseInput(text: string): JsonObject {
  try {
    const input: unknown = JSON.parse(text)
    if (isJsonObject(input)) return input
  } catch {
    throw new UsageError('--input is not valid JSON; give an object such as \'{"who":"Ada"}\'.')
  }
  throw new UsageError('--input must be a JSON object such as \'{"who":"Ada"}\'.')
}

/** Checked before a tool runs, which may take minutes. */
function rejectUnwritable(name: string, path: string): void {
  const folder = dirname(path)
  const reject = (why: string): never => {
    throw new UsageError(`--record ${oneLine(name)}: ${why}; name a file that can be written.`)
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) reject(`there is no folder ${oneLine(folder)}`)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) reject('it is a folder')
  try {
    accessSync(existsSync(path) ? path : folder, constants.W_OK)
  } catch {
    reject('it is not writable')
  }
}

/** Returns false if the transcript could not be written. */
function writeRecording(io: Io, tools: readonly CheckedTool[], file: string): boolean {
  const recordings = tools.flatMap(({ check }) => check.recording ?? [])
  try {
    writeFileSync(file, `${JSON.stringify(recordings.length === 1 ? recordings[0] : recordings, null, 2)}\n`)
    return true
  } catch (error) {
    notify(io, `the transcript could not be written: ${oneLine((error as Error).message)}`)
    return false
  }
}

/** Checks again after each change until `signal` aborts. Returns the exit code of the last check. */
async function checkOnChanges(
  io: Io,
  paths: readonly string[],
  checkAll: () => Promise<number>,
  { code, signal }: { code: number; signal: AbortSignal },
): Promise<number> {
  let changed = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => changed.resolve(), { once: true })
  // Watches folders, because editors replace files.
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    const names = new Set(paths.filter((path) => dirname(path) === folder).map((path) => basename(path)))
    watch(folder, { signal }, (_, file) => file !== null && names.has(file) && changed.resolve())
  }
  printError(io, 'Watching for changes; Ctrl-C ends.')
  let last = code
  for (;;) {
    await changed.promise
    if (signal.aborted) return last
    await sleep(settleMs)
    changed = Promise.withResolvers<void>()
    if (signal.aborted) return last
    last = await checkAll()
  }
}

interface CheckedTool {
  path: string
  check: ToolCheck
}

/** `{ok, problems, warnings}`. With several tools, each problem names its tool. */
function toDocument(tools: readonly CheckedTool[]) {
  const collect = (key: 'problems' | 'warnings') =>
    tools.flatMap(({ path, check }) =>
      check[key].map((problem) => (tools.length > 1 ? { ...problem, tool: path } : problem)),
    )
  return { ok: tools.every(({ check }) => check.ok), problems: collect('problems'), warnings: collect('warnings') }
}

/** The report about one tool as text. */
function describeCheck({ path, check }: CheckedTool, cwd: string): string {
  const { ok, problems, warnings, recording, stderr } = check
  const name = oneLine(relative(cwd, path))
  const list = (mark: string, found: CheckProblem[]) => found.map((problem) => describeProblem(mark, problem))
  const failed = recording?.expect.errorCode === 'tool_failed' ? ' It reported a failure, which is allowed.' : ''
  const events = count(recording?.expect.events.length ?? 0, 'event')
  const head = ok
    ? `${name}: conforms to the protocol (${events}).${failed}\n`
    : `${name}: ${count(problems.length, 'problem')}\n`
  const lastOutput = printable(stderr.trim().slice(-1_000)).replace(/^/gm, '    ')
  const tail = ok || stderr.trim() === '' ? '' : `  its standard error ends with:\n${lastOutput}\n`
  return [head, ...list('✗', problems), ...list('!', warnings), tail].join('')
}

function describeProblem(mark: string, { code, message, line, excerpt, expected, fix, probe }: CheckProblem): string {
  const place = line === undefined ? '' : ` line ${line}`
  const run = probe === 'request' ? '' : ` (${probe.replaceAll('_', ' ')})`
  const quote = excerpt === undefined ? '' : `    received: ${printableJson(excerpt)}\n`
  return `  ${mark} ${code}${place}${run}: ${oneLine(message)}\n${quote}    expected: ${expected}\n    fix:      ${fix}\n`
}
