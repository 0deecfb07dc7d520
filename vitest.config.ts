import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'skills/*', 'tools', 'examples/*'],
    // Tests start real processes on machines that may have two busy cores.
    testTimeout: 30_000,
  },
})
