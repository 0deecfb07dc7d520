import type { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** A stream to read from. `isTTY` is true for a terminal. */
export type Input = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }

/** A stream to write to. `isTTY` is true for a terminal, which also has a width in `columns`. */
export type Output = Writable & { isTTY?: boolean; columns?: number }

/** Everything that commands use of the process that runs them. */
export interface Io {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The absolute folder that relative paths start from. */
  readonly cwd: string
  /** Emits `SIGINT`, `SIGTERM` and `SIGHUP`. */
  readonly signals: Pick<EventEmitter, 'on' | 'off'>
  /** Ends the program at once. Called only on a second interrupt. */
  readonly exit: (code: number) => void
  /** Writes help to a pipe or file. Defaults to `stdout`. */
  readonly writeHelp?: (text: string) => void
}
