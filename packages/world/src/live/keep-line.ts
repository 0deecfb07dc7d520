import type { WorldState } from '../model/state.ts'

/** Lines that are kept of each person. */
const maxLines = 8

/** Keeps a line that the player heard from a person, and removes the oldest beyond the limit. */
export function keepLine(state: WorldState, person: string, said: { turn: number; line: string }): void {
  const lines = ((state.said ??= {})[person] ??= {})
  const numbers = Object.keys(lines).map(Number)
  const same = numbers.find((number) => lines[number]!.line === said.line)
  if (same !== undefined) delete lines[same]
  lines[Math.max(0, ...numbers) + 1] = said
  const [oldest] = Object.keys(lines)
  if (Object.keys(lines).length > maxLines) delete lines[oldest!]
}
