import type { ReactNode } from 'react'

/** A text with parts of it marked: pairs of start and end offsets, ascending. */
export function markWords(text: string, marks: readonly [number, number][]): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of marks) {
    if (start < at) continue
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return [...parts, text.slice(at)]
}
