import { fs } from '../builtins.ts'
import { pause } from './pause.ts'

/** Writes a whole line, waiting for a slow reader. Exits with code 141 if the reader is gone, as after SIGPIPE. */
export function writeLine(descriptor: number, line: string): void {
  const bytes = Buffer.from(line)
  for (let offset = 0, waits = 0; offset < bytes.length;) {
    try {
      offset += fs.writeSync(descriptor, bytes, offset)
      waits = 0
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A socket that is closed with unread data resets the connection instead.
      if (code === 'EPIPE' || code === 'ECONNRESET') process.exit(141)
      if (code !== 'EAGAIN') throw error
      pause((waits += 1))
    }
  }
}
