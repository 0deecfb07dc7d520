import type { SessionRecord, SessionStore } from '@narratoria/runtime'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { firstLine, wrap } from '../../terminal/terminal.ts'
import type { ListOptions, ShowOptions } from '../sessions.ts'
import { withStore } from './open.ts'

/** `narratoria sessions list`. */
export function listSessions({ json }: ListOptions, io: Io): Promise<void> {
  return withStore(io, async (store) => {
    const sessions = await store.listSessions()
    if (json) {
      const documents = sessions.map(({ sessionId, title, turns, updatedAt }) => {
        return { sessionId, title, turns, updatedAt: isoTime(updatedAt) }
      })
      return printJson(io, { sessions: documents })
    }
    if (sessions.length === 0) print(io, 'There is no story yet; "narratoria play" begins one.')
    for (const { sessionId, name, title, turns, updatedAt } of sessions) {
      const label = name === null || name === title ? title : `${name}: ${title}`
      const length = `${String(turns).padStart(5)} ${turns === 1 ? 'turn ' : 'turns'}`
      print(io, `${sessionId}  ${shortTime(updatedAt)}  ${length}  ${firstLine(label, 80)}`)
    }
  })
}

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

/** A stored time as ISO text. `null` if it is not a valid date, which an imported file may contain. */
function isoTime(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return Number.isNaN(date.valueOf()) ? null : date.toISOString()
}

/** A stored time for lists, 16 characters long. */
function shortTime(milliseconds: number): string {
  return (isoTime(milliseconds) ?? 'no date').slice(0, 16).replace('T', ' ').padEnd(16)
}
