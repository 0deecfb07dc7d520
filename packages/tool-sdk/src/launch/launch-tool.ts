import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventReader } from '@narratoria/protocol'
import spawn from 'cross-spawn'
import { readdirSync, readFileSync } from 'node:fs'

/** Options of {@link launchTool}. */
export interface LaunchOptions {
  /** Written to standard input. */
  stdin: string | Uint8Array
  cwd?: string
  /** The whole environment. Defaults to this process's. */
  env?: NodeJS.ProcessEnv
  /** Milliseconds after which the process and its children are killed. Defaults to 30,000. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Bytes of standard output after which the process is killed. Defaults to 256 MiB. */
  maxOutputBytes?: number
  /**
   * What follows `stdin`: the end of input, or nothing. With an empty `stdin`, standard input may also be the null device, or
   * closed (not on Windows). Defaults to `end`.
   */
  afterStdin?: 'end' | 'open' | 'null device' | 'closed'
  /** Called when the tool has read nearly all of `stdin`. */
  onRead?: () => void
  /** Called when the process has started. */
  onStart?: (tool: ChildProcess) => void
}

/** The result of {@link launchTool}. */
export interface LaunchedTool {
  stdout: Buffer
  /** The end of standard error, at most 64 Ki characters. */
  stderr: string
  exitCode: number | null
  exitSignal: NodeJS.Signals | null
  timedOut: boolean
  /** Whether the tool or its children still ran two seconds after its end and were killed. */
  outstayed: boolean
  /** Whether the tool wrote more than `maxOutputBytes` and was killed. */
  flooded: boolean
  durationMs: number
}

const maxStderrLength = 64 * 1024

/** Milliseconds that processes may still run after `done`, the end of the output, or the exit. */
const exitGraceMs = 2_000

const javaScript = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])

/**
 * Starts an executable without a shell and waits for its end. JavaScript and TypeScript run with this process's Node.
 *
 * @throws {Error} the system's error if it cannot be started
 */
export function launchTool(path: string, options: LaunchOptions): Promise<LaunchedTool> {
  return new Launch(path, options).ended
}

/** One process, from its start to the end of everything it started. */
class Launch {
  readonly ended: Promise<LaunchedTool>
  readonly #options: LaunchOptions
  readonly #child: ChildProcess
  readonly #startedAt = performance.now()
  readonly #stdout: Buffer[] = []
  readonly #hasDone = watchForDone()
  readonly #marker = randomUUID()
  readonly #timer: NodeJS.Timeout
  #exitTimer: NodeJS.Timeout | undefined
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
      // The exit of a process that was killed is not the tool's own.
      this.#exit = timedOut || outstayed ? { exitCode: null, exitSignal: null } : { exitCode, exitSignal }
      this.#expectEnd()
    })
    this.#child.on('close', () => void this.#finish())
  }

  #send(): void {
    const { stdin, afterStdin, onRead } = this.#options
    this.#child.stdin?.on('error', () => {}) // The tool may exit without reading its request.
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

  #expectEnd(): void {
    this.#exitTimer ??= setTimeout(() => {
      this.#giveUp('outstayed')
      // The process that holds the output open may have left the group.
      if (this.#exit) void this.#finish()
    }, exitGraceMs)
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
    clearTimeout(this.#exitTimer)
    this.#options.signal?.removeEventListener('abort', this.#kill)
  }

  async #finish(): Promise<void> {
    const durationMs = performance.now() - this.#startedAt
    clearTimeout(this.#timer)
    clearTimeout(this.#exitTimer)
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream?.destroy()
    await this.#endOrphans()
    this.#release()
    this.#resolve({
      stdout: Buffer.concat(this.#stdout),
      stderr: this.#stderr,
      ...(this.#exit ?? { exitCode: null, exitSignal: null }),
      ...this.#found,
      durationMs,
    })
  }

  // Processes that closed the output may still be about to exit by themselves.
  async #endOrphans(): Promise<void> {
    const { pid } = this.#child
    if (pid === undefined) return
    const until = performance.now() + exitGraceMs
    let orphans = listOrphans(pid, this.#marker)
    while (orphans.length > 0 && !this.#isKilled && performance.now() < until) {
      await delay(50)
      orphans = listOrphans(pid, this.#marker)
    }
    if (orphans.length > 0 && !this.#isKilled) this.#found.outstayed = true
    for (const orphan of orphans) killOrphan(orphan)
  }
}

function start(path: string, { cwd, env = process.env, afterStdin }: LaunchOptions, marker: string): ChildProcess {
  const [command, args] = javaScript.has(extname(path).toLowerCase()) ? [process.execPath, [path]] : [path, []]
  const stdin = afterStdin === 'null device' || afterStdin === 'closed' ? 'ignore' : 'pipe'
  const marked = { ...env, [markerName]: marker }
  const options = { cwd, env: marked, detached: process.platform !== 'win32', windowsHide: true }
  // Node cannot start a process with a closed descriptor; a shell can.
  if (afterStdin === 'closed')
    return spawn('/bin/sh', ['-c', 'exec "$0" "$@" <&-', command, ...args], {
      ...options,
      stdio: [stdin, 'pipe', 'pipe'],
    })
  return spawn(command, args, { ...options, stdio: [stdin, 'pipe', 'pipe'] })
}

/** Returns a function that takes chunks of output and returns whether `done` has been read. Stops at the first invalid line. */
function watchForDone(): (chunk: Buffer) => boolean {
  let isDone = false
  let isBroken = false
  const reader = new EventReader(({ type }) => {
    if (type === 'done') isDone = true
  })
  return (chunk) => {
    if (isDone || isBroken) return isDone
    try {
      reader.write(chunk)
    } catch {
      isBroken = true
    }
    return isDone
  }
}

function killOrphan(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {} // It has ended.
}

/** Kills a process of {@link launchTool} and its children. */
export function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL') // The group is already gone.
  }
}

/** The environment variable that marks the processes of a tool, so that those that left its group are found. */
const markerName = 'NARRATORIA_LAUNCH'

/**
 * Lists what a tool that has ended left running, as arguments for `process.kill`: on Linux every process with `marker` in its
 * environment, on other systems its process group.
 */
function listOrphans(pid: number, marker: string): number[] {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return canSignal(-pid) ? [-pid] : []
  const text = `${markerName}=${marker}`
  return readdirSync('/proc')
    .map(Number)
    .filter((entry) => Number.isInteger(entry) && environmentOf(entry).includes(text))
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return '' // The process has ended, or belongs to another user.
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
