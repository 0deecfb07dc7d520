import { problem, type Problem, type ProblemCode, type WarningCode } from './problem.ts'

const mostListed = 100

/** What is told of one problem besides its code. */
export interface Told {
  message: string
  line?: number
  excerpt?: string
}

/** The first hundred problems in full, and a count of the others: a tool may write millions of bad lines. */
export class ProblemList<Code extends ProblemCode | WarningCode> {
  readonly listed: Problem<Code>[] = []
  unlisted = 0

  get full(): boolean {
    return this.listed.length === mostListed
  }

  /** Adds a problem; what there is to tell of it is put into words only where it is listed. */
  tell(code: Code, describe: () => Told): void {
    if (this.full) {
      this.unlisted += 1
      return
    }
    const { message, ...where } = describe()
    this.listed.push(problem(code, message, where))
  }
}
