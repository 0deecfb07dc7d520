import type { TurnRecap } from './session-store.ts'

type Recap = NonNullable<TurnRecap['recap']>

/** Replaces the line about a turn in a recap. Returns `undefined` if the recap does not have the line. */
export function replaceNote(recap: Recap, from: string, to: string): Recap | undefined {
  const isNote = recap.note === from
  const hasLine = recap.summary?.includes(from) ?? false
  if (from === to || (!isNote && !hasLine)) return undefined
  return {
    note: isNote ? to : recap.note,
    ...(recap.summary && { summary: recap.summary.map((line) => (line === from ? to : line)) }),
  }
}
