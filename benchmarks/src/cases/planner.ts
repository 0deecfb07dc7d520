import { StubPlanner } from '@narratoria/planner'
import {
  type EvaluationReport,
  type EvaluationScore,
  type EvaluationSet,
  evaluatePlanner,
  evaluationSet,
} from '@narratoria/planner/eval'
import { LlamaPlanner, type LocalModel, loadModel, type PlanMeasure } from '@narratoria/planner/llama'
import { halfBillionShape, writeRandomModel } from '@narratoria/planner/testing'
import { discoverSkills, type Skill } from '@narratoria/skills'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchCase, Contender } from '../bench-case.ts'

/** A real model's file. Without one, random weights in the shape of a 0.5B model show speed, and nothing about sense. */
const realModel = process.env.NARRATORIA_BENCH_MODEL
const modelName = realModel ?? 'random weights in the shape of Qwen2.5-0.5B, Q4_0'

const onlySpeed =
  'measured: speed, of a model that understands nothing; what is checked and expanded is a fixed plan of two skills in place of what it wrote. Not measured: SC-001 and SC-002 of a real model; they need its file, NARRATORIA_BENCH_MODEL=PATH'

/** What a plan of two skills may cost to write. */
const maxOutputTokens = 80
const prompts = [
  'I light the torch and examine the door',
  'I roll 2d6+3 to pick the lock',
  'What do I remember about the smith?',
  'I thank the guard and walk on through the rain',
]

/** Plans of the local model and of the stub planner against what FR-006, SC-001 and SC-002 allow. */
export async function cases(): Promise<BenchCase[]> {
  const { skills } = await discoverSkills({ roots: [fileURLToPath(new URL('../../../skills', import.meta.url))] })
  const model = new BenchModel(skills)
  return [
    speedCase(model),
    tokensCase(model),
    ...senseCases('stub', () => evaluatePlanner(new StubPlanner(), evaluationSet(skills))),
    ...(realModel === undefined ? [] : senseCases('llama', () => model.evaluate(evaluationSet(skills)))),
  ]
}

const fixed = (name: string, value: number): Contender => ({ name, run: () => value })

function speedCase(model: BenchModel): BenchCase {
  const stage = (name: string, read: (measure: PlanMeasure) => number): Contender => ({
    name,
    run: () => read(model.last),
  })
  return {
    name: `a plan: ${modelName}, ${maxOutputTokens} tokens written at most`,
    rounds: 5,
    note: realModel === undefined ? onlySpeed : undefined,
    reference: { ...fixed('FR-006: 5 s for a plan', 5_000), prepare: () => model.open() },
    contenders: [
      { name: 'a plan in a later turn', bar: 1, run: () => model.plan() },
      { name: '  its processor time', run: () => model.cpuMs },
      stage('  its turn evaluated', ({ prefillMs }) => prefillMs),
      stage('  its plan written', ({ decodeMs }) => decodeMs),
      stage(
        `  ${realModel === undefined ? 'a fixed plan of two skills' : 'its plan'} checked and expanded`,
        ({ validateMs }) => validateMs,
      ),
      { name: 'once: model loaded', run: () => model.loadMs },
      { name: 'once: catalogue evaluated', run: () => model.prepareMs },
      { name: 'at a later start: catalogue read from disk', run: () => model.restoreMs },
    ],
  }
}

function tokensCase(model: BenchModel): BenchCase {
  return {
    name: `tokens of a plan: ${modelName}`,
    rounds: 3,
    unit: 'tokens',
    reference: fixed('200 prompt tokens in a later turn', 200),
    contenders: [
      { name: 'evaluated in a later turn', bar: 1, run: async () => (await model.plan(), model.last.evaluatedTokens) },
      { name: 'the whole prompt', run: () => model.last.promptTokens },
      { name: 'written', run: () => model.last.completionTokens },
    ],
  }
}

function senseCases(planner: string, evaluate: () => Promise<EvaluationReport>): BenchCase[] {
  let report: Promise<EvaluationReport> | undefined
  const wrong = (read: (report: EvaluationReport) => EvaluationScore) => async () =>
    100 * (1 - read(await (report ??= evaluate())).share)
  return [
    {
      name: `SC-001: prompts without a valid plan in 5 s, ${planner} planner`,
      rounds: 1,
      unit: '%',
      reference: fixed('5 % may be', 5),
      contenders: [{ name: 'all', bar: 1, run: wrong(({ planned }) => planned) }],
    },
    {
      name: `SC-002: prompts planned wrong, ${planner} planner`,
      rounds: 1,
      unit: '%',
      reference: fixed('10 % may be', 10),
      contenders: [
        { name: 'all', bar: 1, run: wrong(({ all }) => all) },
        { name: '  the half that was tuned on', run: wrong(({ tuned }) => tuned) },
        { name: '  the half that was held out', bar: 1, run: wrong(({ heldOut }) => heldOut) },
        { name: '  blind prompts', run: wrong(({ blind }) => blind) },
      ],
    },
  ]
}

/** The model under measurement: opened at first use, for the process's life. */
class BenchModel {
  readonly #skills: readonly Skill[]
  #opened: Promise<{ model: LocalModel; planner: LlamaPlanner }> | undefined
  #turn = 0
  loadMs = 0
  cpuMs = 0
  prepareMs = 0
  restoreMs = 0
  last: PlanMeasure = {
    finishReason: 'stop',
    promptTokens: 0,
    evaluatedTokens: 0,
    completionTokens: 0,
    prefillMs: 0,
    decodeMs: 0,
    validateMs: 0,
    totalMs: 0,
  }

  constructor(skills: readonly Skill[]) {
    this.#skills = skills
  }

  open(): Promise<{ model: LocalModel; planner: LlamaPlanner }> {
    return (this.#opened ??= this.#open())
  }

  /** As a player meets it: with the deadline, and the catalogue evaluated before the first prompt. */
  async evaluate(set: EvaluationSet): Promise<EvaluationReport> {
    const planner = new LlamaPlanner({ model: (await this.open()).model })
    await planner.prepare(set.skills)
    return evaluatePlanner(planner, set)
  }

  async plan(): Promise<number> {
    const { planner } = await this.open()
    const prompt = prompts[(this.#turn += 1) % prompts.length] ?? ''
    const recentTurns = [
      { prompt: 'I enter the hall', narrative: 'Cold air meets you, and somewhere water drips on stone.' },
    ]
    const before = process.cpuUsage()
    const { tools } = await planner.plan({
      prompt,
      state: { torch: { lit: false } },
      recentTurns,
      skills: this.#skills,
      disabledSkills: [],
      attempt: 1,
      parentPlanId: null,
    })
    const { user, system } = process.cpuUsage(before)
    if (realModel === undefined && tools.length < 2) throw new Error('the fixed plan of two skills was not expanded')
    this.cpuMs = (user + system) / 1_000
    return this.last.totalMs
  }

  async #open() {
    const folder = await mkdtemp(join(tmpdir(), 'narratoria-bench-'))
    const modelPath = realModel ?? join(folder, 'random.gguf')
    if (realModel === undefined) writeRandomModel(modelPath, halfBillionShape)
    const load = { modelPath, gpu: false, prefixCacheFolder: join(folder, 'prefixes') }
    const first = await loadModel(load)
    this.loadMs = first.info.loadMs
    this.prepareMs = await this.#timed(() => new LlamaPlanner({ model: first }).prepare(this.#skills))
    await first.close()
    const model = await loadModel(load)
    const planner = new LlamaPlanner({
      model: realModel === undefined ? cutOff(model) : model,
      deadlineMs: 600_000,
      onMeasure: (measure) => (this.last = measure),
    })
    this.restoreMs = await this.#timed(() => planner.prepare(this.#skills))
    await rm(folder, { recursive: true, force: true })
    return { model, planner }
  }

  async #timed(work: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }
}

/** What a real model would have written for the first of the prompts. */
const fixedPlan = JSON.stringify({
  steps: [
    { do: 'torch-lighter', with: { action: 'light_torch' } },
    { do: 'door-examiner', with: { target: 'the old door' }, after: [0] },
  ],
  say: 'You light the torch and step up to the door.',
})

// Random weights write on and on: they are cut off where a real plan would be whole, and counted as they are. What comes
// after the model is measured on a plan of two skills, for theirs would be none.
function cutOff(model: LocalModel): LocalModel {
  return {
    info: model.info,
    warm: (messages, options) => model.warm(messages, options),
    countTokens: (text) => model.countTokens(text),
    embed: (texts, options) => model.embed(texts, options),
    close: () => model.close(),
    complete: async (request, options) => {
      const completion = await model.complete({ ...request, maxTokens: maxOutputTokens }, options)
      return { ...completion, text: fixedPlan }
    },
  }
}
