import { NarratoriaError } from '@narratoria/protocol'

/** The codes of the errors that this package throws. */
export type ExecutorErrorCode = 'invalid_plan' | 'circular_dependency' | 'executor_closed'

/** A plan that must not run: it is not valid, or a tool is outside the allowed folders. */
export class InvalidPlanError extends NarratoriaError<ExecutorErrorCode> {
  static override readonly className: string = 'InvalidPlanError'

  /** Every problem, each as a sentence that names the tool or field. */
  readonly issues: string[]

  constructor(issues: string[], code: ExecutorErrorCode = 'invalid_plan') {
    super(code, `The plan cannot run: ${issues.join('; ')}`)
    this.issues = issues
  }
}

/** A plan whose only problem is circular dependencies. */
export class CircularDependencyError extends InvalidPlanError {
  static override readonly className: string = 'CircularDependencyError'

  /** The toolIds of the first cycle. Each depends on the next; the last equals the first. */
  readonly cycle: string[]

  constructor(cycle: string[], issues: string[]) {
    super(issues, 'circular_dependency')
    this.cycle = cycle
  }
}

/** An executor was used after `close`. */
export class ExecutorClosedError extends NarratoriaError<ExecutorErrorCode> {
  static override readonly className: string = 'ExecutorClosedError'

  constructor() {
    super('executor_closed', 'This executor is closed and accepts no more plans; create a new one.')
  }
}
