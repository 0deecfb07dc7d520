import type { JsonObject, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { availableScripts } from '../plan/available-scripts.ts'
import type { Planner } from '../planner.ts'

/** One prompt of an evaluation set: a skill is named by its name, one of its scripts as `skill/script`. */
export interface EvaluationPrompt {
  id: number
  prompt: string
  must: readonly string[]
  mustNot: readonly string[]
  /** True for prompts whose author had seen neither triggers nor planner, and on which nothing is ever tuned. */
  blind?: boolean
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
  /** True for a prompt that may not be looked at while a planner is tuned: a held-out or a blind one. */
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
  /** Odd ids: they may be looked at while a planner is tuned. */
  tuned: EvaluationScore
  /** Even ids: they may not. */
  heldOut: EvaluationScore
  /** Prompts of an author who had not seen what they judge. */
  blind: EvaluationScore
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
    tuned: score(prompts.filter((entry) => !isHeldOut(entry))),
    heldOut: score(prompts.filter((entry) => isHeldOut(entry) && entry.blind !== true)),
    blind: score(prompts.filter(({ blind }) => blind === true)),
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

/** The fixed rule that splits a set: even ids and blind prompts are held out from tuning. */
function isHeldOut({ id, blind }: EvaluationPrompt): boolean {
  return blind === true || id % 2 === 0
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
