/** One thing that is wrong with a skill's settings, told so that a person can mend it (FR-044). */
export interface ConfigIssue {
  /** The setting; empty for the settings as a whole. */
  field: string
  message: string
}
