import { existsSync } from 'node:fs'
import { openSqliteSessionStore } from '@narratoria/runtime'
import { replayTurn } from '@narratoria/runtime/history'
import type { ReportedTurn } from './player.ts'

/** What a store has. */
export interface Verified {
  turns: number
  /** Every way in which it is not whole. */
  faults: string[]
}

/** Reads a whole store that no host has open: every reported turn must be there, as it was reported, and every turn replays to its state. */
export async function verifyStore(path: string, reported: ReadonlyMap<string, ReportedTurn>): Promise<Verified> {
  const store = await openSqliteSessionStore(path)
  const faults = store.notices.map(({ code, message }) => `${code}: ${message}`)
  const found = new Set<string>()
  for (const { sessionId, turns: count } of await store.listSessions()) {
    const states = new Map<string | null, Awaited<ReturnType<typeof store.stateAt>>>([
      [null, await store.stateAt(sessionId, null)],
    ])
    let counted = 0
    for await (const turn of store.readTurns(sessionId)) {
      const { turnId, parentId, seq } = turn
      counted += 1
      found.add(turnId)
      const before = states.get(parentId)
      if (!before) faults.push(`turn ${seq} of ${sessionId} has no parent`)
      else if (!replayTurn(turn, before).faithful) faults.push(`turn ${seq} of ${sessionId} replays to another state`)
      states.set(turnId, turn.state)
      const expected = reported.get(turnId)
      if (expected && (expected.prompt !== turn.prompt || expected.narrative !== turn.narrative))
        faults.push(`turn ${seq} of ${sessionId} is not the one that was reported`)
      for (const { path: file } of turn.assets)
        if (!existsSync(file)) faults.push(`a file of turn ${seq} of ${sessionId} is missing: ${file}`)
    }
    if (counted !== count) faults.push(`${sessionId} has ${counted} turns, not ${count}`)
  }
  for (const { turnId, prompt } of reported.values())
    if (!found.has(turnId)) faults.push(`the turn "${prompt}" is lost`)
  await store.close()
  return { turns: found.size, faults }
}
