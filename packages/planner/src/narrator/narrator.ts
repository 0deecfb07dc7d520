import type { FailureReason } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import type { Planner } from '../planner.ts'
import { StubPlanner } from '../stub-planner.ts'
import { choicesOf } from './narration-events.ts'
import { LiveView } from './live-view.ts'
import type { NarratorOptions, PlayOptions, PlayRequest, TurnOutcome } from './narrator-options.ts'
import { narrativeOf } from './outcome-text.ts'
import { describeToolFailure, templateNarration } from './template-narration.ts'
import { Turn } from './turn.ts'
import { TurnLimit } from './turn-limit.ts'
import { timeLimit } from './time-limit.ts'
import { type Executed, unreplacedFailures } from './unreplaced-failures.ts'

/** Most time of a turn that is reserved for running tools to shut down. */
const maxShutdownMs = 15_000

/**
 * Plays turns: makes a plan, executes it, and if it fails, makes the next plan without the skills that failed. It runs no
 * tools itself; the host passes `execute`.
 *
 * @example
 * ```ts
 * import { Executor } from '@narratoria/executor'
 * import { Narrator, StubPlanner } from '@narratoria/planner'
 *
 * const executor = new Executor({ roots: ['.'] })
 * const narrator = new Narrator({
 *   planner: new StubPlanner(),
 *   execute: (plan, request) => executor.execute(plan, request),
 * })
 * const { narrative, fallback } = await narrator.play({ prompt: 'I wait.', state: {}, recentTurns: [], skills: [] })
 * if (fallback || !narrative.startsWith('Nothing')) throw new Error(narrative)
 * await executor.close()
 * ```
 */
export class Narrator {
  readonly #options: NarratorOptions
  readonly #fallback: Planner
  readonly #turnTimeoutMs: number
  readonly #planningTimeoutMs: number

  /** @throws {RangeError} if a time limit is negative or not a number */
  constructor(options: NarratorOptions) {
    this.#options = options
    this.#turnTimeoutMs = timeLimit('turnTimeoutMs', options.turnTimeoutMs, 120_000)
    this.#planningTimeoutMs = timeLimit('planningTimeoutMs', options.planningTimeoutMs, 30_000)
    this.#fallback = options.fallback ?? new StubPlanner()
  }

  /**
   * Plays one turn. It always resolves. If no plan succeeds within the limits, `fallback` is true and the narrative explains
   * what failed; if `signal` is aborted, `cancelled` is true as well.
   */
  async play(request: PlayRequest, { signal, onEvent }: PlayOptions = {}): Promise<TurnOutcome> {
    const shutdownMs = Math.min(maxShutdownMs, this.#turnTimeoutMs / 8)
    const limit = new TurnLimit(this.#turnTimeoutMs - shutdownMs)
    const view = new LiveView(request.state, onEvent)
    const turn = new Turn(request, {
      ...this.#options,
      fallback: this.#fallback,
      maxGenerations: bounded(this.#options.maxGenerations, 5),
      maxExecutions: bounded(this.#options.maxExecutions, 3),
      planningTimeoutMs: this.#planningTimeoutMs,
      turnTimeoutMs: this.#turnTimeoutMs,
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      limit,
      shutdownMs,
      isLate: () => limit.signal.aborted && signal?.aborted !== true,
      view,
    })
    try {
      const success = await turn.run()
      const outcome =
        success?.plan && success.result
          ? succeeded(turn, request.skills, { plan: success.plan, result: success.result })
          : failed(turn, request, endReason(turn, signal, limit.signal))
      await show(outcome, request, view)
      return outcome
    } finally {
      limit.stop()
    }
  }
}

function succeeded({ attempts }: Turn, skills: readonly Skill[], success: Executed): TurnOutcome {
  const { plan, result } = success
  const failures = unreplacedFailures(attempts, success, skills)
  return {
    narrative: [...failures, narrativeOf(plan, result)].join('\n\n'),
    choices: choicesOf(plan, result),
    plan,
    execution: result,
    state: result.state,
    assets: result.assets,
    attempts,
    fallback: false,
    cancelled: false,
  }
}

// The results of the last execution are kept as a partial outcome.
function failed({ attempts }: Turn, request: PlayRequest, reason: FailureReason): TurnOutcome {
  const last = attempts.at(-1)
  const executed = attempts.findLast(({ plan, result }) => plan && result)
  return {
    narrative: templateNarration({ prompt: request.prompt, skills: request.skills, attempts, reason }),
    choices: executed?.plan && executed.result ? choicesOf(executed.plan, executed.result) : [],
    plan: executed?.plan ?? last?.plan ?? null,
    execution: executed?.result ?? null,
    state: executed?.result?.state ?? request.state,
    assets: executed?.result?.assets ?? [],
    attempts,
    fallback: true,
    cancelled: reason === 'cancelled',
  }
}

function endReason(turn: Turn, player: AbortSignal | undefined, limit: AbortSignal): FailureReason {
  if (player?.aborted) return 'cancelled'
  if (limit.aborted) return 'timeout'
  return turn.attempts.at(-1)?.failureReason ?? 'tool_failure'
}

async function show(
  { narrative, state, choices, fallback, cancelled, plan, execution }: TurnOutcome,
  request: PlayRequest,
  view: LiveView,
): Promise<void> {
  for (const tool of !fallback && plan ? (execution?.toolResults ?? []) : [])
    if (plan && (tool.state === 'failed' || tool.state === 'timeout'))
      await view.emit({
        type: 'warning',
        code: 'optional_tool_failed',
        message: describeToolFailure(tool, plan, request.skills),
      })
  if (fallback && !cancelled)
    await view.emit({ type: 'warning', code: 'turn_failed', message: 'no plan succeeded; the story is unchanged' })
  await view.finish(narrative, state)
  if (choices.length > 0) await view.emit({ type: 'choices', choices })
}

function bounded(value: number | undefined, most: number): number {
  return value === undefined || !Number.isInteger(value) ? most : Math.min(Math.max(value, 1), most)
}
