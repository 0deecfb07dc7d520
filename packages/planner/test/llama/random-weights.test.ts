import { Executor } from '@narratoria/executor'
import type { Plan } from '@narratoria/protocol'
import { realpathSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LlamaPlanner } from '../../src/llama/index.ts'
import { assertPlan, contractRequest, tinyShape } from '../../src/testing/index.ts'
import { tempFolder, useModel } from './model.ts'
import { pickFrom, randomPrompt, randomSkills } from './random-catalogue.ts'

// As small as a model can be: the shape of the plans matters, not what they cost.
const model = useModel({
  shape: { ...tinyShape, layers: 1, width: 32, heads: 2, kvHeads: 1, feedForward: 64, merges: 150 },
})
const folder = realpathSync(tempFolder())

it(
  'FR-002, FR-009: a thousand plans of a model with random weights are all valid, acyclic, and run',
  { timeout: 3_600_000 },
  async () => {
    const executor = new Executor({ roots: [folder] })
    const stepCounts = new Map<number, number>()
    const scripts = new Map<string, number>()
    const inputs = new Set<string>()
    let [edges, filled, steps] = [0, 0, 0]
    for (let catalogue = 0; catalogue < 25; catalogue += 1) {
      const skills = randomSkills(folder, catalogue)
      const pick = pickFrom(catalogue + 1_000)
      const running: Promise<{ plan: Plan; success: boolean }>[] = []
      for (let turn = 0; turn < 40; turn += 1) {
        const planner = new LlamaPlanner({
          model: model.get(),
          deadlineMs: 600_000,
          temperature: 1.2,
          seed: catalogue * 100 + turn,
          maxTokens: 2_000,
        })
        const request = contractRequest(randomPrompt(pick), { skills })
        const plan = await planner.plan(request)
        assertPlan(plan, request)
        running.push(executor.execute(plan).then(({ success }) => ({ plan, success })))
        stepCounts.set(plan.tools.length, (stepCounts.get(plan.tools.length) ?? 0) + 1)
        for (const { toolPath, input = {}, dependencies = [] } of plan.tools) {
          steps += 1
          edges += dependencies.length
          scripts.set(toolPath, (scripts.get(toolPath) ?? 0) + 1)
          inputs.add(JSON.stringify(input))
          if (Object.keys(input).length > 0) filled += 1
        }
      }
      const results = await Promise.all(running)
      expect(results.filter(({ success }) => !success)).toEqual([])
    }
    await executor.close()
    console.log(
      `steps per plan ${JSON.stringify(Object.fromEntries([...stepCounts].toSorted(([a], [b]) => a - b)))}; ${steps} steps, ${scripts.size} scripts, ${filled} with input, ${inputs.size} different inputs, ${edges} dependencies`,
    )
    expect(stepCounts.size).toBeGreaterThanOrEqual(5)
    expect(Math.max(...stepCounts.values())).toBeLessThan(700)
    expect(scripts.size).toBeGreaterThanOrEqual(50)
    expect(inputs.size).toBeGreaterThanOrEqual(300)
    expect(filled / steps).toBeGreaterThan(0.3)
  },
)
