import type { JsonObject } from '@narratoria/protocol'
import { compressText } from './compress.ts'
import type { StateChange } from './state-change.ts'

/** The most patches after a small whole state. */
const minSteps = 100
/** The number of characters of a whole state that take as long to read as one patch. */
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

/** A whole state that is to be stored. */
export interface WholeState {
  /** Compressed; null if it was already written in pieces. */
  snapshot: Uint8Array | null
  /** The number of the whole state that was written in pieces, and how many there are. */
  pieces?: { state: number; count: number }
  /** The characters of its JSON. */
  length: number
}

/**
 * Whether the next row has the whole state. What the patches cost in space and in time to read is at most what the whole state
 * costs.
 *
 * @param patch the JSON of the change; null if it is not a patch
 * @param last of the turn before; undefined for the initial state
 * @param wholeLength the characters of the last whole state
 */
export function needsWhole(
  patch: string | null,
  last: Pick<NextStateRow, 'steps' | 'bytes'> | undefined,
  wholeLength: number,
): boolean {
  if (patch === null) return true
  const { steps, bytes } = stepsAfter(last, patch)
  return steps > Math.max(minSteps, wholeLength / charactersPerStep) || bytes > Math.max(minSnapshotLength, wholeLength)
}

/**
 * Decides if a state is stored as a patch or as a whole.
 *
 * @param turn the change, the state, and if they were prepared: the JSON of the change and the whole state
 * @returns the row, and the characters of the last whole state from then on
 */
export function nextStateRow(
  {
    change,
    patch = 'patch' in change ? JSON.stringify(change.patch) : null,
    state,
    whole,
  }: { change: StateChange; patch?: string | null | undefined; state: JsonObject; whole?: WholeState | undefined },
  last: Pick<NextStateRow, 'steps' | 'bytes'> | undefined,
  wholeLength: number,
): { row: NextStateRow; wholeLength: number } {
  if (!needsWhole(patch, last, wholeLength))
    return { row: { ...stepsAfter(last, patch!), patch, snapshot: null }, wholeLength }
  const { snapshot, length } = whole ?? wholeOf(state)
  // The change is shown to authors. One as long as the state would only be read and checked for nothing.
  const shown = patch !== null && patch.length > Math.max(minSnapshotLength, length / 2) ? null : patch
  return { row: { steps: 0, bytes: 0, patch: shown, snapshot }, wholeLength: length }
}

function stepsAfter(
  last: Pick<NextStateRow, 'steps' | 'bytes'> | undefined,
  patch: string,
): { steps: number; bytes: number } {
  return { steps: (last?.steps ?? 0) + 1, bytes: (last?.bytes ?? 0) + patch.length }
}

function wholeOf(state: JsonObject): WholeState {
  const text = JSON.stringify(state)
  return { snapshot: compressText(text), length: text.length }
}
