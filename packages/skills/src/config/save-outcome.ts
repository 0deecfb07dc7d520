import type { ConfigIssue } from './config-issue.ts'

/** The outcome of saving settings. If `saved` is false, nothing was saved and `issues` lists the problems. */
export interface SaveOutcome {
  saved: boolean
  issues: ConfigIssue[]
}
