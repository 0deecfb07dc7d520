export interface InputIssue {
  /** JSON Pointer; empty for the input itself. */
  path: string
  message: string
}
