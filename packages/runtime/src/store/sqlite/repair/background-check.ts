import { setTimeout as sleep } from 'node:timers/promises'
import { RuntimeError } from '../../../errors.ts'
import type { Connection } from '../connection.ts'
import { checkStories, damageIn } from './find-damage.ts'

/** Start of the check, after the first prompt is shown and after short commands have ended. */
const startAfterMs = 1_000
/** The time after which the check lets the host work, and its share of the host's time. */
const sliceMs = 8
const share = 0.2

/**
 * Checks every stored turn while the file is in use, a few at a time. Returns a description of the damage, if any. Does
 * not keep the process alive.
 */
export async function findDamageInBackground(connection: Connection, signal: AbortSignal): Promise<string | undefined> {
  try {
    await sleep(startAfterMs, undefined, { ref: false, signal })
    for (const steps = checkStories(connection); ;) {
      const startedAt = performance.now()
      while (performance.now() - startedAt < sliceMs) if (steps.next().done) return undefined
      await sleep((performance.now() - startedAt) * (1 / share - 1), undefined, { ref: false, signal })
    }
  } catch (error) {
    // A file that is busy or closed may be intact; the next start checks it again.
    const unknown = signal.aborted || (RuntimeError.isInstance(error) && error.code !== 'store_damaged')
    return unknown ? undefined : damageIn(error)
  }
}
