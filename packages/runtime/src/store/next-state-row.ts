import type { JsonObject } from '@narratoria/protocol'
import { compressText } from './sqlite/compress.ts'
import type { StateChange } from './state-change.ts'

/** The most patches after a small whole state. */
const minSteps = 100
/** Reading a patch takes about as long as reading so many characters of a whole state. */
const charactersPerStep = 2_000
/** Total size of patches, in characters, below which no whole state is stored. */
const minSnapshotLength = 4_096

/** How the state after a turn is stored. */
export interface NextStateRow {
  /** Patches since the last whole state. */
  steps: number
  /** The characters of those patches. */
  bytes: number
  patch: string | null
  /** The whole state, compressed. */
  snapshot: Uint8Array | null
}

/**
 * Decides if a state is stored as a patch or as a whole. What the patches cost in space and in time to read is at most what the whole state
 * costs.
 *
 * @param last of the turn before; undefined for the initial state
 * @param wholeLength the characters of the last whole state
 * @returns the row, and the characters of the last whole state from then on
 */
export function nextStateRow(
  { change, state }: { change: StateChange; state: JsonObject },
  last: { steps: number; bytes: number } | undefined,
  wholeLength: number,
): { row: NextStateRow; wholeLength: number } {
  const patch = 'patch' in change ? JSON.stringify(change.patch) : null
  const steps = (last?.steps ?? 0) + 1
  const bytes = (last?.bytes ?? 0) + (patch?.length ?? 0)
  const isWhole =
    patch === null ||
    steps > Math.max(minSteps, wholeLength / charactersPerStep) ||
    bytes > Math.max(minSnapshotLength, wholeLength)
  if (!isWhole) return { row: { steps, bytes, patch, snapshot: null }, wholeLength }
  const whole = JSON.stringify(state)
  return { row: { steps: 0, bytes: 0, patch, snapshot: compressText(whole) }, wholeLength: whole.length }
}
