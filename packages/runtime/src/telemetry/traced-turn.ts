import { context } from '@opentelemetry/api'
import type { AttemptObserver } from '@narratoria/executor'
import type { Planner, PlanOptions, PlanRequest } from '@narratoria/planner'
import type { DoneEvent, Plan, ToolAttempt, TurnResult } from '@narratoria/protocol'
import { genAi, messagesJson, own } from './conventions.ts'
import { errorTypeOf, TimedSpan } from './spans.ts'
import type { Mask, StartingToolAttempt, StartingTurn, TurnTelemetry } from './telemetry.ts'

const agent = 'narratoria'

export class TracedTurn implements TurnTelemetry {
  readonly #turn: TimedSpan
  /** Redacts contents. Contents are not recorded without it. */
  readonly #mask: Mask | undefined

  constructor({ sessionId, turnId, seq, prompt, mask }: StartingTurn, hasContent: boolean) {
    this.#mask = hasContent ? mask : undefined
    const operation = { [genAi.operation]: 'invoke_agent', [genAi.agent]: agent }
    this.#turn = new TimedSpan({
      name: `invoke_agent ${agent}`,
      what: 'turn',
      parent: context.active(),
      measured: operation,
      attributes: {
        ...operation,
        [genAi.conversation]: sessionId,
        [own.turn]: turnId,
        [own.seq]: seq,
        ...(this.#mask && { [genAi.inputMessages]: messagesJson([{ role: 'user', content: this.#mask(prompt) }]) }),
      },
    })
  }

  run<T>(play: () => T): T {
    return this.#turn.run(play)
  }

  planner(planner: Planner): Planner {
    return {
      get name() {
        return planner.name
      },
      get limitsItself() {
        return planner.limitsItself ?? false
      },
      plan: (request, options) => this.#plan(planner, request, options),
    }
  }

  attempt({ toolId, tool, attempt, input }: StartingToolAttempt): AttemptObserver {
    const mask = this.#mask
    const named = { [genAi.operation]: 'execute_tool', [genAi.toolName]: tool }
    const span = new TimedSpan({
      name: `execute_tool ${tool}`,
      what: 'tool',
      parent: this.#turn.context,
      measured: named,
      attributes: {
        ...named,
        [genAi.toolType]: 'function',
        [genAi.toolCall]: toolId,
        [own.toolAttempt]: attempt,
        ...(mask && { [genAi.toolArguments]: JSON.stringify(mask(input)) }),
      },
    })
    const request = span.traceContext
    return {
      ...(request && { request }),
      run: (start) => span.run(start),
      ended: (ended, done) => endAttempt(span, { ended, done, mask }),
    }
  }

  ended(outcome: { result: TurnResult } | { error: unknown }): void {
    if ('error' in outcome) return this.#turn.end({}, errorTypeOf(outcome.error))
    const { status, fallback, attempts, narrative } = outcome.result
    const output = this.#mask && messagesJson([{ role: 'assistant', content: this.#mask(narrative) }])
    this.#turn.end(
      {
        [own.status]: status,
        [own.fallback]: fallback,
        [own.plans]: attempts.length,
        ...(output !== undefined && { [genAi.outputMessages]: output }),
      },
      fallback && status === 'stored' ? (attempts.at(-1)?.failureReason ?? 'tool_failure') : undefined,
    )
  }

  async #plan(planner: Planner, request: PlanRequest, options: PlanOptions = {}): Promise<Plan> {
    const named = { [genAi.operation]: 'plan', [genAi.agent]: agent, [own.planner]: planner.name }
    const attributes = { ...named, [own.planAttempt]: request.attempt }
    const parent = this.#turn.context
    const span = new TimedSpan({ name: `plan ${agent}`, what: 'plan', parent, measured: named, attributes })
    // A planner may ignore its signal.
    const onAbort = () => span.end({}, errorTypeOf(options.signal?.reason))
    options.signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const plan = await span.run(() => planner.plan(request, options))
      span.end({ [own.planTools]: countTools(plan) })
      return plan
    } catch (error) {
      span.end({}, errorTypeOf(error))
      throw error
    } finally {
      options.signal?.removeEventListener('abort', onAbort)
    }
  }
}

/** A planner of a host may return anything; it is checked later. */
function countTools(plan: unknown): number {
  const tools = typeof plan === 'object' && plan !== null && 'tools' in plan ? plan.tools : undefined
  return Array.isArray(tools) ? tools.length : 0
}

function endAttempt(
  span: TimedSpan,
  { ended, done, mask }: { ended: ToolAttempt; done: DoneEvent | undefined; mask: Mask | undefined },
): void {
  const { ok, exitCode, errorCode } = ended
  const result = done?.result ?? done?.summary
  span.end(
    {
      ...(exitCode !== undefined && { [own.exitCode]: exitCode }),
      ...(done?.refused === true && { [own.refused]: true }),
      ...(mask && result !== undefined && { [genAi.toolResult]: JSON.stringify(mask(result)) }),
    },
    ok ? undefined : (errorCode ?? 'tool_failed'),
  )
}
