import { defineConfig } from 'vitest/config'

// Tests start real processes and write thousands of turns, on machines that may have two busy cores.
export default defineConfig({ test: { testTimeout: 60_000 } })
