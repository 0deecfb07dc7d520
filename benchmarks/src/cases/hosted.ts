import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { createPlan, Executor } from '@narratoria/executor'
import { listIssues } from '@narratoria/protocol'
import { defineTool } from '@narratoria/tool-sdk'
import type { BenchCase } from '../bench-case.ts'
import { tinyTool, workFolder } from '../workspace.ts'

const input = {
  type: 'object',
  properties: { number: { type: 'integer', minimum: 0 } },
  required: ['number'],
  additionalProperties: false,
} as const
const count = 1_000

/** Tools that are functions of the host. */
function functions(): BenchCase {
  const double = async (number: number) => 2 * number
  const tool = defineTool({ name: 'double', input, run: async ({ number }) => ({ result: await double(number) }) })
  const executor = new Executor({ tools: [tool] })
  const call = (number: number) => ({ toolId: `t${number}`, toolPath: 'tool:double', input: { number } })
  const numbers = Array.from({ length: count }, (_, index) => index)
  const execute = async (calls: ReturnType<typeof call>[]) => {
    const { success } = await executor.execute(createPlan(calls))
    if (!success) throw new Error('the plan failed')
  }
  return {
    name: `${count} calls of a function that is a tool`,
    reference: {
      name: 'the function, its input checked',
      async run() {
        for (const number of numbers) {
          if (listIssues(input, { number }).length > 0) throw new Error('the input is refused')
          await double(number)
        }
      },
    },
    contenders: [
      { name: 'narratoria, one plan', bar: 3, run: () => execute(numbers.map(call)), close: () => executor.close() },
      {
        name: 'narratoria, a plan for each call',
        slow: true,
        async run() {
          for (const number of numbers) await execute([call(number)])
        },
      },
    ],
    note: 'Both await each call; the executor also plans, times, records and merges each one.',
  }
}

const launches = 20
// A planner takes at least this long between two turns.
const idleMs = 150

/** What a sandbox adds to the time of a tiny tool, cold and prewarmed. */
function sandbox(): BenchCase | undefined {
  if (spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status !== 0) return undefined
  const toolPath = tinyTool()
  const executor = new Executor({ roots: [workFolder()], cwd: workFolder() })
  const launch = async (isConfined: boolean, isWarm: boolean) => {
    const describeTool = () => ({ prewarm: isWarm, ...(isConfined && { sandbox: {} }) })
    if (isWarm) await executor.prewarm(toolPath, { describeTool })
    await setTimeout(idleMs)
    const startedAt = performance.now()
    const { success } = await executor.execute(createPlan([toolPath]), { describeTool })
    if (!success) throw new Error('the tool failed')
    return performance.now() - startedAt
  }
  // In turns, so that both have the same machine. The least of each, because other work on the machine only adds to it.
  const added = async (isWarm: boolean) => {
    const plain: number[] = []
    const confined: number[] = []
    for (let at = 0; at < launches; at += 1) {
      plain.push(await launch(false, false))
      confined.push(await launch(true, isWarm))
    }
    return Math.min(...confined) - Math.min(...plain)
  }
  return {
    name: `what a sandbox adds to the launch of a tiny static tool (least of ${launches}, each after ${idleMs} ms of idle time)`,
    rounds: 5,
    unit: 'ms',
    reference: { name: 'the limit', run: () => 15 },
    contenders: [
      { name: 'cold', bar: 1, run: () => added(false), close: () => executor.close() },
      { name: 'prewarmed, compared with a cold launch without a sandbox', bar: 1, run: () => added(true) },
    ],
  }
}

export function cases(): BenchCase[] {
  return [functions(), sandbox() ?? []].flat()
}
