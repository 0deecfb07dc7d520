import { vi } from 'vitest'

const runs = process.env.NARRATORIA_FUZZ_RUNS

/** Parameters of the property tests: 200 cases of a fixed seed, or `NARRATORIA_FUZZ_RUNS` random cases. */
export const fuzz = runs === undefined ? { numRuns: 200, seed: 1 } : { numRuns: Number(runs) }

// A run of 100,000 cases takes minutes.
vi.setConfig({ testTimeout: Math.max(60_000, 10 * fuzz.numRuns) })
