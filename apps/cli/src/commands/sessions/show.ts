import type { SessionRecord, SessionStore } from '@narratoria/runtime'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { wrap } from '../../terminal/terminal.ts'
import type { ShowOptions } from '../sessions.ts'
import { withStore } from './open.ts'
import { isoTime } from './times.ts'

/** `narratoria sessions show`: the current branch as text, or every turn as JSON. */
export function showSession({ story, json }: ShowOptions, io: Io): Promise<void> {
  return withStore(io, async (store) => {
    const session = await findSession(store, story)
    if (json) return printJson(io, await toDocument(store, session))
    print(io, `${session.title}\n`)
    if (session.opening !== '') print(io, wrap(session.opening, 80))
    for await (const { seq, prompt, narrative, label } of store.readLine(session.sessionId, session.head))
      print(io, `\n${seq}${label === undefined ? '' : ` [${label}]`} > ${prompt}\n\n${wrap(narrative, 80)}`)
  })
}

async function toDocument(store: SessionStore, { sessionId, head }: SessionRecord) {
  const turns = []
  for await (const { turnId, parentId, prompt, narrative, createdAt } of store.readTurns(sessionId))
    turns.push({ turnId, parentId, prompt, narrative, createdAt: isoTime(createdAt) })
  return { sessionId, head, turns }
}
