import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BenchCase } from '../bench-case.ts'
import type { Held } from '../processes/invocations.ts'
import { tinyTool } from '../workspace.ts'

const [early, all] = [500, 10_000]
const script = new URL('../processes/invocations.ts', import.meta.url)

async function runAll(way: string): Promise<[Held, Held]> {
  const child = fork(script, [way, tinyTool(), String(early), String(all)], {
    execArgv: ['--expose-gc', '--max-semi-space-size=8'],
  })
  const [told] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process ended with code ${String(code)} before it told anything`)
    }),
  ])) as [[Held, Held]]
  return told
}

export function cases(): BenchCase[] {
  if (process.platform !== 'linux') return []
  // One run says it all.
  const runs = new Map<string, Promise<[Held, Held]>>()
  const held = async (way: string, at: 0 | 1, what: keyof Held) => {
    if (!runs.has(way)) runs.set(way, runAll(way))
    return (await runs.get(way)!)[at][what]
  }
  const caseOf = (name: string, way: string, what: keyof Held, bar?: number): BenchCase => ({
    name,
    unit: 'MB',
    slow: true,
    rounds: 1,
    cold: true,
    reference: { name: `after the first ${early}`, run: () => held(way, 0, what) },
    contenders: [
      {
        name: `after ${all.toLocaleString('en')}, no zombie and no leftover`,
        ...(bar !== undefined && { bar }),
        run: () => held(way, 1, what),
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
      note: 'After a full collection, with the young generation held at 8 MB: V8 else lets it grow as it likes, whatever runs.',
    },
    caseOf(`live heap after ${count} invocations`, 'narratoria', 'heap', 1.2),
    caseOf(`resident memory after ${count} processes of a plain spawn loop`, 'spawn', 'resident'),
  ]
}
