import { type ReplayedTurn, replayTurn } from '@narratoria/runtime/history'
import type { SessionStore, StoredTurn } from '@narratoria/runtime'
import { UsageError, exitCodes } from '../../exit-codes.ts'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { count, wrap } from '../../terminal/terminal.ts'
import type { ReplayOptions } from './command.ts'
import { withStore } from './open.ts'

/** `narratoria sessions replay`: rebuilds stored turns from their records, and compares them with what was stored. */
export function replaySession({ story, turn, line, json }: ReplayOptions, io: Io): Promise<number> {
  return withStore(io, async (store) => {
    const { sessionId, head } = await findSession(store, story)
    const only = turn === undefined ? undefined : await store.findTurn(sessionId, turn)
    if (turn !== undefined && !only) throw new UsageError(`this story has no turn "${turn}"`)
    const end = only?.turnId ?? head
    let state = await store.stateAt(sessionId, null)
    let last: ReplayedTurn | undefined
    const turns = []
    for await (const stored of readTurns(store, sessionId, only ?? (line ? { head } : undefined))) {
      const { turnId, seq, prompt, parentId } = stored
      const before = parentId === last?.turnId ? last.state : await store.stateAt(sessionId, parentId)
      last = replayTurn(stored, before)
      if (turnId === end) state = last.state
      turns.push({ turnId, narrative: last.narrative, faithful: last.faithful })
      if (!json) print(io, `${seq} > ${prompt}\n\n${wrap(last.narrative, 80)}\n`)
    }
    const differing = turns.filter(({ faithful }) => !faithful).length
    if (json) printJson(io, { sessionId, faithful: differing === 0, state, turns })
    else print(io, summarize(turns.length, differing))
    return differing === 0 ? exitCodes.success : exitCodes.failure
  })
}

/** All turns of all branches, or one turn, or those from the beginning to a turn. */
async function* readTurns(
  store: SessionStore,
  sessionId: string,
  some?: { turnId: string } | { head: string | null },
): AsyncIterable<StoredTurn> {
  if (!some) yield* store.readTurns(sessionId)
  else if ('turnId' in some) yield store.readTurn(sessionId, some.turnId)
  else for await (const { turnId } of store.readLine(sessionId, some.head)) yield store.readTurn(sessionId, turnId)
}

function summarize(total: number, differing: number): string {
  if (total === 0) return 'There are no turns to replay.'
  if (differing > 0) return `The records of ${differing} of ${count(total, 'turn')} differ from what was stored.`
  return `${count(total, 'turn')} replayed, identical to what was stored.`
}
