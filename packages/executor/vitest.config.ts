import { defineProject } from 'vitest/config'

// Tests start real processes on machines that may have two busy cores.
export default defineProject({ test: { testTimeout: 30_000 } })
