import { defineConfig } from 'vitest/config'

// A long fuzzing run (NARRATORIA_FUZZ_RUNS) takes minutes; everything else milliseconds.
export default defineConfig({ test: { testTimeout: process.env.NARRATORIA_FUZZ_RUNS ? 3_600_000 : 60_000 } })
