import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: '@narratoria/cli', include: ['test/**/*.test.ts'], testTimeout: 60_000 } })
