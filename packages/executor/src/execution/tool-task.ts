import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  mergePatches,
  type AssetEvent,
  type ProtocolEvent,
  type RegisteredAsset,
  type ToolAttempt,
  type ToolInvocation,
  type ToolResult,
  type RetryPolicy,
} from '@narratoria/protocol'
import { maxObjectKeys, resolveReferences } from '@narratoria/protocol/rules'
import { elapsedMs } from '../clock.ts'
import type { ToolDescription } from '../options.ts'
import type { AttemptFailure, AttemptOutcome, RunningAttempt } from '../runner/tool-runner.ts'
import type { Slot } from '../schedule/concurrency.ts'
import { describeTool, type Described } from './describe-tool.ts'
import { Emitted } from './emitted.ts'
import type { Execution } from './execution.ts'
import { registerAssets } from './register-assets.ts'
import { changeSizeUpTo, howToShorten, isLargerThan } from '../plan/input-size.ts'
import { launchPathOf, realRoots } from '../plan/tool-roots.ts'
import { changesTooMuch, stopFailure, TaskAttempt, type EndedAttempt } from './task-attempt.ts'
import type { TaskOutcome } from './task-outcome.ts'

/** One tool of an execution: its description, input check, attempts and retries. */
export class ToolTask {
  readonly #execution: Execution
  readonly #position: number
  #tool: ToolInvocation
  readonly #onBackoff: (waiting: boolean) => void
  readonly #attempts: ToolAttempt[] = []
  #events: ProtocolEvent[] = []
  #stderr: string | undefined
  #slot: Slot | undefined
  #description: ToolDescription | undefined

  /** `onBackoff` is called when the task starts and stops waiting for its next attempt. */
  constructor(execution: Execution, position: number, onBackoff: (waiting: boolean) => void) {
    this.#execution = execution
    this.#position = position
    this.#tool = execution.checked.plan.tools[position]!
    this.#onBackoff = onBackoff
  }

  async run(): Promise<TaskOutcome> {
    const { checked, options, settings, cancellation } = this.#execution
    const pause = this.#execution.pauses.next()
    if (pause) await pause
    const recorded = options.reuse?.(this.#tool)
    if (recorded?.state === 'completed') return this.#reuse(recorded)
    const idempotencyKey = options.idempotencyKey?.(this.#tool)
    const unresolved = this.#resolveInput()
    if (unresolved) return this.#fail(unresolved, 'failed')
    const path = checked.toolPaths[this.#position]!
    const describing = this.#describe(path)
    // Awaited only if it is a promise, so that nothing delays the first request.
    const described =
      describing instanceof Promise ? await Promise.race([describing, cancellation.requested]) : describing
    if (!described || cancellation.reason) return this.#fail(this.#stopFailure(), 'skipped')
    if (described.failure) return this.#fail(described.failure, 'failed')
    this.#description = described.description
    const { toolId } = this.#tool
    const tool = {
      position: this.#position,
      invocation: this.#tool,
      path,
      idempotencyKey: idempotencyKey ?? `${checked.plan.requestId}:${toolId}`,
      description: described.description,
    }
    for (let number = 1; ; number += 1) {
      const slot = settings.slots.take()
      this.#slot = slot instanceof Promise ? await this.#waitFor(slot) : slot
      if (cancellation.reason) return this.#fail(this.#stopFailure(), number === 1 ? 'skipped' : this.#stopState())
      // A function of the host has no file.
      const path = settings.functions.has(tool.path) ? tool.path : launchPathOf(tool.path, checked.roots)
      if (path === undefined) return this.#fail(leftRoots(tool.path), 'failed')
      const ended = await new TaskAttempt(this.#execution, path === tool.path ? tool : { ...tool, path }, number).run()
      this.#record(ended)
      const { failure, interrupted, outcome } = ended
      if (!failure) return this.#complete(ended)
      const state = interrupted === 'timeout' || interrupted === 'plan_timeout' ? 'timeout' : 'failed'
      const delayMs = this.#retryDelayMs(ended)
      if (delayMs === undefined) return this.#fail(failure, state, outcome)
      await this.#backOff(number + 1, delayMs, failure)
      if (cancellation.reason) return this.#fail(this.#stopFailure(failure), this.#stopState(), outcome)
    }
  }

  releaseSlot(): void {
    this.#slot?.release()
    this.#slot = undefined
  }

  #describe(path: string): Described | Promise<Described> {
    const { options, settings, cancellation } = this.#execution
    return describeTool(options.describeTool ?? settings.describeTool, path, { tool: this.#tool, stop: cancellation })
  }

  /** Replaces the references in the input. Returns why one has no value. */
  #resolveInput(): AttemptFailure | undefined {
    const { input } = this.#tool
    if (!input || !this.#execution.checked.withReferences.has(this.#position)) return undefined
    const resolved = resolveReferences(input, (toolId) => this.#execution.state.returnedBy(toolId))
    if ('fault' in resolved)
      return { errorCode: 'unresolved_reference', error: `A reference in the input has no value: ${resolved.fault}.` }
    const { maxInputBytes } = this.#execution.settings
    if (isLargerThan(maxInputBytes, resolved.input)) {
      const error = `The input is larger than ${maxInputBytes} bytes with the values of its references; ${howToShorten}.`
      return { errorCode: 'invalid_input', error }
    }
    this.#tool = { ...this.#tool, input: resolved.input }
    return undefined
  }

  /** Waits for a slot. Resolves to undefined if the execution stops first. */
  async #waitFor(slot: Promise<Slot>): Promise<Slot | undefined> {
    const { feed, cancellation } = this.#execution
    feed.emit({ type: 'tool_waiting', toolId: this.#tool.toolId, waitsFor: [] })
    const taken = await Promise.race([slot, cancellation.requested])
    if (!taken) void slot.then((late) => late.release())
    return taken ?? undefined
  }

  #record({ record, emitted: { events }, outcome }: EndedAttempt): void {
    this.#attempts.push(record)
    this.#events = this.#events.length === 0 ? events : [...this.#events, ...events]
    if (outcome.stderr !== undefined) this.#stderr = outcome.stderr
    for (const { code, message } of outcome.warnings ?? []) this.#execution.warn(code, message, this.#tool.toolId)
  }

  #retryDelayMs({ record, failure }: EndedAttempt): number | undefined {
    const { retryPolicy } = this.#tool
    const { settings, cancellation } = this.#execution
    if (cancellation.reason || failure?.retryable === false || record.retryable === false) return undefined
    if (record.attempt > maxRetriesOf(retryPolicy)) return undefined
    return backoffDelayMs(retryPolicy, record.attempt, settings.random)
  }

  async #backOff(attempt: number, delayMs: number, { errorCode, error }: AttemptFailure): Promise<void> {
    const { feed, cancellation } = this.#execution
    feed.emit({ type: 'tool_retry', toolId: this.#tool.toolId, attempt, delayMs, errorCode, error })
    this.releaseSlot()
    this.#onBackoff(true)
    await cancellation.wait(delayMs)
    this.#onBackoff(false)
  }

  #complete({ emitted, changeSize, outcome, readAsset }: EndedAttempt): TaskOutcome | Promise<TaskOutcome> {
    const { patches, assets } = emitted
    const { state, settings } = this.#execution
    const wide = state.findTooWide(this.#position, patches)
    if (wide !== undefined) return this.#fail(tooWide(wide), 'failed', outcome)
    if (!state.takeChange(changeSize, settings.maxStateChange))
      return this.#fail(changesTooMuch(settings), 'failed', outcome)
    const result = this.#createResult('completed', outcome)
    if (patches.length > 0) result.output = mergePatches({}, patches)
    if (assets.length === 0) return { result, patches, assets: [] }
    return this.#registerAssets(assets, readAsset).then((registered) => ({ result, patches, assets: registered }))
  }

  #fail({ error, errorCode }: AttemptFailure, state: ToolResult['state'], outcome?: AttemptOutcome): TaskOutcome {
    const result = this.#createResult(state, outcome)
    result.error = error
    result.errorCode = errorCode
    return { result, patches: [], assets: [] }
  }

  async #reuse(recorded: ToolResult): Promise<TaskOutcome> {
    const last = recorded.attempts.at(-1)?.eventCount
    const events = last === undefined ? recorded.events : recorded.events.slice(recorded.events.length - last)
    const { patches: recordedPatches, assets } = Emitted.of(events)
    // Other objects than in the earlier execution, whose state belongs to its host.
    const patches = recordedPatches.map((patch) => ({ ...patch }))
    const wide = this.#execution.state.findTooWide(this.#position, patches)
    if (wide !== undefined) return this.#fail(tooWide(wide), 'failed')
    const { state, settings } = this.#execution
    const sizeOf = (event: ProtocolEvent) => changeSizeUpTo(settings.maxStateChange, JSON.stringify(event))
    const changeSize = events.reduce((sum, event) => sum + (event.type === 'state_patch' ? sizeOf(event) : 0), 0)
    if (!state.takeChange(changeSize, settings.maxStateChange)) return this.#fail(changesTooMuch(settings), 'failed')
    const result = { ...recorded, toolId: this.#tool.toolId, reused: true }
    if (assets.length > 0) {
      const { description } = await this.#describe(this.#execution.checked.toolPaths[this.#position]!)
      this.#description = description
    }
    return { result, patches, assets: await this.#registerAssets(assets) }
  }

  async #registerAssets(
    events: readonly AssetEvent[],
    readAsset?: RunningAttempt['readAsset'],
  ): Promise<RegisteredAsset[]> {
    if (events.length === 0) return []
    const { settings, options, feed, warn } = this.#execution
    const { toolId } = this.#tool
    const assets: RegisteredAsset[] = []
    const { assetsDir = tmpdir() } = options.request ?? {}
    const rules = {
      cwd: settings.cwd,
      roots: this.#assetRoots(),
      read: readAsset,
      createFolder: async () => {
        await mkdir(assetsDir, { recursive: true })
        return mkdtemp(join(assetsDir, 'received-'))
      },
    }
    for (const outcome of await registerAssets(toolId, events, rules)) {
      if ('warning' in outcome) {
        warn('asset_not_registered', outcome.warning, toolId)
        continue
      }
      assets.push(outcome.asset)
      feed.emit({ type: 'asset', asset: outcome.asset })
    }
    return assets
  }

  /** Real paths, taken when the tool has ended: it may have made its folders. */
  #assetRoots(): string[] {
    const { settings, options } = this.#execution
    const { assetsDir } = options.request ?? {}
    const own = this.#description?.request?.skill?.dataDir
    const roots = settings.assetRoots ?? [settings.cwd, tmpdir(), ...(own ? [own] : [])]
    return realRoots([...roots, ...(options.assetRoots ?? []), assetsDir ?? []].flat(), settings.cwd)
  }

  #stopFailure(last?: AttemptFailure): AttemptFailure {
    const failure = stopFailure(this.#execution.cancellation.reason ?? 'cancelled')
    return last ? { ...failure, error: `${failure.error} The last attempt had failed: ${last.error}` } : failure
  }

  #stopState(): ToolResult['state'] {
    return this.#execution.cancellation.reason === 'plan_timeout' ? 'timeout' : 'failed'
  }

  #createResult(state: ToolResult['state'], outcome?: AttemptOutcome): ToolResult {
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
    const returned = outcome?.done?.result
    if (result.ok && returned !== undefined) result.returned = returned
    if (result.ok && outcome?.done?.refused === true) result.refused = true
    return result
  }
}

function tooWide(pointer: string): AttemptFailure {
  const where = pointer === '' ? 'The state' : `The object ${pointer} of the state`
  const error = `${where} would have more than ${maxObjectKeys} keys; remove some, or divide it into several objects.`
  return { errorCode: 'state_too_wide', error, retryable: false }
}

function leftRoots(path: string): AttemptFailure {
  const error = `The tool ${path} has become a link to a file outside the allowed folders.`
  return { errorCode: 'tool_outside_roots', error, retryable: false }
}

const longestWaitMs = 30_000
const jitterShare = 0.25

/** The number of attempts after the first. Defaults to 3. */
function maxRetriesOf(policy: RetryPolicy | undefined): number {
  return policy?.maxRetries ?? 3
}

/**
 * The delay before retry `retry`, counted from 1: `backoffMs × 2^(retry-1)` plus up to a quarter of jitter, at most 30 s.
 * `backoffMs` defaults to 100.
 */
function backoffDelayMs(policy: RetryPolicy | undefined, retry: number, random: () => number): number {
  const baseMs = (policy?.backoffMs ?? 100) * 2 ** (retry - 1)
  return Math.min(longestWaitMs, baseMs * (1 + jitterShare * random()))
}
