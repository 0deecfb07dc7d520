import { extname } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import spawn from 'cross-spawn'

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
  /** True leaves standard input open after `stdin`, as for a host that is not done. */
  keepStdinOpen?: boolean
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
  /** True when it wrote more than it may and was ended. */
  flooded: boolean
  durationMs: number
}

const maxStderrLength = 64 * 1024

/** How long the output of a process that is gone may stay open. */
const afterExitMs = 2_000

const javaScript = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])

/**
 * Starts an executable without a shell, JavaScript and TypeScript with this process's Node, and waits for its end.
 *
 * @throws the system's error when it cannot be started
 */
export function launchTool(path: string, options: LaunchOptions): Promise<LaunchedTool> {
  const { stdin, cwd, env, timeoutMs = 30_000, signal, maxOutputBytes = 256 * 1024 * 1024 } = options
  const [command, args] = javaScript.has(extname(path).toLowerCase()) ? [process.execPath, [path]] : [path, []]
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    const stdout: Buffer[] = []
    let timedOut = false
    const kill = (): void => killTree(child)
    const timer = setTimeout(() => {
      timedOut = true
      kill()
    }, timeoutMs)
    signal?.addEventListener('abort', kill, { once: true })
    if (signal?.aborted) kill()
    const settle = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
    }
    let bytes = 0
    let stderr = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxOutputBytes) stdout.push(chunk)
      else kill()
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-maxStderrLength)))
    child.stdin?.on('error', () => {}) // A tool need not read its request.
    if (options.keepStdinOpen) child.stdin?.write(stdin)
    else child.stdin?.end(stdin)
    options.onStart?.(child)
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    let ended = false
    const finish = (exitCode: number | null, exitSignal: NodeJS.Signals | null): void => {
      if (ended) return
      ended = true
      settle()
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      resolve({
        stdout: Buffer.concat(stdout),
        stderr,
        flooded: bytes > maxOutputBytes,
        exitCode,
        exitSignal,
        timedOut,
        durationMs: performance.now() - startedAt,
      })
    }
    child.on('close', finish)
    // What it left behind may hold its output open for ever.
    child.on('exit', (exitCode, exitSignal) => {
      const left = setTimeout(() => {
        kill()
        finish(exitCode, exitSignal)
      }, afterExitMs)
      child.on('close', () => clearTimeout(left))
    })
  })
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
