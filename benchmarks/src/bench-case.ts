/** One way to do a piece of work. */
export interface Contender {
  name: string
  /** The version of the package that does the work. */
  version?: string
  /** The highest acceptable ratio to the reference; lower is better. */
  bar?: number
  /** Called once before the first round. Not measured. */
  prepare?: () => unknown
  /** Called before each run. Not measured. */
  beforeEach?: () => unknown
  /** Whether it runs only with `--thorough`, or if a word on the command line names its case. */
  slow?: boolean
  /** Does the work. A number that it returns is the measurement, instead of the elapsed time. */
  run: () => unknown
  /** Called once after the last round. */
  close?: () => unknown
}

/** One piece of work, done in several ways that are compared. */
export interface BenchCase {
  name: string
  /** The contender that the others are compared with. */
  reference: Contender
  contenders: Contender[]
  /** The maximum number of rounds. Defaults to 9. */
  rounds?: number
  /** Whether three rounds take a minute or more, so that it runs only with `--thorough` or by name. */
  slow?: boolean
  /** Whether there is no warm-up round. */
  cold?: boolean
  unit?: 'ms' | 'MB' | 'tokens' | '%'
  /** A remark printed below the table. */
  note?: string
}
