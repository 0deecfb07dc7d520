import type {
  JsonObject,
  Plan,
  ProtocolEvent,
  RegisteredAsset,
  ToolAttempt,
  ToolInvocation,
  ToolRequest,
  ToolResult,
} from '@narratoria/protocol'
import { mergePatches } from '@narratoria/protocol'
import { registerAssets } from '../asset/register-assets.ts'
import { elapsedMs } from '../clock.ts'
import type { ExecuteOptions, ToolDescription } from '../options.ts'
import type { RunFailure, RunOutcome, ToolRun } from '../runner/tool-runner.ts'
import { backoffDelayMs, maxRetriesOf } from '../schedule/backoff.ts'
import type { Deadlines } from '../schedule/deadlines.ts'
import type { Feed } from '../trace/feed.ts'
import type { Settings } from './settings.ts'
import { AttemptJob } from './tool-job.ts'

/** Why an execution takes no further steps. */
export type StopReason = 'cancelled' | 'plan_timeout'

/** What a tool shares with the execution it belongs to. */
export interface TaskHost {
  readonly settings: Settings
  readonly options: ExecuteOptions
  readonly plan: Plan
  readonly feed: Feed
  readonly deadlines: Deadlines
  /** Set once nothing new may start. */
  readonly stopReason: StopReason | undefined
  /** Settles when nothing new may start. */
  readonly stopped: Promise<void>
  /** Waits; ends early when the execution stops. */
  pause: (delayMs: number) => Promise<void>
  /** Registers a run to be cancelled when the execution stops; the answer takes it back. */
  keep: (run: ToolRun, onStop: () => void) => () => void
  /** Told when a tool begins to wait for its next attempt and when it wants a place again. */
  onBackoff: (waiting: boolean) => void
  warn: (code: string, message: string, toolId?: string) => void
  readState: (position: number) => JsonObject
  readDependencies: (position: number) => ToolRequest['dependencies']
}

/** What one tool of a plan came to. */
export interface TaskOutcome {
  result: ToolResult
  /** The patches of its successful attempt, in order. */
  patches: JsonObject[]
  assets: RegisteredAsset[]
}

interface AttemptOutcome {
  attempt: ToolAttempt
  events: ProtocolEvent[]
  outcome: RunOutcome
  failure: RunFailure | undefined
  interrupted: 'timeout' | StopReason | undefined
}

/** Brings one tool of a plan to its end: description, input check, attempts and retries (001 §13.4.5). */
export class ToolTask {
  readonly #host: TaskHost
  readonly #position: number
  readonly #tool: ToolInvocation
  readonly #toolPath: string
  readonly #attempts: ToolAttempt[] = []
  #events: ProtocolEvent[] = []
  #stderr: string | undefined

  constructor(host: TaskHost, position: number, toolPath: string) {
    this.#host = host
    this.#position = position
    this.#tool = host.plan.tools[position]!
    this.#toolPath = toolPath
  }

  async run(): Promise<TaskOutcome> {
    const { options } = this.#host
    const recorded = options.reuse?.(this.#tool)
    if (recorded?.state === 'completed') return this.#reuse(recorded)
    const describe = options.describeTool ?? this.#host.settings.describeTool
    const prepared = describe && (await this.#prepare(describe))
    if (prepared?.failure) return this.#fail(prepared.failure, 'failed')
    const key = options.idempotencyKey?.(this.#tool) ?? `${this.#host.plan.requestId}:${this.#tool.toolId}`
    for (let attempt = 1; ; attempt += 1) {
      const ended = await this.#withPlace(() => this.#attempt(attempt, key, prepared?.description))
      // Stopped before this attempt began: what the last one said stands.
      if (!ended) return this.#fail(this.#stopFailure(), attempt === 1 ? 'skipped' : this.#stopState())
      const { failure, interrupted, outcome } = ended
      if (!failure) return this.#complete(ended)
      const state = interrupted === 'timeout' || interrupted === 'plan_timeout' ? 'timeout' : 'failed'
      const delayMs = this.#retryDelayMs(ended, attempt)
      if (delayMs === undefined) return this.#fail(failure, state, outcome)
      await this.#backOff(attempt + 1, delayMs, failure)
      if (this.#host.stopReason) return this.#fail(this.#stopFailure(failure), this.#stopState(), outcome)
    }
  }

  async #prepare(
    describeTool: NonNullable<ExecuteOptions['describeTool']>,
  ): Promise<{ description?: ToolDescription; failure?: RunFailure }> {
    let description: ToolDescription | undefined
    try {
      description = await describeTool(this.#toolPath)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { failure: { errorCode: 'description_failed', error: `The host could not describe the tool: ${why}` } }
    }
    if (!description?.inputSchema) return { description }
    const { checkInput } = await import('./check-input.ts')
    return { description, failure: checkInput(this.#tool.input ?? {}, description.inputSchema) }
  }

  /** Runs `work` in one of the executor's places; `undefined` when the execution stopped first. */
  async #withPlace<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { settings, stopped, feed } = this.#host
    let begun = false
    const done = settings.places.add(() => {
      begun = true
      return this.#host.stopReason ? undefined : work()
    })
    if (begun) return done
    if (feed.isHeard) this.#emitWaiting()
    const first = await Promise.race([done, stopped])
    return begun ? done : (first ?? undefined)
  }

  #emitWaiting(): void {
    const { plan, settings, feed } = this.#host
    const { toolId } = this.#tool
    feed.emit({ type: 'tool_waiting', planId: plan.requestId, at: settings.clock.now(), toolId, waitsFor: [] })
  }

  async #attempt(number: number, idempotencyKey: string, description?: ToolDescription): Promise<AttemptOutcome> {
    const host = this.#host
    const { clock, runner, cwd, toolTimeoutMs } = host.settings
    const { toolId } = this.#tool
    const planId = host.plan.requestId
    const startedAt = clock.now()
    if (host.feed.isHeard) {
      const toolPath = this.#toolPath
      host.feed.emit({ type: 'tool_started', planId, at: startedAt, toolId, toolPath, attempt: number })
    }
    const events: ProtocolEvent[] = []
    const tell = host.feed.isHeard ? host.feed.openAttempt({ planId, toolId, attempt: number }) : undefined
    const run = runner.start(
      new AttemptJob({
        planId,
        tool: this.#tool,
        position: this.#position,
        toolPath: this.#toolPath,
        cwd,
        attempt: number,
        idempotencyKey,
        description,
        request: host.options.request,
        readState: () => host.readState(this.#position),
        readDependencies: () => host.readDependencies(this.#position),
        onEvent: (event, text) => {
          events.push(event)
          tell?.(event, text)
        },
        hold: () => (host.stopReason ? undefined : host.feed.hold()),
      }),
    )
    let interrupted: AttemptOutcome['interrupted']
    const limitMs = description?.timeoutMs ?? toolTimeoutMs
    const deadline = host.deadlines.add(startedAt, limitMs, () => {
      interrupted ??= 'timeout'
      run.cancel('ask')
    })
    const release = host.keep(run, () => {
      interrupted ??= host.stopReason
    })
    const outcome = await run.outcome
    release()
    host.deadlines.remove(deadline)
    const failure = explain(outcome, events, interrupted, limitMs)
    const attempt = recordAttempt({ number, startedAt, endedAt: clock.now(), outcome, events, failure })
    return this.#record({ attempt, events, outcome, failure, interrupted })
  }

  #record(ended: AttemptOutcome): AttemptOutcome {
    const { outcome, events } = ended
    this.#attempts.push(ended.attempt)
    this.#events = this.#events.length === 0 ? events : [...this.#events, ...events]
    if (outcome.stderr !== undefined) this.#stderr = outcome.stderr
    for (const { code, message } of outcome.warnings ?? []) this.#host.warn(code, message, this.#tool.toolId)
    return ended
  }

  #retryDelayMs({ attempt, failure }: AttemptOutcome, number: number): number | undefined {
    const { retryPolicy } = this.#tool
    const { settings, stopReason } = this.#host
    if (stopReason || failure?.retryable === false || attempt.retryable === false) return undefined
    if (number > maxRetriesOf(retryPolicy)) return undefined
    return backoffDelayMs(retryPolicy, number, settings.random)
  }

  async #backOff(attempt: number, delayMs: number, { errorCode, error }: RunFailure): Promise<void> {
    const { feed, plan, settings } = this.#host
    const { toolId } = this.#tool
    if (feed.isHeard) {
      const at = settings.clock.now()
      feed.emit({ type: 'tool_retry', planId: plan.requestId, at, toolId, attempt, delayMs, errorCode, error })
    }
    this.#host.onBackoff(true)
    await this.#host.pause(delayMs)
    this.#host.onBackoff(false)
  }

  #complete({ events, outcome }: AttemptOutcome): TaskOutcome | Promise<TaskOutcome> {
    const patches = patchesOf(events)
    const result = this.#makeResult('completed', mergePatches({}, patches), outcome)
    if (!events.some(isAsset)) return { result, patches, assets: [] }
    return this.#registerAssets(events).then((assets) => ({ result, patches, assets }))
  }

  #fail({ error, errorCode }: RunFailure, state: ToolResult['state'], outcome?: RunOutcome): TaskOutcome {
    const result = this.#makeResult(state, {}, outcome)
    result.error = error
    result.errorCode = errorCode
    return { result, patches: [], assets: [] }
  }

  async #reuse(recorded: ToolResult): Promise<TaskOutcome> {
    const last = recorded.attempts.at(-1)?.eventCount
    const events = last === undefined ? recorded.events : recorded.events.slice(recorded.events.length - last)
    const patches = patchesOf(events)
    const result = { ...recorded, toolId: this.#tool.toolId, reused: true }
    return { result, patches, assets: await this.#registerAssets(events) }
  }

  async #registerAssets(events: readonly ProtocolEvent[]): Promise<RegisteredAsset[]> {
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

  #makeResult(state: ToolResult['state'], output: JsonObject, outcome?: RunOutcome): ToolResult {
    const startedAt = this.#attempts[0]?.startedAt
    const endedAt = this.#attempts.at(-1)?.endedAt
    const result: ToolResult = {
      toolId: this.#tool.toolId,
      ok: state === 'completed',
      state,
      output,
      executionTime: startedAt === undefined || endedAt === undefined ? 0 : elapsedMs(startedAt, endedAt),
      retryCount: Math.max(0, this.#attempts.length - 1),
      events: this.#events,
      attempts: this.#attempts,
    }
    if (this.#stderr !== undefined) result.stderr = this.#stderr
    const summary = outcome?.done?.summary
    if (summary !== undefined) result.summary = summary
    return result
  }
}

function isAsset(event: ProtocolEvent): boolean {
  return event.type === 'asset'
}

function patchesOf(events: readonly ProtocolEvent[]): JsonObject[] {
  const patches: JsonObject[] = []
  for (const event of events) if (event.type === 'state_patch') patches.push(event.patch)
  return patches
}

function explain(
  outcome: RunOutcome,
  events: readonly ProtocolEvent[],
  interrupted: AttemptOutcome['interrupted'],
  limitMs: number,
): RunFailure | undefined {
  if (interrupted === 'timeout') return { errorCode: 'timeout', error: `The tool did not end within ${limitMs} ms.` }
  if (interrupted === 'plan_timeout') return { errorCode: 'plan_timeout', error: "The plan's time was over." }
  if (interrupted === 'cancelled') return { errorCode: 'cancelled', error: 'The plan was cancelled.' }
  const { failure } = outcome
  if (!failure) return undefined
  // What the tool itself said of its failure tells more than its exit code.
  const told = events.findLast((event) => event.type === 'error')
  const own =
    failure.errorCode === 'tool_failed' || failure.errorCode === 'exit_code' || failure.errorCode === 'no_done'
  return told && own ? { ...failure, error: `${told.errorCode}: ${told.errorMessage} (${failure.error})` } : failure
}

function recordAttempt(parts: {
  number: number
  startedAt: number
  endedAt: number
  outcome: RunOutcome
  events: readonly ProtocolEvent[]
  failure: RunFailure | undefined
}): ToolAttempt {
  const { number, startedAt, endedAt, outcome, events, failure } = parts
  const attempt: ToolAttempt = { attempt: number, startedAt, endedAt, ok: !failure, eventCount: events.length }
  if (outcome.exitCode !== undefined) attempt.exitCode = outcome.exitCode
  if (outcome.exitSignal !== undefined) attempt.exitSignal = outcome.exitSignal
  if (!failure) return attempt
  attempt.errorCode = failure.errorCode
  attempt.error = failure.error
  for (const event of events) {
    if (event.type === 'error' && typeof event.details?.retryable === 'boolean') {
      attempt.retryable = event.details.retryable
    }
  }
  return attempt
}
