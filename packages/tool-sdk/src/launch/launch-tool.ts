import { readFileSync } from 'node:fs'
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
  /** Called with each chunk of standard output. */
  onStdout?: (chunk: Buffer, tool: ChildProcess) => void
}

/** What a finished process left behind. */
export interface LaunchedTool {
  stdout: Buffer
  stderr: string
  exitCode: number | null
  exitSignal: NodeJS.Signals | null
  timedOut: boolean
  durationMs: number
}

const javaScript = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])

/**
 * Starts an executable without a shell, JavaScript and TypeScript with this process's Node, and waits for its end.
 *
 * @throws the system's error when it cannot be started
 */
export function launchTool(path: string, options: LaunchOptions): Promise<LaunchedTool> {
  const { stdin, cwd, env, timeoutMs = 30_000, signal, onStdout } = options
  const [command, args] =
    javaScript.has(extname(path)) && !hasForeignShebang(path) ? [process.execPath, [path]] : [path, []]
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
    const stderr: Buffer[] = []
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
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout.push(chunk)
      onStdout?.(chunk, child)
    })
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.stdin?.on('error', () => {}) // A tool need not read its request.
    child.stdin?.end(stdin)
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('close', (exitCode, exitSignal) => {
      settle()
      resolve({
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString(),
        exitCode,
        exitSignal,
        timedOut,
        durationMs: performance.now() - startedAt,
      })
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

function hasForeignShebang(path: string): boolean {
  const [firstLine = ''] = readFileSync(path, 'latin1').slice(0, 256).split('\n', 1)
  return firstLine.startsWith('#!') && !/\bnode\b/.test(firstLine)
}
