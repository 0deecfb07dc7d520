/** One thing that is wrong with an input. */
export interface InputIssue {
  /** Where: a JSON Pointer, empty for the input itself. */
  path: string
  message: string
}
