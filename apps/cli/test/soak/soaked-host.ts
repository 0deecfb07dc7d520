// Preloaded into a host by `NODE_OPTIONS`. Its clock runs `NARRATORIA_CLOCK_RATE` times as fast as the real one, and each
// message of its parent is answered with the memory that it uses after a garbage collection.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const rate = Number(process.env.NARRATORIA_CLOCK_RATE)
const startedAt = Date.now()
const realNow = Date.now.bind(Date)
const RealDate = Date
const offsetMs = Number(process.env.NARRATORIA_CLOCK_OFFSET_MS ?? 0)
const now = () => startedAt + offsetMs + Math.round((realNow() - startedAt) * rate)

globalThis.Date = class extends RealDate {
  constructor(...args: [] | [number]) {
    super(...(args.length === 0 ? ([now()] as const) : args))
  }
  static override now = now
} as DateConstructor

/** Timers below this many milliseconds wait for processes and servers, which are not faster. */
const shortestScaledMs = 30_000
for (const name of ['setTimeout', 'setInterval'] as const) {
  const real = globalThis[name]
  const scaled = (run: () => void, delayMs = 0, ...rest: []) =>
    real(run, delayMs >= shortestScaledMs ? delayMs / rate : delayMs, ...rest)
  globalThis[name] = Object.assign(scaled, real) as unknown as typeof real & typeof setTimeout
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('message', () => {
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send!({ heapBytes: heapUsed + external, residentBytes: rss })
})
process.channel!.unref()
