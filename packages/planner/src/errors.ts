import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a planner made no plan: it failed, exceeded its time limit, or was cancelled. */
export type PlannerErrorCode = 'planner_failed' | 'planner_timeout' | 'planner_cancelled'

/** A planner made no plan. The narrator then asks its fallback planner. */
export class PlannerError extends NarratoriaError<PlannerErrorCode> {
  static override readonly className: string = 'PlannerError'
}
