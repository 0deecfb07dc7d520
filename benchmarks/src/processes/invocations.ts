import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Executor } from '@narratoria/executor'

// Runs a tool many times, in one way, and reports the memory of this process early and at the end.

/** The memory of a process after a full collection, in MB. */
export interface Memory {
  resident: number
  heap: number
}

const [way, toolPath, early, all] = process.argv.slice(2) as [string, string, string, string]
const atOnce = 50

function measureMemory(): Memory {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  return { resident: rss / 2 ** 20, heap: heapUsed / 2 ** 20 }
}

/** The number of child processes, including zombies. */
function countChildren(): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(process.pid)
    } catch {
      return false
    }
  }).length
}

async function spawnOne(): Promise<void> {
  const child = spawn(toolPath)
  child.stdin.end()
  child.stdout.on('data', () => {})
  child.stderr.on('data', () => {})
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error('an invocation failed')
}

const executor = new Executor({ cwd: dirname(toolPath), maxConcurrency: 2 })
const ways: Record<string, () => Promise<void>> = {
  async narratoria() {
    const tools = Array.from({ length: atOnce }, (_, at) => ({ toolId: `t${at}`, toolPath, async: true }))
    const result = await executor.execute({ requestId: randomUUID(), parallel: true, tools })
    if (!result.success) throw new Error(`an invocation failed: ${JSON.stringify(result.failedTools)}`)
  },
  async spawn() {
    for (let count = 0; count < atOnce; count += 2) await Promise.all([spawnOne(), spawnOne()])
  },
}

async function runTo(count: number, from = 0): Promise<void> {
  for (let done = from; done < count; done += atOnce) await ways[way]!()
}

await runTo(Number(early))
const first = measureMemory()
await runTo(Number(all), Number(early))
await executor.close()
await new Promise((resolve) => setTimeout(resolve, 100))
if (countChildren() > 0) throw new Error('a child process is still running')
process.send?.([first, measureMemory()])
