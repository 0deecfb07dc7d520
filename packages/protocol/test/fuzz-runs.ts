import { vi } from 'vitest'

/** Cases per property: thousands by default, as many as `NARRATORIA_FUZZ_RUNS` says for the long run. */
export const fuzzRuns = Number(process.env.NARRATORIA_FUZZ_RUNS ?? 2_000)

// The long run takes minutes.
vi.setConfig({ testTimeout: Math.max(60_000, 10 * fuzzRuns) })
