import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

const { NARRATORIA_FUZZ_RUNS: runs, NARRATORIA_SEED: given } = process.env
const seed = runs === undefined ? 1 : Number(given ?? Math.floor(Math.random() * 2 ** 31))
let cases = 0

/**
 * Parameters of the property tests: 200 cases of a fixed seed, or `NARRATORIA_FUZZ_RUNS` cases of the seed `NARRATORIA_SEED`, which
 * defaults to a random one and is printed with the number of cases.
 */
export const fuzz = { numRuns: Number(runs ?? 200), seed, reporter: report }

/** What this file reads of the details of a run, which do not fit each other for different inputs. */
type Run = Pick<fc.RunDetails<unknown>, 'failed' | 'numRuns' | 'counterexample' | 'errorInstance'>

function report(run: Run): void {
  cases += run.numRuns
  if (run.failed) throw new Error(fc.defaultReportMessage(run as fc.RunDetails<unknown>), { cause: run.errorInstance })
}

/**
 * Like {@link fuzz}, and keeps what it finds: `file` has a list of the inputs that once failed, which are tried first at every run. A
 * run that fails adds its smallest input to it.
 */
export function fuzzAndKeep<T>(file: string): typeof fuzz & { examples: [T][] } {
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T[]) : []
  return {
    ...fuzz,
    examples: found.map((input) => [input]),
    reporter(run: Run) {
      const [input] = (run.counterexample ?? []) as T[]
      const isNew = run.failed && run.counterexample && !found.some((known) => same(known, input))
      if (isNew) writeFileSync(file, `${JSON.stringify([...found, input], null, 2)}\n`)
      report(run)
    },
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

// A case takes up to some milliseconds.
vi.setConfig({ testTimeout: Math.max(60_000, 40 * fuzz.numRuns) })
afterAll(() => {
  if (runs !== undefined) console.info(`seed ${seed}: ${cases} random cases`)
})
