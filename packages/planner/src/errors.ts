import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a planner could not answer with a plan. */
export type PlannerErrorCode = 'planner_failed' | 'planner_timeout' | 'planner_cancelled'

/** A planner could not answer; the narrator asks its fallback (FR-005). */
export class PlannerError extends NarratoriaError<PlannerErrorCode> {
  static override readonly className: string = 'PlannerError'
}
