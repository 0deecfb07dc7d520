import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { startProgram } from '../command-line.ts'
import { descriptorsOf, processesOf, untilNoneLeft } from './processes.ts'

/** What a host uses while nothing is played. */
export interface Sample {
  /** Simulated hours since the begin. */
  hour: number
  heapBytes: number
  residentBytes: number
  descriptors: number
  /** The host and every process that it started. */
  processes: number
}

/** How many times as fast as the real clock the simulated one runs. */
export const clockRate = 72

/** `narratoria serve` as a process, which can be killed and started again. */
export class ServedHost {
  /** Every line that the hosts wrote on standard error. */
  readonly complaints: string[] = []
  /** How often it was killed. */
  kills = 0
  /** The same for each of its lives. */
  url = ''
  isUp = false
  readonly #home: string
  readonly #skills: string
  readonly #startedAt = performance.now()
  #child: ChildProcess | undefined
  #port = 0

  constructor({ home, skills }: { home: string; skills: string }) {
    this.#home = home
    this.#skills = skills
  }

  /** Simulated milliseconds since the begin. */
  get simulatedMs(): number {
    return (performance.now() - this.#startedAt) * clockRate
  }

  /** Starts the host. Resolves to false if it exits instead, such as on a full disk. */
  async start(): Promise<boolean> {
    const child = startProgram(['serve', '--port', String(this.#port), '--skills', this.#skills], {
      home: this.#home,
      env: {
        NODE_OPTIONS: `--import=${new URL('./soaked-host.ts', import.meta.url).href}`,
        NARRATORIA_CLOCK_RATE: String(clockRate),
        NARRATORIA_CLOCK_OFFSET_MS: String(Math.round((this.simulatedMs * (clockRate - 1)) / clockRate)),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child.stderr!.setEncoding('utf8').on('data', (text: string) => this.complaints.push(...text.trim().split('\n')))
    const line = new Promise<string>((resolve) => {
      let output = ''
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const url = /plays at (\S+?)\/?\s/.exec(output)?.[1]
        if (url !== undefined) resolve(url)
      })
    })
    const url = await Promise.race([line, once(child, 'exit').then(() => '')])
    if (url === '') return false
    this.#child = child
    this.#port = Number(new URL(url).port)
    this.url = url
    this.isUp = true
    return true
  }

  /** Kills the host. Resolves to the milliseconds until none of its tools was left. */
  async kill(): Promise<number> {
    this.kills += 1
    this.isUp = false
    const exited = once(this.#child!, 'exit')
    this.#child!.kill('SIGKILL')
    await exited
    return untilNoneLeft(this.#home, 20_000)
  }

  /** Ends the host in order. Resolves to its exit code. */
  async stop(): Promise<number | null> {
    this.isUp = false
    const exited = once(this.#child!, 'exit') as Promise<[number | null]>
    this.#child!.kill('SIGTERM')
    return (await exited)[0]
  }

  /** Measures the host when its number of processes has been the same for half a second. */
  async measure(): Promise<Sample> {
    const child = this.#child!
    let [processes, equal] = [0, 0]
    for (let look = 0; equal < 5 && look < 200; look++) {
      const found = processesOf(this.#home).length
      equal = found === processes ? equal + 1 : 0
      processes = found
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const answer = once(child, 'message')
    child.send('measure')
    const [memory] = (await answer) as [Pick<Sample, 'heapBytes' | 'residentBytes'>]
    return { hour: this.simulatedMs / 3_600_000, ...memory, descriptors: descriptorsOf(child.pid!), processes }
  }
}
