import { vi } from 'vitest'

const { NARRATORIA_FUZZ_RUNS: runs, NARRATORIA_SEED: seed } = process.env

/**
 * Parameters of the property tests: 200 cases of a fixed seed, or `NARRATORIA_FUZZ_RUNS` cases of the seed `NARRATORIA_SEED`, which
 * defaults to a random one. fast-check prints the seed of a case that fails.
 */
export const fuzz =
  runs === undefined
    ? { numRuns: 200, seed: 1 }
    : { numRuns: Number(runs), ...(seed !== undefined && { seed: Number(seed) }) }

// A case takes up to some milliseconds.
vi.setConfig({ testTimeout: Math.max(60_000, 40 * fuzz.numRuns) })
