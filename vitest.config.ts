import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import TestReport from './tools/test-report.ts'

// The programs that tests start keep their compiled code, which saves an eighth of the time of their tests.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/**
 * Which files each mode runs: without `--mode` the default tier, with `--mode long` the end-to-end and the slow tier, with
 * `--mode all` these three, with `--mode figures` the tests that compare measured times with their bars. The suffix of a file
 * decides its tier.
 */
const longTiers = 'test/**/*.{e2e,slow}.test.{ts,tsx}'
const figures = 'test/**/*.figures.test.{ts,tsx}'
const everyTest = 'test/**/*.test.{ts,tsx}'
/** Files more than cores that run side by side, because many wait for processes and browsers. */
const waiting: Record<string, number> = { test: 1, long: 2 }
const included: Record<string, string> = { long: longTiers, figures }
/** Needs a POSIX shell. */
const posixOnly = '**/*.posix.{,e2e.,slow.}test.{ts,tsx}'

// All packages are one project: what two of them import is transformed and loaded once.
export default defineConfig(({ mode }) => ({
  // Packages import each other from their sources (`paths` in tsconfig.base.json), so that a test needs no build.
  resolve: { tsconfigPaths: true },
  test: {
    // Tests start real processes on machines that may have two busy cores. A limit ends what hangs; it measures nothing.
    testTimeout: timeLimit(120_000),
    hookTimeout: timeLimit(120_000),
    // One file for each core: a browser that gets no core draws no frames. The long tiers mostly wait for browsers and processes.
    maxWorkers: mode === 'figures' ? 1 : Math.max(2, availableParallelism()) + (waiting[mode] ?? 0),
    // Files of the default tier that run one after another share what they have loaded, which takes a quarter less time.
    isolate: mode === 'all',
    // A browser that gets no core can miss what a page shows. A test that passes only when repeated is listed at the end of the run.
    retry: mode !== 'figures' && process.env.CI ? 1 : 0,
    unstubEnvs: true,
    unstubGlobals: true,
    // Models of several test files share the cores.
    env: { NARRATORIA_THREADS: '1' },
    expect: { poll: { timeout: timeLimit(20_000) } },
    reporters: ['default', new TestReport({ limitMs: mode === 'test' && process.env.CI ? 15_000 : Infinity })],
    // Its files import each other without their endings, which only a bundler resolves.
    server: { deps: { inline: ['@material/material-color-utilities'] } },
    include: ['{packages,apps,skills,examples}/*/', 'tools/'].map(
      (folder) => `${folder}${included[mode] ?? everyTest}`,
    ),
    exclude: [
      ...configDefaults.exclude,
      ...(mode === 'test' ? [`**/${longTiers}`] : []),
      ...(mode === 'figures' ? [] : [`**/${figures}`]),
      ...(process.platform === 'win32' ? [posixOnly] : []),
    ],
  },
}))

/** A time limit in milliseconds, which is longer in continuous integration: its machine may have little time for each process. */
function timeLimit(ms: number): number {
  return process.env.CI ? 4 * ms : ms
}
