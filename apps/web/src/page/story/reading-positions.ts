import type { VirtualItem } from '@tanstack/react-virtual'

/** Where a story was read when its screen was left. */
export interface ReadingPosition {
  offset: number
  /** The measured turns, so that the offset means the same place again. */
  measurements: VirtualItem[]
}

/** The positions of stories that were left above their end, by session id, for as long as the page is open. */
export const readingPositions = new Map<string, ReadingPosition>()
