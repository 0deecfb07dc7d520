/** What the measuring of a topic came to. */
export interface TopicCounts {
  /** Cases that were run. */
  measured: number
  /** Bars that were missed. */
  missed: number
}
