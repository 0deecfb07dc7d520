import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Io } from '../io.ts'

/** Reads one line after the other. Some must not be visible. */
export interface SecretPrompt {
  /** The next line, without echo if `hidden`. Returns undefined at the end of the input. */
  ask(text: string, hidden: boolean): Promise<string | undefined>
  close(): void
}

/** Opens standard input for answers that may be secrets. Each line of a pipe is one answer. */
export function openSecretPrompt({ stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>): SecretPrompt {
  const terminal = stdin.isTTY === true && stdout.isTTY === true
  let silent = false
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!silent) stdout.write(chunk)
      done()
    },
  })
  const output = Object.defineProperty(echo, 'columns', { get: () => stdout.columns })
  // No history: the arrow keys must not bring back a secret.
  const lines = createInterface({ input: stdin, output: terminal ? output : undefined, terminal, historySize: 0 })
  lines.on('SIGINT', () => lines.close())
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(text, hidden) {
      if (terminal) {
        lines.setPrompt(text)
        lines.prompt()
        // The question is visible now. The line editor would echo what is typed after it.
        silent = hidden
      }
      const { value, done } = await answers.next()
      if (silent) stdout.write('\n')
      silent = false
      return done ? undefined : value
    },
    close: () => lines.close(),
  }
}
