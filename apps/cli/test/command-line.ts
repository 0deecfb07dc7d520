import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { run } from '../src/main.ts'

/** The file of the program. */
export const program = fileURLToPath(new URL('../bin/narratoria.js', import.meta.url))

/** The outcome of a command line. */
export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

interface RunOptions {
  /** Defaults to `home`. */
  cwd?: string
  /** The folder whose subfolder `home` is `NARRATORIA_HOME`. Defaults to a new folder. */
  home?: string
  env?: NodeJS.ProcessEnv
  /** Whether standard input and output are a terminal of 80 columns. */
  terminal?: boolean
}

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A command line that runs in the process of the test. */
class Command {
  readonly stdin: PassThrough
  stdout = ''
  stderr = ''
  readonly closed: Promise<number>
  readonly #signals = new EventEmitter()

  constructor(args: string[], { home = temporaryFolder(), cwd = home, env, terminal = false }: RunOptions = {}) {
    this.stdin = Object.assign(new PassThrough(), { isTTY: terminal })
    const collect = (name: 'stdout' | 'stderr') =>
      Object.assign(new PassThrough(), { isTTY: terminal, columns: 80 })
        .setEncoding('utf8')
        .on('data', (text: string) => (this[name] += text))
    this.closed = run(args, {
      stdin: this.stdin,
      stdout: collect('stdout'),
      stderr: collect('stderr'),
      env: { ...process.env, NARRATORIA_HOME: join(home, 'home'), NO_COLOR: '1', ...env },
      cwd,
      signals: this.#signals,
      exit: (code) => (this.stderr += `exited at once with ${code}`),
    })
  }

  /** Sends a signal, as the system does. */
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
    this.#signals.emit(name, name)
  }
}

/** Starts a command line in the process of the test. It is interrupted when the test ends. */
export function startCommand(args: string[], options?: RunOptions): Command {
  const command = new Command(args, options)
  onTestFinished(async () => {
    command.stdin.end()
    command.signal('SIGTERM')
    await command.closed
  })
  return command
}

/** Runs a command line in the process of the test, with a home folder of its own. */
export async function narratoria(
  args: string[],
  { input = '', ...options }: RunOptions & { input?: string } = {},
): Promise<Run> {
  const command = new Command(args, options)
  command.stdin.end(input)
  const code = await command.closed
  // The streams deliver what they buffered.
  await new Promise((resolve) => setImmediate(resolve))
  return { code, stdout: command.stdout, stderr: command.stderr }
}

/** Starts the program as a process, which is killed when the test ends. */
export function startProgram(
  args: string[],
  { home = temporaryFolder(), cwd = home, env, stdio = 'pipe' }: RunOptions & { stdio?: StdioOptions } = {},
): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, NARRATORIA_HOME: join(home, 'home'), HOME: home, NO_COLOR: '1', ...env },
    stdio,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs the program as a process. */
export async function runProgram(
  args: string[],
  { input = '', ...options }: RunOptions & { input?: string } = {},
): Promise<Run> {
  const child = startProgram(args, options)
  const run: Run = { code: null, stdout: '', stderr: '' }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (run.stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (run.stderr += text))
  child.stdin!.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...run, code }
}

/** Waits up to 60 s until `isTrue` returns true. */
export async function until(isTrue: () => boolean): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: 60_000, interval: 25 })
}

/** Sends signals one by one: the system merges equal signals that have not been delivered yet. */
export async function sendSignals({ pid }: ChildProcess, signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    process.kill(pid!, signal)
    if (process.platform === 'linux') await until(() => !hasPendingSignal(pid!))
    else await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function hasPendingSignal(pid: number): boolean {
  try {
    return /^(?:SigPnd|ShdPnd):.*[^0\s]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

/** Writes a skill with one script into `root`, and returns the path of the script. */
export function writeSkill(
  root: string,
  skill: { name: string; script: string; trigger: string; mode?: number; timeoutMs?: number },
): string {
  const folder = join(root, skill.name)
  const file = join(folder, 'scripts', 'act.mjs')
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  writeFileSync(file, skill.script)
  chmodSync(file, skill.mode ?? 0o755)
  writeFileSync(
    join(folder, 'skill.json'),
    JSON.stringify({
      name: skill.name,
      version: '1.0.0',
      description: 'A skill of a test.',
      retryPolicy: { maxRetries: 0 },
      scripts: [
        {
          name: 'act',
          path: 'scripts/act.mjs',
          description: 'Acts.',
          triggers: [skill.trigger],
          ...(skill.timeoutMs && { timeoutMs: skill.timeoutMs }),
        },
      ],
    }),
  )
  return file
}
