/** The counts that a topic's process reports. */
export interface TopicCounts {
  /** The number of cases that ran. */
  measured: number
  /** The number of contenders that missed their bar. */
  missed: number
}
