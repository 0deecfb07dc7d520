import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks the player for lines, on a terminal or through a pipe. */
export interface Prompt {
  /** The next line; `undefined` when there will be none. A hidden one is not echoed. */
  ask(text: string, options?: { hidden?: boolean }): Promise<string | undefined>
  /** What Ctrl-C does while no question is open. */
  onInterrupt: (() => void) | undefined
  close(): void
}

/** Standard output for a line editor, through which nothing passes while `isOpen` says no. */
function filterOutput(isOpen: () => boolean): Writable {
  const filter = new Writable({
    write(chunk: Buffer, _, done) {
      if (isOpen()) process.stdout.write(chunk)
      done()
    },
  })
  return Object.defineProperty(filter, 'columns', { get: () => process.stdout.columns })
}

/**
 * Opens standard input for questions. Lines of a pipe are kept until they are asked for. With `secrets`, questions may
 * be hidden.
 */
export function openPrompt({ secrets = false } = {}): Prompt {
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  let hidden = false
  const output = !terminal ? undefined : secrets ? filterOutput(() => !hidden) : process.stdout
  const lines = createInterface({ input: process.stdin, output, terminal })
  const waiting: string[] = []
  let answer: ((line: string | undefined) => void) | undefined
  let closed = false

  const give = (line: string | undefined) => {
    if (hidden) process.stdout.write('\n')
    hidden = false
    const resolve = answer
    answer = undefined
    resolve?.(line)
  }
  lines.on('line', (line) => (answer ? give(line) : waiting.push(line)))
  lines.on('close', () => {
    closed = true
    give(undefined)
  })
  lines.on('SIGINT', () => {
    if (answer) lines.close()
    else prompt.onInterrupt?.()
  })

  const prompt: Prompt = {
    onInterrupt: undefined,
    ask(text, options) {
      const next = waiting.shift()
      if (next !== undefined || closed) return Promise.resolve(next)
      if (terminal) {
        const [, breaks = '', label = ''] = /^(\n*)(.*)$/s.exec(text) ?? []
        process.stdout.write(breaks)
        lines.setPrompt(label)
        lines.prompt()
        hidden = options?.hidden ?? false
      }
      return new Promise((resolve) => (answer = resolve))
    },
    close: () => lines.close(),
  }
  return prompt
}
