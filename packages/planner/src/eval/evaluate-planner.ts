import type { JsonObject, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { availableScripts } from '../catalogue/available-scripts.ts'
import type { Planner } from '../planner.ts'

/** One prompt of an evaluation set: a skill is named by its name, one of its scripts as `skill/script`. */
export interface EvaluationPrompt {
  id: number
  prompt: string
  must: readonly string[]
  mustNot: readonly string[]
}

/** Prompts and the skills to plan them with. */
export interface EvaluationSet {
  prompts: readonly EvaluationPrompt[]
  skills: readonly Skill[]
  /** The session's state in which the prompts are said; empty unless told. */
  state?: JsonObject
}

/** A prompt that was not planned as it should have been. */
export interface EvaluationFailure {
  id: number
  prompt: string
  heldOut: boolean
  missing: string[]
  forbidden: string[]
  error?: string
}

/** How many prompts were planned right. */
export interface EvaluationScore {
  total: number
  right: number
  /** `right / total`, from 0 to 1. */
  share: number
}

/** What an evaluation found. */
export interface EvaluationReport {
  planner: string
  all: EvaluationScore
  /** The half that may be looked at while a planner is tuned. */
  tuned: EvaluationScore
  /** The half that may not: every prompt with an even id. */
  heldOut: EvaluationScore
  /** Prompts that got any plan at all. */
  planned: EvaluationScore
  /** Milliseconds from prompt to plan. */
  planMs: { median: number; p95: number; max: number }
  failures: EvaluationFailure[]
}

/**
 * Plans every prompt of a set, one after the other, and says where a skill was missed or wrongly chosen (SC-002). A
 * prompt is right when the plan has all it must have and nothing that it must not. Works for any planner.
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
  const broken = new Set(failures.flatMap(({ id, error }) => (error === undefined ? [] : [id])))
  return {
    planner: planner.name,
    all: score(prompts),
    tuned: score(prompts.filter(({ id }) => !isHeldOut(id))),
    heldOut: score(prompts.filter(({ id }) => isHeldOut(id))),
    planned: score(prompts, broken),
    planMs: spread(times),
    failures,
  }
}

async function judge(
  planner: Planner,
  { id, prompt, must, mustNot }: EvaluationPrompt,
  { skills, state = {}, signal }: EvaluationSet & { signal?: AbortSignal },
): Promise<EvaluationFailure | undefined> {
  const failure = { id, prompt, heldOut: isHeldOut(id), missing: [...must], forbidden: [] }
  const request = { prompt, state, recentTurns: [], skills, disabledSkills: [], attempt: 1, parentPlanId: null }
  try {
    const chosen = namesIn(await planner.plan(request, { signal }), skills)
    const missing = must.filter((name) => !chosen.has(name))
    const forbidden = mustNot.filter((name) => chosen.has(name))
    return missing.length + forbidden.length === 0 ? undefined : { ...failure, missing, forbidden }
  } catch (error) {
    return { ...failure, error: error instanceof Error ? error.message : String(error) }
  }
}

function namesIn({ tools }: Plan, skills: readonly Skill[]): Set<string> {
  const entries = new Map(availableScripts({ skills, disabledSkills: [] }).map((entry) => [entry.script.path, entry]))
  return new Set(
    tools.flatMap(({ toolPath }) => {
      const entry = entries.get(toolPath)
      return entry ? [entry.skill.name, `${entry.skill.name}/${entry.script.name}`] : []
    }),
  )
}

/** The fixed rule that splits a set: even ids are held out from tuning. */
function isHeldOut(id: number): boolean {
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
