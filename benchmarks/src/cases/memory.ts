import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BenchCase } from '../bench-case.ts'
import type { Memory } from '../processes/invocations.ts'
import { tinyTool } from '../workspace.ts'

const [early, all] = [500, 10_000]
const script = new URL('../processes/invocations.ts', import.meta.url)

async function runAll(way: string): Promise<[Memory, Memory]> {
  const child = fork(script, [way, tinyTool(), String(early), String(all)], {
    execArgv: ['--expose-gc', '--max-semi-space-size=8'],
  })
  const [report] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process ended with code ${String(code)} before it reported`)
    }),
  ])) as [[Memory, Memory]]
  return report
}

export function cases(): BenchCase[] {
  if (process.platform !== 'linux') return []
  // Each way runs once; its report has every figure.
  const runs = new Map<string, Promise<[Memory, Memory]>>()
  const read = async (way: string, at: 0 | 1, what: keyof Memory) => {
    if (!runs.has(way)) runs.set(way, runAll(way))
    return (await runs.get(way)!)[at][what]
  }
  const caseOf = (name: string, way: string, what: keyof Memory, bar?: number): BenchCase => ({
    name,
    unit: 'MB',
    slow: true,
    rounds: 1,
    cold: true,
    reference: { name: `after the first ${early}`, run: () => read(way, 0, what) },
    contenders: [
      {
        name: `after ${all.toLocaleString('en')}, no child process left`,
        ...(bar !== undefined && { bar }),
        run: () => read(way, 1, what),
      },
    ],
  })
  const count = all.toLocaleString('en')
  return [
    {
      ...caseOf(
        `resident memory after ${count} invocations, all of which succeed (SC-005)`,
        'narratoria',
        'resident',
        1.2,
      ),
      note: 'After a full collection, with the young generation limited to 8 MB. Without the limit V8 lets it grow.',
    },
    caseOf(`live heap after ${count} invocations`, 'narratoria', 'heap', 1.2),
    caseOf(`resident memory after ${count} processes of a plain spawn loop`, 'spawn', 'resident'),
  ]
}
