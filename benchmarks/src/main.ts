import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { describeMachine } from './report.ts'
import type { TopicCounts } from './topic-counts.ts'

// Runs the cases whose topic or name contains one of the words; without a word all but the slow ones, each for a few seconds;
// with `--thorough` all, with every round. Usage: node src/main.ts [--markdown] [--thorough] [WORD…]
const given = process.argv.slice(2)
const topics = (await readdir(new URL('cases/', import.meta.url))).filter((file) => file.endsWith('.ts')).sort()

console.log(describeMachine())
let missed = 0
let measured = 0
for (const topic of topics) {
  // Each topic runs in its own process, so that one does not slow down another.
  const run = fork(new URL('topic.ts', import.meta.url), [topic, ...given], { execArgv: ['--expose-gc'] })
  run.on('message', (counts: TopicCounts) => {
    missed += counts.missed
    measured += counts.measured
  })
  const [code] = (await once(run, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the topic ${topic} ended with code ${code}`)
}
if (measured === 0) {
  const words = given.filter((word) => !word.startsWith('--'))
  console.error(`Nothing was measured: no topic or case name contains ${words.join(' or ')}. The topics are:`)
  console.error(topics.map((topic) => topic.replace('.ts', '')).join(', '))
  process.exitCode = 2
} else console.log(missed === 0 ? '\nEvery bar was met.' : `\n${missed} bars were missed.`)
