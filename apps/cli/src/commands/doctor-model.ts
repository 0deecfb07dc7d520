import type { PlanMeasure } from '@narratoria/planner/llama'
import { openSkills, type Skill } from '@narratoria/skills'
import { type OpenModel, openModel, storedModels, wasChosen } from '../host/open-model.ts'
import { describeStages, stagesOf } from '../host/plan-stages.ts'
import { narratoriaHome, skillRoots } from '../host/skill-roots.ts'

/** One thing that was looked at. */
export interface Check {
  name: string
  status: 'ok' | 'missing' | 'mended' | 'broken'
  message: string
  /** What to do. */
  hint?: string
}

const name = 'Model'
const hint =
  '"narratoria models list" shows what can be had, "narratoria models pull NAME" gets it; everything else works without.'
/** How long the catalogue of skills may take to be evaluated. */
const prepareMs = 60_000

/** Loads the model in use and has it plan one turn: only so is it known whether it can. */
export async function checkModel(): Promise<Check> {
  const measures: PlanMeasure[] = []
  try {
    const model = await openModel({ required: false, onMeasure: (measure) => measures.push(measure) })
    if (!model) return await withoutModel()
    try {
      return await tryOut(model, measures)
    } finally {
      await model.close()
    }
  } catch (error) {
    const removal = `"narratoria models remove NAME" removes it. ${hint}`
    return { name, status: 'broken', message: messageOf(error), hint: removal }
  }
}

async function withoutModel(): Promise<Check> {
  const others = await storedModels()
  if (others.length === 0) {
    const message = 'no language model: stories are planned from triggers and told from templates'
    return { name, status: 'missing', message, hint }
  }
  const there = others.map((model) => model.name).join(', ')
  const choose = '"narratoria models use NAME" chooses one of them.'
  if (await wasChosen()) {
    return {
      name,
      status: 'broken',
      message: `the model that was chosen is not there; there are ${there}`,
      hint: choose,
    }
  }
  return { name, status: 'missing', message: `there are ${there}, but none is in use`, hint: choose }
}

async function tryOut(model: OpenModel, measures: readonly PlanMeasure[]): Promise<Check> {
  const skills = await openSkills({ roots: skillRoots({ skills: [], shippedSkills: true }), home: narratoriaHome() })
  try {
    const problem = await planOnce(model, skills.available())
    const stages = describeStages(stagesOf(model.loadMs, measures))
    const message = `${model.name}: ${stages}`
    if (problem === undefined) return { name, status: 'ok', message }
    return {
      name,
      status: 'missing',
      message: `${message}; its trial plan failed: ${problem}`,
      hint: 'Where the model gives no plan, the stub planner plays. A smaller or another model may do better: "narratoria models list".',
    }
  } finally {
    await skills.close()
  }
}

async function planOnce({ planner }: OpenModel, skills: readonly Skill[]): Promise<string | undefined> {
  try {
    await planner.prepare(skills, { signal: AbortSignal.timeout(prepareMs) })
    const turn = { prompt: 'I look around', state: {}, recentTurns: [], disabledSkills: [] }
    await planner.plan({ ...turn, skills, attempt: 1, parentPlanId: null })
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
