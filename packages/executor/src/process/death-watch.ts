import { spawn, type ChildProcess } from 'node:child_process'
import { markerName } from './platform/linux-orphans.ts'

/** Milliseconds that tools run before the watch starts, so that short ones cost nothing. */
const startAfterMs = 100

// Waits until the host is gone, then kills every process with a marker of the host, until none is left.
const script = `read -r _
n=0
while [ $n -lt 50 ]; do
  found=
  for file in $(grep -ls "${markerName}=$1-" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}" 2>/dev/null && found=1
  done
  [ "$found" ] || exit 0
  n=$((n + 1))
done`

/**
 * Kills the host's tools if the host is killed (SIGKILL), by a shell that waits for the end of a pipe. Only on Linux. A tool that
 * has emptied its environment is not found.
 */
export class DeathWatch {
  readonly #origin: string
  #timer: NodeJS.Timeout | undefined
  #shell: ChildProcess | undefined

  /** @param origin the start of the markers of the host's tools */
  constructor(origin: string) {
    this.#origin = origin
  }

  start(): void {
    if (process.platform !== 'linux') return
    this.#timer ??= setTimeout(() => this.#startShell(), startAfterMs).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Killed, because at the end of the pipe it would kill the tools of the next turn.
    this.#shell?.kill('SIGKILL')
    this.#shell = undefined
  }

  #startShell(): void {
    const shell = spawn('/bin/sh', ['-c', script, 'sh', this.#origin], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      detached: true,
    })
    // Without a shell the tools of a killed host stay.
    shell.on('error', () => {})
    shell.stdin.on('error', () => {})
    shell.unref()
    ;(shell.stdin as unknown as Partial<NodeJS.RefCounted>).unref?.()
    this.#shell = shell
  }
}
