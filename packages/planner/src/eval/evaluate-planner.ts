import type { JsonObject, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { availableScripts } from '../plan/available-scripts.ts'
import type { Planner } from '../planner.ts'

/** One prompt of an evaluation set. `must` and `mustNot` contain names of skills, or `skill/script`. */
export interface EvaluationPrompt {
  id: number
  prompt: string
  must: readonly string[]
  mustNot: readonly string[]
  /** What the prompt tests. The report has a score for each kind. */
  kind?: string
  /** Scripts that must run in this order, as `skill/script`. */
  inOrder?: readonly string[]
}

/** Prompts and the skills to plan them with. */
export interface EvaluationSet {
  prompts: readonly EvaluationPrompt[]
  skills: readonly Skill[]
  /** The session's state. Defaults to an empty one. */
  state?: JsonObject
}

/** A prompt whose plan was wrong. */
export interface EvaluationFailure {
  id: number
  prompt: string
  /** True for a held-out prompt, which must not be looked at while a planner is tuned. */
  heldOut: boolean
  missing: string[]
  forbidden: string[]
  error?: string
}

/** The share of prompts with a right plan. */
export interface EvaluationScore {
  total: number
  right: number
  /** `right / total`, from 0 to 1. */
  share: number
}

/** The result of an evaluation. */
export interface EvaluationReport {
  planner: string
  all: EvaluationScore
  /** Prompts with odd ids, which may be looked at while a planner is tuned. */
  tuned: EvaluationScore
  /** Prompts with even ids, which must not be looked at while a planner is tuned. */
  heldOut: EvaluationScore
  /** By the kind of the prompts. */
  kinds: Record<string, EvaluationScore>
  /** Prompts with any plan. */
  planned: EvaluationScore
  /** Milliseconds from prompt to plan. */
  planMs: { median: number; p95: number; max: number }
  failures: EvaluationFailure[]
}

/**
 * Plans every prompt of a set, one after the other, and reports which skills were missed or wrongly chosen. A plan is right
 * if it has every skill of `must`, none of `mustNot`, and the scripts of `inOrder` in their order.
 */
export async function evaluatePlanner(
  planner: Planner,
  set: EvaluationSet,
  { signal }: { signal?: AbortSignal } = {},
): Promise<EvaluationReport> {
  const { prompts } = set
  const failures: EvaluationFailure[] = []
  const times: number[] = []
  for (const entry of prompts) {
    signal?.throwIfAborted()
    const startedAt = performance.now()
    const failure = await judge(planner, entry, { ...set, signal })
    times.push(performance.now() - startedAt)
    if (failure) failures.push(failure)
  }
  const failed = new Set(failures.map(({ id }) => id))
  const score = (part: readonly EvaluationPrompt[], wrong = failed) => scoreOf(part, wrong)
  const kinds = [...new Set(prompts.flatMap(({ kind }) => kind ?? []))]
  const broken = new Set(failures.flatMap(({ id, error }) => (error === undefined ? [] : [id])))
  return {
    planner: planner.name,
    all: score(prompts),
    tuned: score(prompts.filter((entry) => !isHeldOut(entry))),
    heldOut: score(prompts.filter((entry) => isHeldOut(entry))),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, score(prompts.filter((entry) => entry.kind === kind))])),
    planned: score(prompts, broken),
    planMs: spread(times),
    failures,
  }
}

async function judge(
  planner: Planner,
  entry: EvaluationPrompt,
  { skills, state = {}, signal }: EvaluationSet & { signal?: AbortSignal },
): Promise<EvaluationFailure | undefined> {
  const { id, prompt, must, mustNot } = entry
  const failure = { id, prompt, heldOut: isHeldOut(entry), missing: [...must], forbidden: [] }
  const request = { prompt, state, recentTurns: [], skills, disabledSkills: [], attempt: 1, parentPlanId: null }
  try {
    const plan = await planner.plan(request, { signal })
    const scripts = scriptsIn(plan, skills)
    const chosen = new Set(scripts.flatMap((script) => [script, script.split('/')[0]!]))
    const order = isInOrder(scripts, entry) ? [] : ['the right order']
    const missing = [...must.filter((name) => !chosen.has(name)), ...order]
    const forbidden = mustNot.filter((name) => chosen.has(name))
    return missing.length + forbidden.length === 0 ? undefined : { ...failure, missing, forbidden }
  } catch (error) {
    return { ...failure, error: error instanceof Error ? error.message : String(error) }
  }
}

/** The scripts of a plan as `skill/script`, in the order of its tools. */
function scriptsIn({ tools }: Plan, skills: readonly Skill[]): string[] {
  const entries = availableScripts({ skills, disabledSkills: [] })
  const names = new Map(entries.map(({ skill, script }) => [script.path, `${skill.name}/${script.name}`]))
  return tools.flatMap(({ toolPath }) => names.get(toolPath) ?? [])
}

function isInOrder(scripts: readonly string[], { inOrder = [] }: EvaluationPrompt): boolean {
  const placed = scripts.filter((name) => inOrder.includes(name))
  const runs = (names: readonly string[]) => names.filter((name, at) => name !== names[at - 1])
  return placed.length === 0 || runs(placed).join(' ') === runs(inOrder).join(' ')
}

/** The fixed rule that splits a set: even ids are held out from tuning. */
function isHeldOut({ id }: EvaluationPrompt): boolean {
  return id % 2 === 0
}

function scoreOf(part: readonly EvaluationPrompt[], wrong: ReadonlySet<number>): EvaluationScore {
  const right = part.filter(({ id }) => !wrong.has(id)).length
  return { total: part.length, right, share: part.length === 0 ? 1 : right / part.length }
}

function spread(times: readonly number[]): EvaluationReport['planMs'] {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 }
}
