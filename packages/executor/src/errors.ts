import { NarratoriaError } from '@narratoria/protocol'

/** The codes of the errors that this package throws; everything expected is part of a result instead. */
export type ExecutorErrorCode = 'invalid_plan' | 'circular_dependency' | 'executor_closed'

/** A plan that may not run (FR-012): not valid, or a tool outside the allowed folders. */
export class InvalidPlanError extends NarratoriaError<ExecutorErrorCode> {
  static override readonly className: string = 'InvalidPlanError'

  /** Every reason, each a sentence that names the tool or field. */
  readonly issues: string[]

  constructor(issues: string[], code: ExecutorErrorCode = 'invalid_plan') {
    super(code, `The plan cannot run: ${issues.join('; ')}`)
    this.issues = issues
  }
}

/** A plan whose only fault is that tools depend on each other in a circle (001 §13.4.1). */
export class CircularDependencyError extends InvalidPlanError {
  static override readonly className: string = 'CircularDependencyError'

  /** The first circle as toolIds, each depending on the next; the first one stands at the end again. */
  readonly cycle: string[]

  constructor(cycle: string[], issues: string[]) {
    super(issues, 'circular_dependency')
    this.cycle = cycle
  }
}

/** Something was asked of an executor after `shutdown` or `close`. */
export class ExecutorClosedError extends NarratoriaError<ExecutorErrorCode> {
  static override readonly className: string = 'ExecutorClosedError'

  constructor() {
    super('executor_closed', 'This executor was shut down and takes no more plans; make a new one.')
  }
}
