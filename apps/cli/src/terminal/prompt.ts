import { createInterface } from 'node:readline'

/** Asks the player for lines, on a terminal or through a pipe. */
export interface Prompt {
  /** The next line; `undefined` when there will be none. */
  ask(text: string): Promise<string | undefined>
  /** What Ctrl-C does while no question is open. */
  onInterrupt: (() => void) | undefined
  close(): void
}

/** Opens standard input for questions. Lines of a pipe are kept until they are asked for. */
export function openPrompt(): Prompt {
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true
  const lines = createInterface({ input: process.stdin, output: terminal ? process.stdout : undefined, terminal })
  const waiting: string[] = []
  let answer: ((line: string | undefined) => void) | undefined
  let closed = false

  const give = (line: string | undefined) => {
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
    ask(text) {
      const next = waiting.shift()
      if (next !== undefined || closed) return Promise.resolve(next)
      if (terminal) {
        const [, breaks = '', label = ''] = /^(\n*)(.*)$/s.exec(text) ?? []
        process.stdout.write(breaks)
        lines.setPrompt(label)
        lines.prompt()
      }
      return new Promise((resolve) => (answer = resolve))
    },
    close: () => lines.close(),
  }
  return prompt
}
