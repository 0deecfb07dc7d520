/** What a tool returns: the text that hosts show, and the same as data. */
export interface Answer {
  text: string
  data: Record<string, unknown>
  isError?: boolean
}
