import { exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'

// An import would load every export of `fs`, streams and promises included.
const { fstatSync, writeSync } = process.getBuiltinModule('node:fs')

/** The streams, environment and signals of this process. Streams are created on first use. */
export function processIo(): Io {
  let isGuarded = false
  return {
    get stdin() {
      return process.stdin
    },
    get stdout() {
      if (!isGuarded) process.stdout.on('error', exitOnClosedPipe)
      isGuarded = true
      return process.stdout
    },
    get stderr() {
      return process.stderr
    },
    env: process.env,
    cwd: process.cwd(),
    signals: process,
    exit: (code) => process.exit(code),
    // `process.stdout` of a pipe loads Node's sockets, which takes as long as the rest of `--help`.
    ...(!fstatSync(1).isCharacterDevice() && { writeHelp: writeToDescriptor }),
  }
}

/** A reader that stops early (`narratoria … | head`) is not an error. */
function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(exitCodes.success)
  throw error
}

function writeToDescriptor(text: string): void {
  let remaining = Buffer.from(text)
  while (remaining.length > 0) {
    try {
      remaining = remaining.subarray(writeSync(1, remaining))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') return
      // EAGAIN: the pipe is full until its reader reads.
      if (code !== 'EAGAIN') throw error
    }
  }
}
