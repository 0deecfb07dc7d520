import { readdir } from 'node:fs/promises'
import type { BenchCase } from './bench-case.ts'
import { measure } from './measure.ts'
import { describeMachine, formatTable } from './report.ts'

// Runs the cases whose topic or name holds one of the arguments, or all: node src/main.ts [word…]
const words = process.argv.slice(2).map((word) => word.toLowerCase())
const folder = new URL('cases/', import.meta.url)
const topics = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()

console.log(describeMachine())
let missed = 0
for (const file of topics) {
  const { cases } = (await import(new URL(file, folder).href)) as { cases: () => BenchCase[] | Promise<BenchCase[]> }
  for (const benchCase of await cases()) {
    const label = `${file.replace('.ts', '')} ${benchCase.name}`.toLowerCase()
    if (words.length > 0 && !words.some((word) => label.includes(word))) continue
    const measurements = await measure(benchCase)
    missed += measurements.filter(({ contender: { bar }, ratio }) => bar !== undefined && ratio > bar).length
    console.log(`\n${formatTable(benchCase, measurements)}`)
  }
}
console.log(missed === 0 ? '\nEvery bar was met.' : `\n${missed} bars were missed.`)
