import type { ToolResult } from '@narratoria/protocol'
import type { SkillErrorState } from '../skill.ts'

/** What a run of one of a skill's scripts came to, as far as health is concerned. */
export type SkillOutcome = Pick<ToolResult, 'state'> & Partial<Pick<ToolResult, 'retryCount' | 'errorCode' | 'reused'>>

/** Failures in a row that take a skill out of use for a while. */
const strikesToFail = 3
/** Successes in a row that make a degraded skill healthy again. */
const successesToHeal = 3
/** The first pause of a failed skill; each further one is twice as long, up to the longest. */
const firstPauseMs = 30_000
const longestPauseMs = 15 * 60_000

/** What is no fault of the skill: the user's wish, a plan's wrong input. */
const faultlessCodes = new Set(['cancelled', 'invalid_input'])
/** What no new try mends: the file must change. */
const brokenCodes = new Set(['tool_not_found', 'tool_not_executable', 'interpreter_not_found'])
/** A tool that breaks the protocol does so again; thrice in a row is enough. */
const protocolCodes = new Set([
  'invalid_json',
  'not_an_object',
  'unsupported_version',
  'unknown_event_type',
  'invalid_event',
  'invalid_utf8',
  'line_too_long',
])

/** What is remembered of a skill's results. */
export interface HealthRecord {
  state: SkillErrorState
  /** Failures in a row. */
  strikes: number
  protocolStrikes: number
  /** Results in a row that completed at once. */
  successes: number
  pauseMs: number
  /** Unix time in milliseconds. */
  pausedUntil: number
}

const counters = ['strikes', 'protocolStrikes', 'successes', 'pauseMs', 'pausedUntil'] as const
const states = ['healthy', 'degraded', 'temporaryFailure', 'permanentFailure']

/** Tells a record that was read from a file from anything else. */
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
 * | completed at once | stays `healthy`; `temporaryFailure` becomes `degraded` | |
 * | completed after retries | `degraded` | 3 successes at once in a row |
 * | failed or timed out, once or twice in a row | `degraded` | 3 successes at once in a row |
 * | failed or timed out, 3 times in a row | `temporaryFailure` | `degraded` after 30 s, doubled with each further failure, 15 min at most |
 * | its file is missing or cannot be started | `permanentFailure` | when its folder changes, or it is enabled again |
 * | broke the protocol 3 times in a row | `permanentFailure` | the same |
 *
 * Skipped, cancelled and reused results and refused inputs say nothing about health.
 */
export class SkillHealth {
  /** What is remembered; read it, don't change it. */
  readonly record: HealthRecord
  readonly #now: () => number

  /** `now` tells the time in milliseconds. */
  constructor(now: () => number, record?: HealthRecord) {
    this.#now = now
    const fresh = { strikes: 0, protocolStrikes: 0, successes: 0, pauseMs: 0, pausedUntil: 0 }
    this.record = { state: 'healthy', ...fresh, ...record }
  }

  /** The state at this moment. */
  get state(): SkillErrorState {
    const { state, pausedUntil } = this.record
    return state === 'temporaryFailure' && this.#now() >= pausedUntil ? 'degraded' : state
  }

  /** Takes a result into account. */
  report(outcome: SkillOutcome): void {
    if (this.record.state === 'permanentFailure' || outcome.reused) return
    if (faultlessCodes.has(outcome.errorCode ?? '')) return
    if (outcome.state === 'completed') this.#succeed((outcome.retryCount ?? 0) === 0)
    else if (outcome.state !== 'skipped') this.#fail(outcome.errorCode ?? '')
  }

  #succeed(atOnce: boolean): void {
    const { record } = this
    if (record.state === 'healthy' && atOnce) return
    Object.assign(record, { strikes: 0, protocolStrikes: 0, pauseMs: 0 })
    record.successes = atOnce ? record.successes + 1 : 0
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
