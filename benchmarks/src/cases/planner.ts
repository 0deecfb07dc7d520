import { StubPlanner } from '@narratoria/planner'
import {
  type EvaluationReport,
  type EvaluationScore,
  type EvaluationSet,
  evaluatePlanner,
  evaluationSet,
} from '@narratoria/planner/eval'
import { LlamaPlanner, type LocalModel, type PlanMeasure, startModelProcess } from '@narratoria/planner/llama'
import { halfBillionShape, mergesOfRanks, writeRandomModel } from '@narratoria/planner/testing'
import { discoverSkills, type Skill } from '@narratoria/skills'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import cl100k from 'js-tiktoken/ranks/cl100k_base'
import type { BenchCase, Contender } from '../bench-case.ts'

/** The file of a model. Without one, random weights in the shape of a 0.5B model measure the speed only. */
const realModel = process.env.NARRATORIA_BENCH_MODEL
const modelName = realModel ?? 'random weights in the shape of Qwen2.5-0.5B, Q4_0'

const onlySpeed =
  'Speed only: the random model writes as many tokens as the named plan has, constrained by the real grammar, and its text is then replaced by that plan. The grammar rejects nearly all of its preferred tokens, so the whole vocabulary is searched each time, which a real model seldom needs. The vocabulary is cl100k, on which that of Qwen is based. SC-001 and SC-002 need a real model: NARRATORIA_BENCH_MODEL=PATH.'

/** The most tokens that a plan of two skills may have. */
const maxOutputTokens = 80
const turns = [
  { prompt: 'I light the torch and examine the door', narrative: 'Cold air meets you, and somewhere water drips.' },
  { prompt: 'I roll 2d6+3 to pick the lock', narrative: 'The flame takes hold; the door is of old oak.' },
  { prompt: 'What do I remember about the smith?', narrative: 'The lock gives a little, and then no more.' },
  { prompt: 'I thank the guard and walk on through the rain', narrative: 'A hammer, a scar, a name half forgotten.' },
]
const longWords = 'I look behind every curtain, under each table and into the old chest, and I listen. '.repeat(20)

/** Compares plans of the local model and of the stub planner with the limits of FR-006, SC-001 and SC-002. */
export async function cases(): Promise<BenchCase[]> {
  const { skills } = await discoverSkills({ roots: [fileURLToPath(new URL('../../../skills', import.meta.url))] })
  const model = new BenchModel(skills)
  return [
    speedCase(model),
    tokensCase(model),
    writtenCase(model),
    ...senseCases('stub', () => evaluatePlanner(new StubPlanner(), evaluationSet(skills))),
    ...(realModel === undefined ? [] : senseCases('llama', () => model.evaluate(evaluationSet(skills)))),
  ]
}

const fixed = (name: string, value: number): Contender => ({ name, run: () => value })

function speedCase(model: BenchModel): BenchCase {
  const stage = (name: string, read: (measure: PlanMeasure) => number): Contender => ({
    name: `  ${name}`,
    run: () => read(model.last),
  })
  const isReal = realModel !== undefined
  const random: Contender[] = [
    { name: 'the same without the grammar', run: () => model.plan({ free: true }) },
    { name: 'a plan of one step', run: () => model.plan({ written: planOf(1) }) },
    { name: 'a plan of three steps', run: () => model.plan({ written: planOf(3) }) },
    { name: 'a plan of six steps', run: () => model.plan({ written: planOf(6) }) },
    {
      name: `${maxOutputTokens} tokens, the maximum for a plan of two skills`,
      run: () => model.plan({ written: undefined }),
    },
  ]
  return {
    name: `a plan: ${modelName}, in a separate process`,
    rounds: 5,
    slow: true,
    note: isReal ? undefined : onlySpeed,
    reference: { ...fixed('FR-006: 5 s per plan', 5_000), prepare: () => model.open() },
    contenders: [
      { name: `a plan${isReal ? '' : ' of two skills'} in a later turn`, bar: 1, run: () => model.plan() },
      stage('evaluating the turn', ({ prefillMs }) => prefillMs),
      stage('writing the plan', ({ decodeMs }) => decodeMs),
      stage('checking and expanding the plan', ({ validateMs }) => validateMs),
      {
        name: 'the same with as many past turns and as much state as fit',
        bar: 1,
        run: () => model.plan({ full: true }),
      },
      ...(isReal ? [] : random),
      { name: 'once: loading the model', run: () => model.loadMs },
      { name: 'once: evaluating the catalogue', run: () => model.prepareMs },
      { name: 'at a later start: reading the catalogue from disk', run: () => model.restoreMs },
    ],
  }
}

function tokensCase(model: BenchModel): BenchCase {
  const evaluated = async (turn: BenchTurn) => (await model.plan(turn), model.last.evaluatedTokens)
  return {
    name: `tokens evaluated: ${modelName}`,
    rounds: 3,
    slow: true,
    unit: 'tokens',
    reference: fixed('200 prompt tokens in a later turn', 200),
    contenders: [
      { name: 'in a later turn', bar: 1, run: () => evaluated({}) },
      { name: 'with as many past turns and as much state as fit', bar: 1, run: () => evaluated({ full: true }) },
      { name: 'the whole prompt', run: () => model.last.promptTokens },
    ],
  }
}

function writtenCase(model: BenchModel): BenchCase {
  const written = async (turn: BenchTurn = {}) => (await model.plan(turn), model.last.completionTokens)
  return {
    name: `tokens written: ${modelName}`,
    rounds: 1,
    slow: true,
    unit: 'tokens',
    reference: fixed(`${maxOutputTokens} for a plan of two skills`, maxOutputTokens),
    contenders: [{ name: 'a plan of two skills', bar: 1, run: () => written() }],
  }
}

function senseCases(planner: string, evaluate: () => Promise<EvaluationReport>): BenchCase[] {
  let report: Promise<EvaluationReport> | undefined
  const failures = (read: (report: EvaluationReport) => EvaluationScore) => async () =>
    100 * (1 - read(await (report ??= evaluate())).share)
  return [
    {
      name: `SC-001: prompts without a valid plan in 5 s, ${planner} planner`,
      rounds: 1,
      unit: '%',
      reference: fixed('limit', 5),
      contenders: [{ name: 'all', bar: 1, run: failures(({ planned }) => planned) }],
    },
    {
      name: `SC-002: prompts with a wrong plan, ${planner} planner`,
      rounds: 1,
      unit: '%',
      reference: fixed('limit', 10),
      contenders: [
        { name: 'all', bar: 1, run: failures(({ all }) => all) },
        { name: '  the half used for tuning', run: failures(({ tuned }) => tuned) },
        { name: '  the held-out half', bar: 1, run: failures(({ heldOut }) => heldOut) },
      ],
    },
  ]
}

/** The measured model. Opened on first use, and never closed. */
class BenchModel {
  readonly #skills: readonly Skill[]
  #opened: Promise<{ model: LocalModel; planner: LlamaPlanner }> | undefined
  readonly #pen: Pen = { text: undefined, free: false }
  #turn = 0
  loadMs = 0
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

  /** Evaluates with the default deadline, after the catalogue was prepared. */
  async evaluate(set: EvaluationSet): Promise<EvaluationReport> {
    const planner = new LlamaPlanner({ model: (await this.open()).model })
    await planner.prepare(set.skills)
    return evaluatePlanner(planner, set)
  }

  /** Plans the next turn. With random weights, `written` replaces the text of the model. */
  async plan({ full = false, free = false, ...turn }: BenchTurn = {}): Promise<number> {
    const { planner } = await this.open()
    const at = (this.#turn += 1)
    const [now, before] = [turns[at % turns.length]!, turns[(at + 1) % turns.length]!]
    this.#pen.text = 'written' in turn ? turn.written : planOf(2)
    this.#pen.free = free
    const { tools } = await planner.plan({
      prompt: now.prompt,
      state: { torch: { lit: at % 2 === 0 }, rooms: full ? longWords : at },
      recentTurns: [full ? { prompt: longWords, narrative: longWords } : before],
      skills: this.#skills,
      disabledSkills: [],
      attempt: 1,
      parentPlanId: null,
    })
    if (realModel === undefined && this.#pen.text !== undefined && tools.length < stepsOf(this.#pen.text)) {
      throw new Error(`only ${tools.length} tools in the plan of ${this.#pen.text}`)
    }
    return this.last.totalMs
  }

  async #open() {
    const folder = await mkdtemp(join(tmpdir(), 'narratoria-bench-'))
    const modelPath = realModel ?? join(folder, 'random.gguf')
    if (realModel === undefined) writeRandomModel(modelPath, { ...halfBillionShape, merges: englishMerges() })
    const load = { modelPath, gpu: false, prefixCacheFolder: join(folder, 'prefixes') }
    const first = await startModelProcess(load)
    this.loadMs = first.info.loadMs
    this.prepareMs = await this.#timed(() => new LlamaPlanner({ model: first }).prepare(this.#skills))
    await first.close()
    const model = await startModelProcess(load)
    const planner = new LlamaPlanner({
      model: realModel === undefined ? guided(model, this.#pen) : model,
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

interface BenchTurn {
  /** Whether past turns and state exceed the context. */
  full?: boolean
  /** `undefined` lets random weights write up to the token limit. */
  written?: string | undefined
  /** Whether the random model writes without the grammar. */
  free?: boolean
}

/** The text that replaces the output of random weights. */
interface Pen {
  text: string | undefined
  free: boolean
}

const steps = [
  { do: 'torch-lighter', with: { action: 'light_torch' } },
  { do: 'door-examiner', with: { target: 'the old door' }, after: [0] },
  { do: 'roll-dice', with: { formula: '1d20' }, after: [1] },
]

/** A plan as a real model writes it. */
function planOf(count: number): string {
  const chosen = Array.from({ length: count }, (_, at) => steps[at % steps.length])
  return JSON.stringify({ steps: chosen, say: 'You light the torch and step up to the door.' })
}

function stepsOf(plan: string): number {
  return (JSON.parse(plan) as { steps: unknown[] }).steps.length
}

/** Wraps a model with random weights: it stops after as many tokens as the plan has, and its text becomes the plan. */
function guided(model: LocalModel, pen: Pen): LocalModel {
  return {
    info: model.info,
    warm: (messages, options) => model.warm(messages, options),
    countTokens: (text) => model.countTokens(text),
    embed: (texts, options) => model.embed(texts, options),
    close: () => model.close(),
    [Symbol.asyncDispose]: () => model.close(),
    complete: async (request, options) => {
      const maxTokens = pen.text === undefined ? maxOutputTokens : await model.countTokens(pen.text)
      const { grammar, ...rest } = request
      const constrained = pen.free || grammar === undefined ? rest : { ...rest, grammar }
      const completion = await model.complete({ ...constrained, maxTokens }, options)
      return { ...completion, text: pen.text ?? planOf(2) }
    },
  }
}

/** The merges of the cl100k vocabulary, which is mostly English. */
function englishMerges(): string[] {
  const tokens: Uint8Array[] = []
  for (const line of cl100k.bpe_ranks.split('\n')) {
    const [, offset, ...encoded] = line.split(' ')
    encoded.forEach((token, at) => (tokens[Number(offset) + at] = Buffer.from(token, 'base64')))
  }
  return mergesOfRanks(tokens)
}
