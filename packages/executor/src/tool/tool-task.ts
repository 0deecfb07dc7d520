import type {
  AssetEvent,
  ProtocolEvent,
  RegisteredAsset,
  ToolAttempt,
  ToolInvocation,
  ToolResult,
} from '@narratoria/protocol'
import { mergePatches } from '@narratoria/protocol'
import { registerAssets } from '../asset/register-assets.ts'
import { elapsedMs } from '../clock.ts'
import type { ExecuteOptions, ToolDescription } from '../options.ts'
import { isPromise } from '../is-promise.ts'
import { requireNumbers } from '../require-numbers.ts'
import type { RunFailure, RunOutcome } from '../runner/tool-runner.ts'
import { backoffDelayMs, maxRetriesOf } from '../schedule/backoff.ts'
import { Attempt, type AttemptOutcome } from './attempt.ts'
import type * as InputChecks from './check-input.ts'
import { Emitted } from './emitted.ts'
import type { Place } from './places.ts'
import type { TaskHost } from './task-host.ts'
import type { ToolOutcome } from './tool-outcome.ts'

// Loaded with the first schema: hosts without any need no validator.
let checks: typeof InputChecks | undefined

/** What is known of a tool before its first attempt. */
interface Prepared {
  description?: ToolDescription | undefined
  failure?: RunFailure | undefined
}

function explainDescription(error: unknown): Prepared {
  const why = error instanceof Error ? error.message : String(error)
  return { failure: { errorCode: 'description_failed', error: `The host could not describe the tool: ${why}` } }
}

/** Brings one tool of a plan to its end: description, input check, attempts and retries (001 §13.4.5). */
export class ToolTask {
  readonly #host: TaskHost
  readonly #position: number
  readonly #tool: ToolInvocation
  readonly #path: string
  readonly #attempts: ToolAttempt[] = []
  #events: ProtocolEvent[] = []
  #stderr: string | undefined
  #place: Place | undefined

  constructor(host: TaskHost, position: number, path: string) {
    this.#host = host
    this.#position = position
    this.#tool = host.plan.tools[position]!
    this.#path = path
  }

  /** The place of its last attempt, which is left to its host to release. */
  get place(): Place | undefined {
    return this.#place
  }

  async run(): Promise<ToolOutcome> {
    const { options, settings } = this.#host
    const recorded = options.reuse?.(this.#tool)
    if (recorded?.state === 'completed') return this.#reuse(recorded)
    const describe = options.describeTool ?? settings.describeTool
    const preparing = describe && this.#prepare(describe)
    // A host that never says what its tool is does not outlive the plan.
    const prepared = preparing instanceof Promise ? await Promise.race([preparing, this.#host.stopped]) : preparing
    if (this.#host.stopReason) return this.#fail(this.#stopFailure(), 'skipped')
    if (prepared?.failure) return this.#fail(prepared.failure, 'failed')
    const planned = {
      position: this.#position,
      invocation: this.#tool,
      path: this.#path,
      idempotencyKey: options.idempotencyKey?.(this.#tool) ?? `${this.#host.plan.requestId}:${this.#tool.toolId}`,
      description: prepared?.description,
    }
    for (let number = 1; ; number += 1) {
      const place = settings.places.take()
      this.#place = place instanceof Promise ? await this.#waitFor(place) : place
      // Stopped before this attempt began: what the last one said stands.
      if (this.#host.stopReason) return this.#fail(this.#stopFailure(), number === 1 ? 'skipped' : this.#stopState())
      const ended = await new Attempt(this.#host, planned, number).run()
      this.#note(ended)
      const { failure, interrupted, outcome } = ended
      if (!failure) return this.#complete(ended)
      const state = interrupted === 'timeout' || interrupted === 'plan_timeout' ? 'timeout' : 'failed'
      const delayMs = this.#retryDelayMs(ended)
      if (delayMs === undefined) return this.#fail(failure, state, outcome)
      await this.#backOff(number + 1, delayMs, failure)
      if (this.#host.stopReason) return this.#fail(this.#stopFailure(failure), this.#stopState(), outcome)
    }
  }

  // Without a wait where the host describes its tools at once, so that nothing comes between a plan and its first request.
  #prepare(describeTool: NonNullable<ExecuteOptions['describeTool']>): Prepared | Promise<Prepared> {
    try {
      const described = describeTool(this.#path)
      if (!isPromise(described)) return this.#check(described)
      return Promise.resolve(described)
        .then((description) => this.#check(description))
        .catch(explainDescription)
    } catch (error) {
      return explainDescription(error)
    }
  }

  #check(description: ToolDescription | undefined): Prepared | Promise<Prepared> {
    if (description) requireNumbers(description, ['timeoutMs'])
    if (!description?.inputSchema) return { description }
    const { inputSchema } = description
    const input = this.#tool.input ?? {}
    if (checks) return { description, failure: checks.checkInput(input, inputSchema) }
    return import('./check-input.ts').then(
      (loaded) => {
        checks = loaded
        return { description, failure: loaded.checkInput(input, inputSchema) }
      },
      (error: unknown) => ({
        failure: { errorCode: 'internal_error', error: `The check of inputs could not be loaded: ${String(error)}` },
      }),
    )
  }

  /** Waits for a place; in vain when the execution stops first. */
  async #waitFor(place: Promise<Place>): Promise<Place | undefined> {
    const { plan, settings, feed, stopped } = this.#host
    if (feed.isHeard) {
      const { toolId } = this.#tool
      feed.emit({ type: 'tool_waiting', planId: plan.requestId, at: settings.clock.now(), toolId, waitsFor: [] })
    }
    const taken = await Promise.race([place, stopped])
    if (!taken) void place.then((late) => late.release())
    return taken ?? undefined
  }

  #note({ record, emitted: { events }, outcome }: AttemptOutcome): void {
    this.#attempts.push(record)
    this.#events = this.#events.length === 0 ? events : [...this.#events, ...events]
    if (outcome.stderr !== undefined) this.#stderr = outcome.stderr
    for (const { code, message } of outcome.warnings ?? []) this.#host.warn(code, message, this.#tool.toolId)
  }

  #retryDelayMs({ record, failure }: AttemptOutcome): number | undefined {
    const { retryPolicy } = this.#tool
    const { settings, stopReason } = this.#host
    if (stopReason || failure?.retryable === false || record.retryable === false) return undefined
    if (record.attempt > maxRetriesOf(retryPolicy)) return undefined
    return backoffDelayMs(retryPolicy, record.attempt, settings.random)
  }

  async #backOff(attempt: number, delayMs: number, { errorCode, error }: RunFailure): Promise<void> {
    const { feed, plan, settings } = this.#host
    const { toolId } = this.#tool
    if (feed.isHeard) {
      const at = settings.clock.now()
      feed.emit({ type: 'tool_retry', planId: plan.requestId, at, toolId, attempt, delayMs, errorCode, error })
    }
    this.#place?.release()
    this.#place = undefined
    this.#host.onBackoff(true)
    await this.#host.pause(delayMs)
    this.#host.onBackoff(false)
  }

  #complete({ emitted: { patches, assets }, outcome }: AttemptOutcome): ToolOutcome | Promise<ToolOutcome> {
    const result = this.#makeResult('completed', outcome)
    if (patches.length > 0) result.output = mergePatches({}, patches)
    if (assets.length === 0) return { result, patches, assets: [] }
    return this.#registerAssets(assets).then((registered) => ({ result, patches, assets: registered }))
  }

  #fail({ error, errorCode }: RunFailure, state: ToolResult['state'], outcome?: RunOutcome): ToolOutcome {
    const result = this.#makeResult(state, outcome)
    result.error = error
    result.errorCode = errorCode
    return { result, patches: [], assets: [] }
  }

  async #reuse(recorded: ToolResult): Promise<ToolOutcome> {
    const last = recorded.attempts.at(-1)?.eventCount
    const events = last === undefined ? recorded.events : recorded.events.slice(recorded.events.length - last)
    const { patches, assets } = Emitted.of(events)
    const result = { ...recorded, toolId: this.#tool.toolId, reused: true }
    return { result, patches, assets: await this.#registerAssets(assets) }
  }

  async #registerAssets(events: readonly AssetEvent[]): Promise<RegisteredAsset[]> {
    const { settings, feed, plan } = this.#host
    const { cwd, assetRoots: roots, clock } = settings
    const assets: RegisteredAsset[] = []
    for (const outcome of await registerAssets(this.#tool.toolId, events, { cwd, ...(roots && { roots }) })) {
      if ('warning' in outcome) {
        this.#host.warn('asset_not_registered', outcome.warning, this.#tool.toolId)
        continue
      }
      assets.push(outcome.asset)
      feed.emit({ type: 'asset', planId: plan.requestId, at: clock.now(), asset: outcome.asset })
    }
    return assets
  }

  #stopFailure(last?: RunFailure): RunFailure {
    const before = last ? ` The last attempt had failed: ${last.error}` : ''
    return this.#host.stopReason === 'plan_timeout'
      ? { errorCode: 'plan_timeout', error: `The plan's time was over.${before}` }
      : { errorCode: 'cancelled', error: `The plan was cancelled.${before}` }
  }

  #stopState(): ToolResult['state'] {
    return this.#host.stopReason === 'plan_timeout' ? 'timeout' : 'failed'
  }

  #makeResult(state: ToolResult['state'], outcome?: RunOutcome): ToolResult {
    const attempts = this.#attempts
    const result: ToolResult = {
      toolId: this.#tool.toolId,
      ok: state === 'completed',
      state,
      output: {},
      executionTime: attempts.length === 0 ? 0 : elapsedMs(attempts[0]!.startedAt, attempts.at(-1)!.endedAt),
      retryCount: Math.max(0, attempts.length - 1),
      events: this.#events,
      attempts,
    }
    if (this.#stderr !== undefined) result.stderr = this.#stderr
    const summary = outcome?.done?.summary
    if (summary !== undefined) result.summary = summary
    return result
  }
}
