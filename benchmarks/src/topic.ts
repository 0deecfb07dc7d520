import type { BenchCase } from './bench-case.ts'
import { measure } from './measure.ts'
import { formatMarkdown, formatTable } from './report.ts'
import type { TopicCounts } from './topic-counts.ts'

// Measures the cases of one topic and sends the counts to the parent process.
const [topic, ...given] = process.argv.slice(2) as [string, ...string[]]
const words = given.filter((word) => !word.startsWith('--')).map((word) => word.toLowerCase())
const isThorough = given.includes('--thorough') || words.length > 0
// With this limit all cases together take a few minutes.
const budgetMs = isThorough ? Infinity : 4_000
const format = given.includes('--markdown') ? formatMarkdown : formatTable
const { cases } = (await import(new URL(`cases/${topic}`, import.meta.url).href)) as {
  cases: () => BenchCase[] | Promise<BenchCase[]>
}
const counts: TopicCounts = { measured: 0, missed: 0 }
for (const benchCase of await cases()) {
  const label = `${topic.replace('.ts', '')} ${benchCase.name}`.toLowerCase()
  if (words.length > 0 && !words.some((word) => label.includes(word))) continue
  if (benchCase.slow && !isThorough) {
    console.log(`\n${benchCase.name}: skipped without --thorough`)
    continue
  }
  const contenders = benchCase.contenders.filter(({ slow }) => isThorough || !slow)
  const measured = await measure({ ...benchCase, contenders }, budgetMs)
  counts.measured += 1
  counts.missed += measured.measurements.filter(
    ({ contender: { bar }, ratio }) => bar !== undefined && ratio > bar,
  ).length
  console.log(`\n${format(benchCase, measured)}`)
}
process.send?.(counts, () => process.exit())
