import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints the duration of the slowest test files, and the tests that passed only when repeated. One of the three slowest that
 * takes longer than `limitMs` when run alone as well fails the run; a machine that starts Node slowly gets more time in proportion. Where the variable `NARRATORIA_TEST_COUNTS` names a file, appends a line with the numbers of passed, failed and skipped tests.
 */
export default class TestReport implements Reporter {
  readonly #limitMs: number
  readonly #countsFile = process.env.NARRATORIA_TEST_COUNTS

  constructor(options: { limitMs: number }) {
    this.#limitMs = options.limitMs
    // Test runs that a test starts must not be counted.
    delete process.env.NARRATORIA_TEST_COUNTS
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const files = modules
      .map((module) => ({ file: relative(process.cwd(), module.moduleId), ms: durationOf(module) }))
      .toSorted((one, other) => other.ms - one.ms)
    const totalMs = files.reduce((sum, { ms }) => sum + ms, 0)
    const shown = files.filter(({ ms }, index) => index < 12 || ms > this.#limitMs)
    const lines = shown.map(
      ({ file, ms }) => `${seconds(ms).padStart(8)}  ${file}${ms > this.#limitMs ? '  over the limit' : ''}`,
    )
    process.stdout.write(`\nSlowest of ${files.length} test files (${seconds(totalMs)} in all):\n${lines.join('\n')}\n`)
    for (const name of repeatedTests(modules)) process.stdout.write(`Passed only when repeated: ${name}\n`)
    // On a busy machine any file may take long. Only one that does so alone as well, for that machine, is too slow. A file that
    // has become too slow is among the slowest in one of the next runs at the latest.
    const limitMs = files[0] && files[0].ms > this.#limitMs ? this.#limitMs * slowness() : this.#limitMs
    const slow = files.slice(0, 3).filter(({ file, ms }) => ms > limitMs && durationAlone(file) > limitMs)
    if (slow.length > 0) {
      const names = slow.map(({ file }) => file).join(', ')
      process.stdout.write(
        `Longer than ${seconds(this.#limitMs)} when run alone as well: ${names}. Make them faster, or name them *.slow.test.ts or *.e2e.test.ts.\n`,
      )
      process.exitCode = 1
    }
    if (this.#countsFile) writeCounts(this.#countsFile, modules, errors.length)
  }
}

function writeCounts(file: string, modules: readonly TestModule[], errors: number): void {
  const counts = { passed: 0, failed: errors, skipped: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state !== 'pending') counts[state] += 1
    }
    if (module.errors().length > 0) counts.failed += 1
  }
  appendFileSync(file, `${counts.passed} ${counts.failed} ${counts.skipped}\n`)
}

function repeatedTests(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.diagnostic()?.flaky)
      .map(({ fullName }) => `${relative(process.cwd(), module.moduleId)}: ${fullName}`),
  )
}

function durationOf(module: TestModule): number {
  const { duration, collectDuration } = module.diagnostic()
  return duration + collectDuration
}

/** Runs a test file by itself and returns how long it took, in milliseconds; infinite if it failed. */
function durationAlone(file: string): number {
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
  const { CI: _, ...env } = process.env
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, [vitest, 'run', file], { env, stdio: 'ignore' })
  const ms = performance.now() - startedAt
  process.stdout.write(`${seconds(ms).padStart(8)}  ${file}, run alone\n`)
  return status === 0 ? ms : Infinity
}

/** How many times longer this machine takes, at the moment, to start Node than the machine that the limit was made for; at least 1. */
function slowness(): number {
  const times = Array.from({ length: 9 }, () => {
    const startedAt = performance.now()
    spawnSync(process.execPath, ['--eval', ''])
    return performance.now() - startedAt
  })
  return Math.max(1, times.toSorted((a, b) => a - b)[4]! / 30)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
