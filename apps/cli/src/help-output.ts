import type { OutputConfiguration } from 'commander'

// An import would read every export of `fs`, streams and promises with them.
const { fstatSync, writeSync } = process.getBuiltinModule('node:fs')

/** The end of a command's help: how it is used, each line without the program's name. */
export function examples(...lines: string[]): string {
  return `\n${['Examples:', ...lines.map((line) => `  narratoria ${line}`)].join('\n')}`
}

/**
 * How help and version are written: straight to the descriptor. `process.stdout` would load Node's sockets first, which
 * takes as long as everything else that a question for help needs.
 */
export function helpOutput(): OutputConfiguration {
  const toTerminal = fstatSync(1).isCharacterDevice()
  if (toTerminal) return {}
  return { writeOut: writeWhole, getOutHelpWidth: () => 100, getOutHasColors: () => false }
}

function writeWhole(text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A full pipe takes more when its reader has read; a reader that is gone wants no more.
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw error
    }
  }
}
