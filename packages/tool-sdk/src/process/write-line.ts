import { fs } from './builtins.ts'
import { pause } from './pause.ts'

/**
 * Writes a whole line at once: waits for a slow reader, goes on after a partial write, so nothing is ever lost.
 * A reader that is gone ends the process quietly, as a broken pipe does elsewhere.
 */
export function writeLine(descriptor: number, line: string): void {
  const bytes = Buffer.from(line)
  for (let offset = 0, waits = 0; offset < bytes.length;) {
    try {
      offset += fs.writeSync(descriptor, bytes, offset)
      waits = 0
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') process.exit(141)
      if (code !== 'EAGAIN') throw error
      pause((waits += 1))
    }
  }
}
