import { problem, type Problem, type ProblemCode, type WarningCode } from './problem.ts'

const mostListed = 100

export interface Details {
  message: string
  line?: number
  excerpt?: string
}

/** The first 100 problems, and the number of further ones: a tool may write millions of bad lines. */
export class ProblemList<Code extends ProblemCode | WarningCode> {
  readonly listed: Problem<Code>[] = []
  unlisted = 0

  get full(): boolean {
    return this.listed.length === mostListed
  }

  /** Adds a problem. `describe` is called only if the problem is listed. */
  add(code: Code, describe: () => Details): void {
    if (this.full) {
      this.unlisted += 1
      return
    }
    const { message, ...where } = describe()
    this.listed.push(problem(code, message, where))
  }
}
