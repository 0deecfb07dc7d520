import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventReader } from '@narratoria/protocol'
import spawn from 'cross-spawn'
import { listStrays, markerName } from './strays.ts'

/** How to start a tool and when to lose patience. */
export interface LaunchOptions {
  /** Everything that standard input gets before it ends. */
  stdin: string | Uint8Array
  cwd?: string
  /** The whole environment; this process's own unless told. */
  env?: NodeJS.ProcessEnv
  /** After this many milliseconds the process and its children are killed; 30,000 unless told. */
  timeoutMs?: number
  signal?: AbortSignal
  /** More standard output than this many bytes ends the process; 256 MiB unless told. */
  maxOutputBytes?: number
  /**
   * What becomes of standard input after `stdin`: it ends, or stays open as for a host that is not done. Without any
   * `stdin` it may be the null device, or closed (which Windows cannot do).
   */
  afterStdin?: 'end' | 'open' | 'null device' | 'closed'
  /** Called once the tool has read about all of `stdin`. */
  onRead?: () => void
  /** Called once the process runs, with a way to look at it and to end it. */
  onStart?: (tool: ChildProcess) => void
}

/** What a finished process left behind. */
export interface LaunchedTool {
  stdout: Buffer
  /** The end of standard error, at most 64 Ki characters. */
  stderr: string
  exitCode: number | null
  exitSignal: NodeJS.Signals | null
  timedOut: boolean
  /** True when something of it still ran two seconds after its end, and was ended. */
  outstayed: boolean
  /** True when it wrote more than it may and was ended. */
  flooded: boolean
  durationMs: number
}

const maxStderrLength = 64 * 1024

/** How long something may still run after `done`, after the end of the output, or after the exit. */
const afterEndMs = 2_000

const javaScript = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])

/**
 * Starts an executable without a shell, JavaScript and TypeScript with this process's Node, and waits for its end.
 *
 * @throws the system's error when it cannot be started
 */
export function launchTool(path: string, options: LaunchOptions): Promise<LaunchedTool> {
  return new Launch(path, options).ended
}

/** One process, from its start to the end of all that it started. */
class Launch {
  readonly ended: Promise<LaunchedTool>
  readonly #options: LaunchOptions
  readonly #child: ChildProcess
  readonly #startedAt = performance.now()
  readonly #stdout: Buffer[] = []
  readonly #hasDone = watchForDone()
  readonly #marker = randomUUID()
  readonly #timer: NodeJS.Timeout
  #patience: NodeJS.Timeout | undefined
  #isKilled = false
  #bytes = 0
  #stderr = ''
  #found = { timedOut: false, outstayed: false, flooded: false }
  #exit: { exitCode: number | null; exitSignal: NodeJS.Signals | null } | undefined
  #resolve!: (launched: LaunchedTool) => void

  constructor(path: string, options: LaunchOptions) {
    this.#options = options
    this.#child = start(path, options, this.#marker)
    this.#timer = setTimeout(() => this.#giveUp('timedOut'), options.timeoutMs ?? 30_000)
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#child.on('error', (error) => {
        this.#release()
        reject(error)
      })
    })
    options.signal?.addEventListener('abort', this.#kill, { once: true })
    if (options.signal?.aborted) this.#kill()
    this.#listen()
    this.#send()
    options.onStart?.(this.#child)
  }

  #listen(): void {
    const { stdout, stderr } = this.#child
    stdout?.on('data', (chunk: Buffer) => this.#read(chunk)).on('end', () => this.#expectEnd())
    stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(-maxStderrLength)))
    this.#child.on('exit', (exitCode, exitSignal) => {
      const { timedOut, outstayed } = this.#found
      // How it ended says nothing where it had to be ended.
      this.#exit = timedOut || outstayed ? { exitCode: null, exitSignal: null } : { exitCode, exitSignal }
      this.#expectEnd()
    })
    this.#child.on('close', () => void this.#finish())
  }

  #send(): void {
    const { stdin, afterStdin, onRead } = this.#options
    this.#child.stdin?.on('error', () => {}) // A tool need not read its request.
    this.#child.stdin?.write(stdin, (error) => {
      if (!error) onRead?.()
    })
    if (afterStdin !== 'open') this.#child.stdin?.end()
  }

  #read(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > (this.#options.maxOutputBytes ?? 256 * 1024 * 1024)) return this.#giveUp('flooded')
    this.#stdout.push(chunk)
    if (this.#hasDone(chunk)) this.#expectEnd()
  }

  // After done, after the end of its output or after its exit nothing that counts can come.
  #expectEnd(): void {
    this.#patience ??= setTimeout(() => {
      this.#giveUp('outstayed')
      // What holds the output may have left the group.
      if (this.#exit) void this.#finish()
    }, afterEndMs)
  }

  #giveUp(why: 'timedOut' | 'outstayed' | 'flooded'): void {
    if (!this.#found.timedOut && !this.#found.outstayed) this.#found[why] = true
    this.#kill()
  }

  readonly #kill = (): void => {
    this.#isKilled = true
    killTree(this.#child)
  }

  #release(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#patience)
    this.#options.signal?.removeEventListener('abort', this.#kill)
  }

  async #finish(): Promise<void> {
    const durationMs = performance.now() - this.#startedAt
    clearTimeout(this.#timer)
    clearTimeout(this.#patience)
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream?.destroy()
    await this.#endStrays()
    this.#release()
    this.#resolve({
      stdout: Buffer.concat(this.#stdout),
      stderr: this.#stderr,
      ...(this.#exit ?? { exitCode: null, exitSignal: null }),
      ...this.#found,
      durationMs,
    })
  }

  // What closed the output and stayed. It may be about to end by itself.
  async #endStrays(): Promise<void> {
    const { pid } = this.#child
    if (pid === undefined) return
    const until = performance.now() + afterEndMs
    let strays = listStrays(pid, this.#marker)
    while (strays.length > 0 && !this.#isKilled && performance.now() < until) {
      await delay(50)
      strays = listStrays(pid, this.#marker)
    }
    if (strays.length > 0 && !this.#isKilled) this.#found.outstayed = true
    for (const stray of strays) endStray(stray)
  }
}

function start(path: string, { cwd, env = process.env, afterStdin }: LaunchOptions, marker: string): ChildProcess {
  const [command, args] = javaScript.has(extname(path).toLowerCase()) ? [process.execPath, [path]] : [path, []]
  const stdin = afterStdin === 'null device' || afterStdin === 'closed' ? 'ignore' : 'pipe'
  const marked = { ...env, [markerName]: marker }
  const options = { cwd, env: marked, detached: process.platform !== 'win32', windowsHide: true }
  // No way to start a process leaves a descriptor out; a shell can close it.
  if (afterStdin === 'closed')
    return spawn('/bin/sh', ['-c', 'exec "$0" "$@" <&-', command, ...args], {
      ...options,
      stdio: [stdin, 'pipe', 'pipe'],
    })
  return spawn(command, args, { ...options, stdio: [stdin, 'pipe', 'pipe'] })
}

/** Tells, chunk by chunk, whether `done` has come; what is no event ends its interest, as it does a host's. */
function watchForDone(): (chunk: Buffer) => boolean {
  let over = false
  let broken = false
  const reader = new EventReader(({ type }) => {
    if (type === 'done') over = true
  })
  return (chunk) => {
    if (over || broken) return over
    try {
      reader.write(chunk)
    } catch {
      broken = true
    }
    return over
  }
}

function endStray(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {} // It ended by itself.
}

/** Kills a process that {@link launchTool} started, and its children. */
export function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL') // The group is gone already.
  }
}
