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
const calls = 20_000
const planned = 1_000

async function double({ number }: { number: number }) {
  return { result: 2 * number }
}

/** Calls of a function that is a tool, without a plan. */
function directCalls(): BenchCase {
  const tool = defineTool({ name: 'double', input, run: double })
  return {
    name: `${calls} direct calls of a function that is a tool`,
    rounds: 101,
    reference: {
      name: 'the function, its input checked',
      async run() {
        for (let number = 0; number < calls; number += 1) {
          const given = { number }
          if (listIssues(input, given).length > 0) throw new Error('the input is refused')
          if ((await double(given)).result < 0) throw new Error('the call failed')
        }
      },
    },
    contenders: [
      {
        name: 'invoke of the tool',
        bar: 3,
        async run() {
          for (let number = 0; number < calls; number += 1) {
            if (!(await tool.invoke({ number })).ok) throw new Error('the call failed')
          }
        },
      },
    ],
    note: 'Both check each input with a compiled validator and await each call; invoke also collects events and an outcome.',
  }
}

/** The same function as a tool of plans. */
function plannedCalls(): BenchCase {
  const tool = defineTool({ name: 'double', input, run: double })
  const executor = new Executor({ tools: [tool] })
  const call = (number: number) => ({ toolId: `t${number}`, toolPath: 'tool:double', input: { number } })
  const numbers = Array.from({ length: planned }, (_, index) => index)
  const execute = async (tools: ReturnType<typeof call>[]) => {
    const { success } = await executor.execute(createPlan(tools))
    if (!success) throw new Error('the plan failed')
  }
  return {
    name: `${planned} calls of a function that is a tool, in plans`,
    reference: { name: 'one plan', run: () => execute(numbers.map(call)), close: () => executor.close() },
    contenders: [
      {
        name: 'a plan for each call',
        async run() {
          for (const number of numbers) await execute([call(number)])
        },
      },
    ],
    note: 'Each call is planned, timed, written as events, checked, recorded and merged.',
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
  return [directCalls(), plannedCalls(), sandbox() ?? []].flat()
}
