import { defineConfig } from 'vitest/config'

// A browser and a server each: one file at a time is enough for a small machine.
export default defineConfig({
  test: { name: '@narratoria/web', include: ['test/**/*.test.ts'], fileParallelism: false },
})
