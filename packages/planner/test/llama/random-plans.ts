import { Executor, type ToolRunner } from '@narratoria/executor'
import type { JsonObject, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { realpathSync } from 'node:fs'
import { expect } from 'vitest'
import { LlamaPlanner, type LocalModel } from '../../src/llama/index.ts'
import { assertPlan, contractRequest, tinyShape } from '../../src/testing/index.ts'
import { tempFolder, useModel } from '../model/model.ts'
import { pickFrom, randomPrompt, randomSkills } from './random-catalogue.ts'

// The smallest model: only the form of the plans matters.
const model = useModel({
  shape: { ...tinyShape, layers: 1, width: 32, heads: 2, kvHeads: 1, feedForward: 64, merges: 150 },
})
const folder = realpathSync(tempFolder())

/** Completes every tool without a process. */
const inMemory: ToolRunner = {
  start: ({ onEvent }) => {
    const done = { version: '0', type: 'done', ok: true } as const
    onEvent(done)
    return { outcome: Promise.resolve({ done, exitCode: 0 }), cancel: () => {} }
  },
}

const stages = ['recall', 'act', 'record', 'narrate']

interface Written {
  steps: { do: string; with?: JsonObject; after?: number[] }[]
  say: string
}

/**
 * Asserts that the plan has every step, field and dependency that the model wrote: the grammar alone makes plans valid, and
 * nothing is dropped or repaired. Only the order of the stages is set by code.
 */
function assertAsWritten(plan: Plan, text: string, skills: readonly Skill[]) {
  const { steps, say } = JSON.parse(text) as Written
  const scripts = skills.flatMap((skill) => skill.scripts.map((script) => ({ skill, script })))
  const chosen = steps.map((step) => {
    const named = scripts.filter(({ skill, script }) => [script.name, `${skill.name}/${script.name}`].includes(step.do))
    expect(named, text).toHaveLength(1)
    return { step, stage: stages.indexOf(named[0]!.script.stage), path: named[0]!.script.path }
  })
  const inOrder = chosen.toSorted((a, b) => a.stage - b.stage)
  expect(
    plan.tools.map(({ toolPath, input }) => ({ toolPath, input })),
    text,
  ).toEqual(inOrder.map(({ step, path }) => ({ toolPath: path, input: step.with ?? {} })))
  for (const [at, { step, stage }] of inOrder.entries()) {
    const after = step.after ?? []
    expect(after, text).toEqual([...new Set(after)].filter((index) => index < steps.indexOf(step)))
    const requested = after.map((index) => chosen[index]!).filter((other) => other.stage <= stage)
    const ids = requested.map((other) => plan.tools[inOrder.indexOf(other)]!.toolId)
    expect(plan.tools[at]!.dependencies, text).toEqual(expect.arrayContaining(ids))
  }
  if (say.trim() !== '') expect(plan.narrative).toBe(say.trim())
  return inOrder.length
}

const plansPerCatalogue = 40

/**
 * Makes plans with a model of random weights, with a new random catalogue of skills for every 40 plans. Checks and executes
 * them, every fifth one with processes.
 */
export async function checkRandomPlans(count: number): Promise<void> {
  const catalogues = Math.ceil(count / plansPerCatalogue)
  const executor = new Executor({ roots: [folder] })
  const withoutProcesses = new Executor({ roots: [folder], runner: inMemory })
  const stepCounts = new Map<number, number>()
  const scripts = new Map<string, number>()
  const inputs = new Set<string>()
  let [filled, steps, written] = [0, 0, 0]
  let text = ''
  const recording: LocalModel = {
    info: model.get().info,
    warm: (...request) => model.get().warm(...request),
    countTokens: (counted) => model.get().countTokens(counted),
    embed: (...request) => model.get().embed(...request),
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
    complete: async (...request) => {
      const completion = await model.get().complete(...request)
      text = completion.text
      return completion
    },
  }
  for (let catalogue = 0; catalogue < catalogues; catalogue += 1) {
    const skills = randomSkills(folder, catalogue)
    const pick = pickFrom(catalogue + 1_000)
    const running: Promise<{ plan: Plan; success: boolean }>[] = []
    for (let turn = 0; turn < Math.min(plansPerCatalogue, count - catalogue * plansPerCatalogue); turn += 1) {
      const planner = new LlamaPlanner({
        model: recording,
        deadlineMs: 600_000,
        temperature: 1.2,
        seed: catalogue * 100 + turn,
        maxTokens: 2_000,
      })
      const request = contractRequest(randomPrompt(pick), { skills })
      const plan = await planner.plan(request)
      assertPlan(plan, request)
      written += assertAsWritten(plan, text, skills)
      running.push(
        (turn % 5 === 0 ? executor : withoutProcesses).execute(plan).then(({ success }) => ({ plan, success })),
      )
      stepCounts.set(plan.tools.length, (stepCounts.get(plan.tools.length) ?? 0) + 1)
      for (const { toolPath, input = {} } of plan.tools) {
        steps += 1
        scripts.set(toolPath, (scripts.get(toolPath) ?? 0) + 1)
        inputs.add(JSON.stringify(input))
        if (Object.keys(input).length > 0) filled += 1
      }
    }
    const results = await Promise.all(running)
    expect(results.filter(({ success }) => !success)).toEqual([])
  }
  await Promise.all([executor.close(), withoutProcesses.close()])
  expect(written).toBe(steps)
  if (count < plansPerCatalogue) return
  // The plans differ.
  expect(stepCounts.size).toBeGreaterThanOrEqual(4)
  expect(Math.max(...stepCounts.values()) / count).toBeLessThan(0.75)
  expect(scripts.size).toBeGreaterThanOrEqual(Math.floor(count / plansPerCatalogue) * 4)
  expect(inputs.size).toBeGreaterThanOrEqual(Math.floor(count / plansPerCatalogue) * 12)
  expect(filled / steps).toBeGreaterThan(0.3)
}
