/** A problem of a skill's settings, in words for the user. */
export interface ConfigIssue {
  /** The name of the setting; empty for the settings as a whole. */
  field: string
  message: string
}
