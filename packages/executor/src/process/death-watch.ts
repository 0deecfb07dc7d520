import { spawn, type ChildProcess } from 'node:child_process'
import { markerName } from './platform/linux-orphans.ts'

/** Milliseconds without a tool after which the watch ends. The tools of the next turn usually start before. */
const idleMs = 10_000

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
  #idle: NodeJS.Timeout | undefined
  #shell: ChildProcess | undefined

  /** @param origin the start of the markers of the host's tools */
  constructor(origin: string) {
    this.#origin = origin
  }

  start(): void {
    if (process.platform !== 'linux') return
    clearTimeout(this.#idle)
    // The tool that has just been started gets its request first.
    setImmediate(() => {
      if (!this.#shell) this.#startShell()
    }).unref()
  }

  stop(): void {
    if (process.platform !== 'linux') return
    this.#idle = setTimeout(() => {
      // Killed, because at the end of the pipe it would kill tools that start at this moment.
      this.#shell?.kill('SIGKILL')
      this.#shell = undefined
    }, idleMs).unref()
  }

  #startShell(): void {
    const shell = spawn('/bin/sh', ['-c', script, 'sh', this.#origin], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      detached: true,
    })
    // Without a shell the tools of a killed host stay.
    shell
      .on('error', () => {})
      .on('exit', () => {
        if (this.#shell === shell) this.#shell = undefined
      })
    shell.stdin.on('error', () => {})
    shell.unref()
    ;(shell.stdin as unknown as Partial<NodeJS.RefCounted>).unref?.()
    this.#shell = shell
  }
}
