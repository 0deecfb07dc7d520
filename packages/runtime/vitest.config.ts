import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: '@narratoria/runtime', include: ['test/**/*.test.ts'] } })
