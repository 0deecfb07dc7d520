import type { ReactNode } from 'react'
import { curled } from '../language/curled.ts'

/** A part of a story with words of it marked: pairs of start and end offsets, ascending. */
export function markWords(excerpt: string, marks: readonly [number, number][]): ReactNode[] {
  const text = curled(excerpt)
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of marks) {
    if (start < at) continue
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return [...parts, text.slice(at)]
}
