import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Executor } from '@narratoria/executor'
import type { BenchCase } from '../bench-case.ts'
import { tinyTool, workFolder } from '../workspace.ts'

const first = 500
const all = 10_000

function residentMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss / 2 ** 20
}

/** Children of this process, zombies included. */
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

export function cases(): BenchCase[] {
  if (process.platform !== 'linux') return []
  let executor: Executor
  let early = 0
  const run = async (count: number, toolPath: string) => {
    const tools = Array.from({ length: 50 }, (_, at) => ({ toolId: `t${at}`, toolPath, async: true }))
    for (let done = 0; done < count; done += tools.length) {
      const result = await executor.execute({ requestId: randomUUID(), parallel: true, tools })
      if (!result.success) throw new Error(`an invocation failed: ${JSON.stringify(result.failedTools)}`)
    }
  }
  return [
    {
      name: `memory after ${all.toLocaleString('en')} invocations, all of which succeed (SC-005)`,
      unit: 'MB',
      rounds: 1,
      cold: true,
      reference: {
        name: `after the first ${first}`,
        async run() {
          executor = new Executor({ cwd: workFolder() })
          await run(first, tinyTool())
          return (early = residentMb())
        },
      },
      contenders: [
        {
          name: `after ${all.toLocaleString('en')}, no zombie and no leftover`,
          bar: 1.2,
          async run() {
            if (early === 0) throw new Error('the reference has not run')
            await run(all - first, tinyTool())
            await executor.close()
            await new Promise((resolve) => setTimeout(resolve, 100))
            if (countChildren() > 0) throw new Error('a process is left')
            return residentMb()
          },
        },
      ],
    },
  ]
}
