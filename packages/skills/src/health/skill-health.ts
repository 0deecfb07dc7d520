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
 * Skipped, cancelled and reused results and refused inputs say nothing about health. A new process starts with healthy skills.
 */
export class SkillHealth {
  readonly #now: () => number
  #state: SkillErrorState = 'healthy'
  #strikes = 0
  #protocolStrikes = 0
  #successes = 0
  #pauseMs = 0
  #pausedUntil = 0

  /** `now` tells the time in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The state at this moment. */
  get state(): SkillErrorState {
    return this.#state === 'temporaryFailure' && this.#now() >= this.#pausedUntil ? 'degraded' : this.#state
  }

  /** Takes a result into account. */
  report(outcome: SkillOutcome): void {
    if (this.#state === 'permanentFailure' || outcome.reused) return
    if (faultlessCodes.has(outcome.errorCode ?? '')) return
    if (outcome.state === 'completed') this.#succeed((outcome.retryCount ?? 0) === 0)
    else if (outcome.state !== 'skipped') this.#fail(outcome.errorCode ?? '')
  }

  #succeed(atOnce: boolean): void {
    this.#strikes = this.#protocolStrikes = this.#pauseMs = 0
    this.#successes = atOnce ? this.#successes + 1 : 0
    if (this.#state === 'healthy' && atOnce) return
    this.#state = this.#successes >= successesToHeal ? 'healthy' : 'degraded'
  }

  #fail(errorCode: string): void {
    this.#successes = 0
    this.#strikes += 1
    this.#protocolStrikes = protocolCodes.has(errorCode) ? this.#protocolStrikes + 1 : 0
    if (brokenCodes.has(errorCode) || this.#protocolStrikes >= strikesToFail) this.#state = 'permanentFailure'
    else if (this.#strikes >= strikesToFail) this.#pause()
    else this.#state = 'degraded'
  }

  #pause(): void {
    this.#state = 'temporaryFailure'
    this.#pauseMs = Math.min(this.#pauseMs === 0 ? firstPauseMs : this.#pauseMs * 2, longestPauseMs)
    this.#pausedUntil = this.#now() + this.#pauseMs
  }
}
