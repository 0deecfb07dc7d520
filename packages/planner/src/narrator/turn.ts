import {
  describeIssues,
  type ExecutionResult,
  type FailureReason,
  listIssues,
  Plan,
  type ToolInvocation,
  type ToolResult,
  type TurnAttempt,
} from '@narratoria/protocol'
import { createHash, randomUUID } from 'node:crypto'
import { PlannerError } from '../errors.ts'
import type { ModelUse, Planner, PlanOptions, PlanRequest } from '../planner.ts'
import { untilAborted } from '../until-aborted.ts'
import type { ExecutionRequest, Execute } from './execute-port.ts'
import { failedSkills, unknownTools, isRetryable, reasonOf } from './failed-skills.ts'
import type { LiveView } from './live-view.ts'
import type { PlayRequest } from './narrator-options.ts'
import { findUnwritable } from './plan-json.ts'
import { describeFailure, fail, refusal, withOrigin } from './attempt-record.ts'
import { longestTimerMs } from './time-limit.ts'
import { type TurnLimit, withShutdownLimit } from './turn-limit.ts'
import { planSignature, workKeys } from './work-key.ts'

/** What a turn gets from its narrator. */
export interface TurnSetup {
  planner: Planner
  fallback: Planner
  execute: Execute
  maxGenerations: number
  maxExecutions: number
  planningTimeoutMs: number
  turnTimeoutMs: number
  createId?: () => string
  signal: AbortSignal
  limit: Pick<TurnLimit, 'pause'>
  /** Time in milliseconds that an execution may take to end after `signal` is aborted. */
  shutdownMs: number
  /** Whether the turn's time limit aborted `signal`, not the player. */
  isLate: () => boolean
  view: LiveView
}

/** The loop of one turn: plan, execute, and plan again without the skills that failed. */
export class Turn {
  readonly attempts: TurnAttempt[] = []
  readonly #setup: TurnSetup
  readonly #request: PlayRequest
  readonly #done = new Map<string, ToolResult>()
  readonly #turnKey: string
  #planner: Planner
  #disabled: string[]

  constructor(request: PlayRequest, setup: TurnSetup) {
    this.#request = request
    this.#setup = setup
    this.#planner = setup.planner
    this.#disabled = [...new Set(request.disabledSkills)]
    this.#turnKey = request.request?.turn?.id ?? (setup.createId ?? randomUUID)()
  }

  /** The skills that the next plan must not use. */
  get disabledSkills(): readonly string[] {
    return this.#disabled
  }

  /** Plans and executes until a plan succeeds. Resolves to that attempt, or to `undefined` if the limits are reached. */
  async run(): Promise<TurnAttempt | undefined> {
    for (let number = 1; number <= this.#setup.maxGenerations; number += 1) {
      const attempt: TurnAttempt = {
        attempt: number,
        planner: nameOf(this.#planner),
        disabledSkills: this.#disabled,
      }
      const repeated = await this.#try(attempt)
      this.attempts.push(attempt)
      if (attempt.result?.success) return attempt
      if (repeated || this.#isOver(attempt)) return undefined
      if (attempt.plan && attempt.result)
        this.#disable(failedSkills(this.#request.skills, attempt.plan, attempt.result))
      if (number < this.#setup.maxGenerations) await this.#announceReplan(attempt, number + 1)
    }
    return undefined
  }

  /** Makes and executes one plan. Errors are recorded in the attempt. Resolves to whether the plan repeats the previous one. */
  async #try(attempt: TurnAttempt): Promise<boolean> {
    const previous = this.attempts.at(-1)?.plan
    try {
      await this.#generate(attempt)
      const { plan } = attempt
      const repeated = plan !== undefined && previous !== undefined && planSignature(plan) === planSignature(previous)
      if (repeated) fail(attempt, 'invalid_plan', 'the same plan was made again')
      if (plan && !attempt.failureReason) await this.#execute(attempt, plan)
      return repeated
    } catch (error) {
      fail(attempt, 'invalid_plan', `the plan could not be used: ${messageOf(error)}`)
      return false
    }
  }

  #isOver({ result, failureReason }: TurnAttempt): boolean {
    return this.#setup.signal.aborted || failureReason === 'cancelled' || result?.canReplan === false
  }

  #disable(skills: readonly string[]): void {
    this.#disabled = [...new Set([...this.#disabled, ...skills])]
  }

  async #announceReplan({ failureReason, error }: TurnAttempt, attempt: number): Promise<void> {
    await this.#setup.view.emit({
      type: 'replan',
      attempt,
      reason: failureReason ?? 'tool_failure',
      message: error ?? 'the plan failed',
      disabledSkills: this.#disabled,
    })
    this.#setup.view.startOver()
  }

  async #generate(attempt: TurnAttempt): Promise<void> {
    const previous = this.attempts.at(-1)
    const { request: _, ...asked } = this.#request
    const request: PlanRequest = {
      ...asked,
      disabledSkills: this.#disabled,
      attempt: attempt.attempt,
      parentPlanId: this.attempts.findLast(({ plan }) => plan)?.plan?.requestId ?? null,
      ...(previous?.plan && { previousResult: previous.result ?? refusal(previous.plan, previous, asked.state) }),
    }
    const plan = await this.#ask(request, attempt)
    if (!plan) return
    attempt.plan = withOrigin(plan, request, attempt.planner)
    await this.#setup.view.emit({
      type: 'plan',
      plan: attempt.plan,
      attempt: attempt.attempt,
      planner: attempt.planner,
    })
    const unknown = unknownTools(plan, request)
    if (unknown.length > 0)
      fail(
        attempt,
        'invalid_plan',
        `the plan names tools that are not scripts of available skills: ${unknown.slice(0, 5).join(', ')}`,
      )
  }

  async #ask(request: PlanRequest, attempt: TurnAttempt): Promise<Plan | undefined> {
    const { fallback, signal, view } = this.#setup
    const onUsage = (use: ModelUse) => void view.emit({ type: 'model_used', role: 'planner', ...use })
    for (;;) {
      try {
        return await this.#askWithin(request, onUsage)
      } catch (error) {
        const code = PlannerError.isInstance(error) ? error.code : 'planner_failed'
        fail(attempt, reasons[code], messageOf(error))
        if (signal.aborted || this.#planner === fallback) return undefined
        await view.emit({
          type: 'warning',
          code,
          message: `${messageOf(error)}; "${nameOf(fallback)}" plans the rest of this turn`,
        })
        this.#planner = fallback
        attempt.planner = nameOf(fallback)
        delete attempt.failureReason
      }
    }
  }

  /** A planner that limits itself may take any time, which does not count as time of the turn. */
  async #askWithin(request: PlanRequest, onUsage: (use: ModelUse) => void): Promise<Plan> {
    const { signal, limit, planningTimeoutMs } = this.#setup
    const isUnlimited = this.#planner.limitsItself === true
    const timeoutMs = isUnlimited ? longestTimerMs : planningTimeoutMs
    const resume = isUnlimited ? limit.pause() : undefined
    try {
      return await askPlanner(this.#planner, request, { signal, timeoutMs, onUsage })
    } finally {
      resume?.()
    }
  }

  async #execute(attempt: TurnAttempt, plan: Plan): Promise<void> {
    const { maxExecutions, signal, limit } = this.#setup
    // A script that may take longer than a turn limits itself, such as a narrator that waits for a model.
    const resume = this.#takesItsTime(plan) ? limit.pause() : undefined
    try {
      for (let execution = 1; execution <= maxExecutions; execution += 1) {
        const result = await this.#executeOnce(attempt, plan)
        if (!result) return
        if (attempt.result) attempt.earlierResults = [...(attempt.earlierResults ?? []), attempt.result]
        attempt.result = result
        if (result.success || signal.aborted || !isRetryable(result)) break
      }
    } finally {
      resume?.()
    }
    const { result } = attempt
    if (result && !result.success) fail(attempt, this.#reason(result), describeFailure(result))
  }

  #takesItsTime({ tools }: Plan): boolean {
    const slow = this.#request.skills.flatMap(({ scripts }) =>
      scripts.filter(({ stage, timeoutMs = 0 }) => stage === 'narrate' && timeoutMs > this.#setup.turnTimeoutMs),
    )
    return tools.some(({ toolPath }) => slow.some(({ path }) => path === toolPath))
  }

  #reason(result: ExecutionResult): FailureReason {
    const late = result.failureReason === 'cancelled' && this.#setup.isLate()
    return late ? 'timeout' : reasonOf(result)
  }

  async #executeOnce(attempt: TurnAttempt, plan: Plan): Promise<ExecutionResult | undefined> {
    const { execute, signal, shutdownMs, isLate, view } = this.#setup
    const keys = workKeys(plan)
    const request: ExecutionRequest = {
      signal,
      state: this.#request.state,
      onEvent: view.take,
      ...(this.#request.request && { request: this.#request.request }),
      reuse: (tool) => this.#recorded(tool, keys.get(tool) ?? keys.get(byId(plan, tool))),
      idempotencyKey: (tool) => this.#key(keys.get(tool) ?? keys.get(byId(plan, tool)) ?? tool.toolId),
    }
    try {
      const result = await withShutdownLimit(execute(plan, request), signal, shutdownMs)
      this.#record(plan, result, keys)
      return result
    } catch (error) {
      const reason = signal.aborted ? (isLate() ? 'timeout' : 'cancelled') : 'tool_failure'
      fail(attempt, reason, `the plan could not be executed: ${messageOf(error)}`)
      return undefined
    }
  }

  #recorded(tool: ToolInvocation, key: string | undefined): ToolResult | undefined {
    const result = key === undefined ? undefined : this.#done.get(key)
    return result && { ...result, toolId: tool.toolId, reused: true }
  }

  #record(plan: Plan, result: ExecutionResult, keys: Map<ToolInvocation, string>): void {
    for (const tool of plan.tools) {
      const found = result.toolResults.find(({ toolId }) => toolId === tool.toolId)
      const key = keys.get(tool)
      if (found?.state === 'completed' && key !== undefined) this.#done.set(key, found)
    }
  }

  #key(work: string): string {
    return createHash('sha256').update(`${this.#turnKey}\n${work}`).digest('hex').slice(0, 40)
  }
}

const reasons = { planner_failed: 'invalid_plan', planner_timeout: 'timeout', planner_cancelled: 'cancelled' } as const

interface AskOptions {
  signal: AbortSignal
  timeoutMs: number
  onUsage: PlanOptions['onUsage']
}

/**
 * Calls a planner and validates its plan. A planner that throws, does not settle in time or resolves to something else
 * makes this reject with a {@link PlannerError}.
 *
 * @throws {PlannerError} `planner_failed`, `planner_timeout` or `planner_cancelled`
 */
async function askPlanner(planner: Planner, request: PlanRequest, options: AskOptions): Promise<Plan> {
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([options.signal, deadline])
  let answer: unknown
  try {
    signal.throwIfAborted()
    answer = await untilAborted(signal, planner.plan(request, { signal, onUsage: options.onUsage }))
  } catch (error) {
    if (options.signal.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled', { cause: error })
    const late = deadline.aborted || (PlannerError.isInstance(error) && error.code === 'planner_timeout')
    if (late)
      throw new PlannerError('planner_timeout', `the planner "${nameOf(planner)}" made no plan in time`, {
        cause: error,
      })
    throw new PlannerError('planner_failed', `the planner "${nameOf(planner)}" failed: ${messageOf(error)}`, {
      cause: error,
    })
  }
  const fault = faultOf(answer)
  if (fault !== undefined)
    throw new PlannerError('planner_failed', `the planner "${nameOf(planner)}" made an invalid plan: ${fault}`)
  return answer as Plan
}

// Reading the value may throw, for example in a getter.
function faultOf(answer: unknown): string | undefined {
  try {
    const issues = listIssues(Plan, answer)
    return issues.length > 0 ? describeIssues(issues.slice(0, 3)) : findUnwritable(answer)
  } catch (error) {
    return messageOf(error)
  }
}

/** An error's message on one line, whatever was thrown. */
function messageOf(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error)
    return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  } catch {
    return 'the thrown value cannot be converted to a string'
  }
}

/** A planner's name for events, records and messages; one written in JavaScript may lack it. */
function nameOf({ name }: { readonly name?: unknown }): string {
  return typeof name === 'string' && name !== '' ? name : 'unnamed'
}

function byId(plan: Plan, { toolId }: ToolInvocation): ToolInvocation {
  return plan.tools.find((tool) => tool.toolId === toolId) as ToolInvocation
}
