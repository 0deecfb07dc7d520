import { execFileSync } from 'node:child_process'

/** A short request. */
export const ask = { lane: 'host', messages: [{ role: 'user', content: 'Write a story.' }], maxTokens: 40 } as const

/** The running model processes of this process. */
export function children(): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  return lines
    .split('\n')
    .filter((line) => line.includes('llama-worker'))
    .map((line) => Number.parseInt(line, 10))
}
