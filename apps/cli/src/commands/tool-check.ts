import { existsSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { checkTool, type CheckProblem, type ToolCheck } from '@narratoria/tool-sdk/conformance'
import { exitCodes, UsageError } from '../exit-codes.ts'

interface CheckCommandOptions {
  input: string
  json?: boolean
  record?: string
  once?: boolean
  timeout?: number
  watch?: boolean
}

/** `narratoria tool check`. */
export async function checkTools(path: string, options: CheckCommandOptions): Promise<void> {
  const input = parseInput(options.input)
  const tools = findTools(path)
  const checkAll = async (): Promise<void> => {
    const checks: [string, ToolCheck][] = []
    for (const tool of tools) {
      checks.push([tool, await checkTool(tool, { input, once: options.once, timeoutMs: options.timeout })])
    }
    report(checks, options)
  }
  await checkAll()
  if (options.watch) await repeat(tools, checkAll)
}

function parseInput(text: string): JsonObject {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    throw new UsageError('--input is not valid JSON; give an object such as \'{"who":"Ada"}\'.')
  }
  if (!isJsonObject(input)) throw new UsageError('--input must be a JSON object such as \'{"who":"Ada"}\'.')
  return input
}

/** The tool itself, or the scripts of the skill whose folder is named. */
function findTools(path: string): string[] {
  const manifest = join(path, 'skill.json')
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory() || !existsSync(manifest)) return [resolve(path)]
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: { path: string }[] }
  if (!scripts?.length) throw new UsageError(`${manifest} lists no scripts to check.`)
  return scripts.map((script) => resolve(path, script.path))
}

function report(checks: [tool: string, check: ToolCheck][], { json, record }: CheckCommandOptions): void {
  const ok = checks.every(([, check]) => check.ok)
  const told = (key: 'problems' | 'warnings') =>
    checks.flatMap(([tool, check]) => check[key].map((problem) => (checks.length > 1 ? { ...problem, tool } : problem)))
  if (record) {
    const recordings = checks.flatMap(([, check]) => check.recording ?? [])
    writeFileSync(record, `${JSON.stringify(recordings.length === 1 ? recordings[0] : recordings, null, 2)}\n`)
  }
  if (json) process.stdout.write(`${JSON.stringify({ ok, problems: told('problems'), warnings: told('warnings') })}\n`)
  else for (const [tool, check] of checks) process.stdout.write(describe(tool, check))
  process.exitCode = ok ? exitCodes.success : exitCodes.failure
}

function describe(tool: string, { ok, problems, warnings, recording, stderr }: ToolCheck): string {
  const name = relative(process.cwd(), tool)
  const list = (mark: string, found: CheckProblem[]) => found.map((problem) => describeProblem(mark, problem))
  const outcome = recording?.expect.errorCode === 'tool_failed' ? ' It reported a failure of its own, as it may.' : ''
  const head = ok
    ? `${name}: keeps the protocol (${recording?.expect.events.length ?? 0} events).${outcome}\n`
    : `${name}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}\n`
  const tail =
    ok || stderr.trim() === '' ? '' : `  its standard error ends:\n${indent(printable(stderr.trim().slice(-1_000)))}\n`
  return [head, ...list('✗', problems), ...list('!', warnings), tail].join('')
}

function describeProblem(mark: string, { code, message, line, excerpt, expected, fix, probe }: CheckProblem): string {
  const place = line === undefined ? '' : ` line ${line}`
  const run = probe === 'request' ? '' : ` (${probe.replaceAll('_', ' ')})`
  const quote = excerpt === undefined ? '' : `    it wrote: ${JSON.stringify(excerpt)}\n`
  return `  ${mark} ${code}${place}${run}: ${printable(message)}\n${quote}    expected: ${expected}\n    to mend:  ${fix}\n`
}

// What a tool wrote must not steer the terminal.
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that are meant
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '�')
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}

/** Checks again after each change, until the process is ended. */
async function repeat(tools: string[], checkAll: () => Promise<void>): Promise<never> {
  let changed = false
  let wake: () => void = () => {}
  // The folders, since editors replace files.
  for (const folder of new Set(tools.map((tool) => dirname(tool)))) {
    const names = new Set(tools.filter((tool) => dirname(tool) === folder).map((tool) => basename(tool)))
    watch(folder, (_, file) => {
      if (file === null || !names.has(file)) return
      changed = true
      wake()
    })
  }
  process.stderr.write('Watching for changes; Ctrl-C ends.\n')
  for (;;) {
    if (!changed) await new Promise<void>((resolve) => (wake = resolve))
    // Whoever saves may write several times.
    await new Promise((resolve) => setTimeout(resolve, 150))
    changed = false
    await checkAll()
  }
}
