import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks for one line after the other, some of which must not be seen. */
export interface SecretPrompt {
  /** The next line, not echoed where it is `hidden`; `undefined` when there will be none. */
  ask(text: string, hidden: boolean): Promise<string | undefined>
  close(): void
}

/** Opens standard input for questions whose answers may be secrets; on a pipe each line is an answer. */
export function openSecretPrompt(): SecretPrompt {
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  let silent = false
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!silent) process.stdout.write(chunk)
      done()
    },
  })
  const output = Object.defineProperty(echo, 'columns', { get: () => process.stdout.columns })
  // Without a history: a secret must not come back with the arrow keys.
  const lines = createInterface({
    input: process.stdin,
    output: terminal ? output : undefined,
    terminal,
    historySize: 0,
  })
  lines.on('SIGINT', () => lines.close())
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(text, hidden) {
      if (terminal) {
        lines.setPrompt(text)
        lines.prompt()
        // The question stands already; from here on the editor would repeat what is typed.
        silent = hidden
      }
      const { value, done } = await answers.next()
      if (silent) process.stdout.write('\n')
      silent = false
      return done ? undefined : value
    },
    close: () => lines.close(),
  }
}
