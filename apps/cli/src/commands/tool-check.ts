import { accessSync, constants, existsSync, statSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { checkTool, type CheckProblem, type ToolCheck } from '@narratoria/tool-sdk/conformance'
import type { SkillWarning } from '@narratoria/skills'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { count, oneLine, printable, printableJson } from '../terminal/terminal.ts'

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
  if (options.record !== undefined) refuseUnwritable(options.record)
  const tools = await findTools(path)
  const { once, timeout: timeoutMs } = options
  const { signal, release } = abortOnInterrupt()
  const checkAll = async (): Promise<void> => {
    const checks: [string, ToolCheck][] = []
    for (const tool of tools) checks.push([tool, await checkTool(tool, { input, once, timeoutMs, signal })])
    report(checks, options)
  }
  try {
    await checkAll()
    if (options.watch) await repeat(tools, checkAll, signal)
  } finally {
    release()
  }
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

/** Before a tool is run for minutes whose transcript could not be kept. */
function refuseUnwritable(file: string): void {
  const path = resolve(file)
  const folder = dirname(path)
  const refuse = (why: string): never => {
    throw new UsageError(`--record ${oneLine(file)}: ${why}; name a file that can be written.`)
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) refuse(`there is no folder ${oneLine(folder)}`)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) refuse('that is a folder')
  try {
    accessSync(existsSync(path) ? path : folder, constants.W_OK)
  } catch {
    refuse('it may not be written')
  }
}

/**
 * The tool itself, or the scripts of the skill whose folder is named, as a host would find them.
 * @throws {UsageError} where the skill cannot be read, a script of it would be left out, or there is none
 */
async function findTools(path: string): Promise<string[]> {
  if (!manifests.some((file) => existsSync(join(path, file)))) return [resolve(path)]
  // Only whoever checks a skill needs the reader of skills.
  const { checkSkill } = await import('@narratoria/skills')
  const { skill, problems } = await checkSkill(path)
  const inTheWay = skill ? problems.filter(isAboutScripts) : problems
  const tools = skill?.scripts.filter(({ runnable }) => runnable) ?? []
  if (inTheWay.length === 0 && tools.length > 0) return tools.map((tool) => tool.path)
  const found = inTheWay.map(({ message }) => `\n  ${message}`).join('')
  const none = ` it has none that a host runs; list them as "scripts" in skill.json, or put executables into scripts/ beside it`
  throw new UsageError(`the scripts of the skill in ${oneLine(path)} cannot be checked:${found || none}`)
}

const manifests = ['skill.json', 'SKILL.md', 'skill.md']

// What is wrong with the rest of a skill, `skills check` tells.
function isAboutScripts({ code, message, path }: SkillWarning): boolean {
  if (code.startsWith('script_') || code === 'duplicate_script' || basename(dirname(path)) === 'scripts') return true
  return code !== 'unknown_field' && /^(skill\.json: ("scripts"|scripts\[)|scripts: )/.test(message)
}

function report(checks: [tool: string, check: ToolCheck][], { json, record }: CheckCommandOptions): void {
  const ok = checks.every(([, check]) => check.ok)
  const told = (key: 'problems' | 'warnings') =>
    checks.flatMap(([tool, check]) => check[key].map((problem) => (checks.length > 1 ? { ...problem, tool } : problem)))
  if (json) process.stdout.write(`${printableJson({ ok, problems: told('problems'), warnings: told('warnings') })}\n`)
  else for (const [tool, check] of checks) process.stdout.write(describe(tool, check))
  process.exitCode = ok ? exitCodes.success : exitCodes.failure
  if (record !== undefined) keep(checks, record)
}

// After the report, which must not be lost with it.
function keep(checks: [tool: string, check: ToolCheck][], file: string): void {
  const recordings = checks.flatMap(([, check]) => check.recording ?? [])
  try {
    writeFileSync(file, `${JSON.stringify(recordings.length === 1 ? recordings[0] : recordings, null, 2)}\n`)
  } catch (error) {
    process.stderr.write(`narratoria: the transcript could not be written: ${oneLine((error as Error).message)}\n`)
    process.exitCode = exitCodes.failure
  }
}

function describe(tool: string, { ok, problems, warnings, recording, stderr }: ToolCheck): string {
  const name = oneLine(relative(process.cwd(), tool))
  const list = (mark: string, found: CheckProblem[]) => found.map((problem) => describeProblem(mark, problem))
  const outcome = recording?.expect.errorCode === 'tool_failed' ? ' It reported a failure of its own, as it may.' : ''
  const events = recording?.expect.events.length ?? 0
  const head = ok
    ? `${name}: keeps the protocol (${count(events, 'event')}).${outcome}\n`
    : `${name}: ${count(problems.length, 'problem')}\n`
  const tail =
    ok || stderr.trim() === '' ? '' : `  its standard error ends:\n${indent(printable(stderr.trim().slice(-1_000)))}\n`
  return [head, ...list('✗', problems), ...list('!', warnings), tail].join('')
}

function describeProblem(mark: string, { code, message, line, excerpt, expected, fix, probe }: CheckProblem): string {
  const place = line === undefined ? '' : ` line ${line}`
  const run = probe === 'request' ? '' : ` (${probe.replaceAll('_', ' ')})`
  const quote = excerpt === undefined ? '' : `    it wrote: ${printableJson(excerpt)}\n`
  return `  ${mark} ${code}${place}${run}: ${oneLine(message)}\n${quote}    expected: ${expected}\n    to mend:  ${fix}\n`
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}

/** Checks again after each change, until `signal` aborts. */
async function repeat(tools: string[], checkAll: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let changed = false
  let wake: () => void = () => {}
  signal.addEventListener('abort', () => wake(), { once: true })
  // The folders, since editors replace files.
  for (const folder of new Set(tools.map((tool) => dirname(tool)))) {
    const names = new Set(tools.filter((tool) => dirname(tool) === folder).map((tool) => basename(tool)))
    watch(folder, { signal }, (_, file) => {
      if (file === null || !names.has(file)) return
      changed = true
      wake()
    })
  }
  process.stderr.write('Watching for changes; Ctrl-C ends.\n')
  for (;;) {
    if (!changed && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
    if (signal.aborted) return
    // Whoever saves may write several times.
    await new Promise((resolve) => setTimeout(resolve, 150))
    changed = false
    await checkAll()
  }
}
