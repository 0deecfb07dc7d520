/** The result of one check. */
export interface Check {
  name: string
  status: 'ok' | 'missing' | 'mended' | 'broken'
  message: string
  /** What to do. */
  hint?: string
}
