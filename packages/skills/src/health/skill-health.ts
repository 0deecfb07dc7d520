import type { ToolResult } from '@narratoria/protocol'
import type { SkillErrorState } from '../skill.ts'

/** The parts of a script's result that affect the health of its skill. */
export type SkillOutcome = Pick<ToolResult, 'state'> &
  Partial<Pick<ToolResult, 'retryCount' | 'errorCode' | 'reused' | 'refused'>>

/** Consecutive failures until a skill is paused. */
const strikesToFail = 3
/** Consecutive successes until a degraded skill is healthy. */
const successesToHeal = 3
/** The first pause of a failed skill. Each further one is twice as long, up to the longest. */
const firstPauseMs = 30_000
const longestPauseMs = 15 * 60_000

/** Failures that the skill did not cause. */
const faultlessCodes = new Set(['cancelled', 'invalid_input'])
/** Failures that only a change of the file can fix. */
const brokenCodes = new Set(['tool_not_found', 'tool_not_executable', 'interpreter_not_found'])
/** Breaches of the protocol: three in a row are permanent. */
const protocolCodes = new Set([
  'invalid_json',
  'not_an_object',
  'unsupported_version',
  'unknown_event_type',
  'invalid_event',
  'invalid_utf8',
  'line_too_long',
])

/** The state that is derived from a skill's results. */
export interface HealthRecord {
  state: SkillErrorState
  /** Consecutive failures. */
  strikes: number
  protocolStrikes: number
  /** Consecutive results that completed without a retry. */
  successes: number
  pauseMs: number
  /** Unix time in milliseconds. */
  pausedUntil: number
}

const counters = ['strikes', 'protocolStrikes', 'successes', 'pauseMs', 'pausedUntil'] as const
const states = ['healthy', 'degraded', 'temporaryFailure', 'permanentFailure']

/** Whether a value that was read from a file is a record. */
export function isHealthRecord(value: unknown): value is HealthRecord {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
  return states.some((state) => state === record.state) && counters.every((name) => Number.isFinite(record[name]))
}

/**
 * The health of one skill, from the results of its scripts:
 *
 * | result | state | recovers |
 * |---|---|---|
 * | completed without a retry | stays `healthy`; `temporaryFailure` becomes `degraded` | |
 * | completed after retries | `degraded` | 3 consecutive successes without a retry |
 * | failed or timed out, once or twice in a row | `degraded` | 3 consecutive successes without a retry |
 * | failed or timed out, 3 times in a row | `temporaryFailure` | `degraded` after 30 s, doubled with each further failure, 15 min at most |
 * | its file is missing or cannot be started | `permanentFailure` | when its folder changes, or it is enabled again |
 * | broke the protocol 3 times in a row | `permanentFailure` | the same |
 *
 * Skipped, cancelled and reused results, refusals and refused inputs do not affect health.
 */
export class SkillHealth {
  /** The present record; do not modify it. */
  readonly record: HealthRecord
  readonly #now: () => number

  /** `now` returns Unix time in milliseconds. */
  constructor(now: () => number, record?: HealthRecord) {
    this.#now = now
    const fresh = { strikes: 0, protocolStrikes: 0, successes: 0, pauseMs: 0, pausedUntil: 0 }
    this.record = { state: 'healthy', ...fresh, ...record }
  }

  get state(): SkillErrorState {
    const { state, pausedUntil } = this.record
    return state === 'temporaryFailure' && this.#now() >= pausedUntil ? 'degraded' : state
  }

  /** Updates the record from a result. */
  report(outcome: SkillOutcome): void {
    if (this.record.state === 'permanentFailure' || outcome.reused || outcome.refused) return
    if (faultlessCodes.has(outcome.errorCode ?? '')) return
    if (outcome.state === 'completed') this.#succeed((outcome.retryCount ?? 0) === 0)
    else if (outcome.state !== 'skipped') this.#fail(outcome.errorCode ?? '')
  }

  #succeed(withoutRetry: boolean): void {
    const { record } = this
    if (record.state === 'healthy' && withoutRetry) return
    Object.assign(record, { strikes: 0, protocolStrikes: 0, pauseMs: 0 })
    record.successes = withoutRetry ? record.successes + 1 : 0
    record.state = record.successes >= successesToHeal ? 'healthy' : 'degraded'
  }

  #fail(errorCode: string): void {
    const { record } = this
    record.successes = 0
    record.strikes += 1
    record.protocolStrikes = protocolCodes.has(errorCode) ? record.protocolStrikes + 1 : 0
    if (brokenCodes.has(errorCode) || record.protocolStrikes >= strikesToFail) record.state = 'permanentFailure'
    else if (record.strikes >= strikesToFail) this.#pause()
    else record.state = 'degraded'
  }

  #pause(): void {
    const { record } = this
    record.state = 'temporaryFailure'
    record.pauseMs = Math.min(record.pauseMs === 0 ? firstPauseMs : record.pauseMs * 2, longestPauseMs)
    record.pausedUntil = this.#now() + record.pauseMs
  }
}
