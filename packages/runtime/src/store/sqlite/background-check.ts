import { setTimeout as sleep } from 'node:timers/promises'
import { RuntimeError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import { checkTurnAfter, damageIn } from './integrity.ts'

/** When it begins: the first prompt is out by then, and a command that only asks something has ended. */
const startAfterMs = 1_000
/** The longest that the host is held at a time, and the share of its time that this takes. */
const sliceMs = 8
const share = 0.2

/**
 * Looks through every stored turn while the file is in use, a few at a time, and answers with what is damaged. So a
 * file opens in the same time however long it is, and is checked wholly all the same. Keeps no process alive.
 */
export async function findDamageInBackground(connection: Connection, signal: AbortSignal): Promise<string | undefined> {
  try {
    await sleep(startAfterMs, undefined, { ref: false, signal })
    for (let row: number | undefined = 0; ;) {
      const startedAt = performance.now()
      while (performance.now() - startedAt < sliceMs) {
        row = checkTurnAfter(connection, row)
        if (row === undefined) return undefined
      }
      await sleep((performance.now() - startedAt) * (1 / share - 1), undefined, { ref: false, signal })
    }
  } catch (error) {
    // A file that another program is busy with may be sound: the next start looks again.
    const unknown = signal.aborted || (RuntimeError.isInstance(error) && error.code !== 'store_damaged')
    return unknown ? undefined : damageIn(error)
  }
}
