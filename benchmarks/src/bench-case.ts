/** One way to do a piece of work. */
export interface Contender {
  name: string
  /** Of the package that does the work. */
  version?: string
  /** The highest ratio to the reference that is good enough; lower is better. */
  bar?: number
  /** Once, before the first round; not measured. */
  prepare?: () => unknown
  /** Before each measured run; not measured. */
  beforeEach?: () => unknown
  /** True for what only a thorough run, or a word that names its case, looks at. */
  slow?: boolean
  /** The work. A number that it answers with is the measurement, in place of the time it took. */
  run: () => unknown
  /** Once, after the last round. */
  close?: () => unknown
}

/** Work that is done in several ways, side by side. */
export interface BenchCase {
  name: string
  /** What the ratios are to. */
  reference: Contender
  contenders: Contender[]
  /** How often each does the work at most; 9. */
  rounds?: number
  /** True for what takes a minute or more however few its rounds are: left to a thorough run as well. */
  slow?: boolean
  /** True when a round that does not count would spoil the measurement. */
  cold?: boolean
  unit?: 'ms' | 'MB' | 'tokens' | '%'
  /** What the figures do and do not say, printed below them. */
  note?: string
}
