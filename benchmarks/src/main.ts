import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { describeMachine } from './report.ts'

// Runs the cases whose topic or name holds one of the words, or all but the slow ones, each for some seconds; or, to be
// thorough, all in full: node src/main.ts [--markdown] [--thorough] [word…]
const words = process.argv.slice(2)
const topics = (await readdir(new URL('cases/', import.meta.url))).filter((file) => file.endsWith('.ts')).sort()

console.log(describeMachine())
let missed = 0
for (const topic of topics) {
  // In a process of its own, so that nothing that one topic loads weighs on another.
  const run = fork(new URL('topic.ts', import.meta.url), [topic, ...words], { execArgv: ['--expose-gc'] })
  run.on('message', (count) => (missed += Number(count)))
  const [code] = (await once(run, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the topic ${topic} did not come to its end`)
}
console.log(missed === 0 ? '\nEvery bar was met.' : `\n${missed} bars were missed.`)
