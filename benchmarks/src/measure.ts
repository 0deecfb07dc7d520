import { performance } from 'node:perf_hooks'
import type { BenchCase, Contender } from './bench-case.ts'

export interface Measurement {
  contender: Contender
  /** The median over all rounds. */
  value: number
  /** The median of each round's ratio to the reference of the same round. */
  ratio: number
  /** The quartiles of those ratios: half of the rounds lie between them. */
  spread: [number, number]
}

/** The results of a case. */
export interface Measured {
  rounds: number
  measurements: Measurement[]
}

const minRounds = 3

/**
 * Runs every contender once per round, in rotating order, after a warm-up round. Starts no round after `budgetMs`, but
 * always runs three.
 */
export async function measure(benchCase: BenchCase, budgetMs = Infinity): Promise<Measured> {
  const contenders = [benchCase.reference, ...benchCase.contenders]
  const values = contenders.map((): number[] => [])
  const wanted = benchCase.rounds ?? 9
  const endsAt = performance.now() + budgetMs
  let rounds = 0
  try {
    for (const contender of contenders) await contender.prepare?.()
    for (let round = benchCase.cold ? 0 : -1; round < wanted; round += 1) {
      if (rounds >= minRounds && performance.now() > endsAt) break
      for (let turn = 0; turn < contenders.length; turn += 1) {
        const at = (Math.max(round, 0) + turn) % contenders.length
        const value = await measureOnce(contenders[at]!)
        if (round >= 0) values[at]!.push(value)
      }
      rounds = Math.max(0, round + 1)
    }
  } finally {
    for (const contender of contenders) await contender.close?.()
  }
  const measurements = contenders.map((contender, at): Measurement => {
    const ratios = values[at]!.map((value, round) => value / values[0]![round]!)
    return {
      contender,
      value: median(values[at]!),
      ratio: median(ratios),
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    }
  })
  return { rounds, measurements }
}

async function measureOnce(contender: Contender): Promise<number> {
  await contender.beforeEach?.()
  // Collects the garbage of the previous contender. A full collection would also discard compiled code.
  globalThis.gc?.({ type: 'minor' })
  const startedAt = performance.now()
  const result = await contender.run()
  return typeof result === 'number' ? result : performance.now() - startedAt
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return below + (above - below) * (at % 1)
}
