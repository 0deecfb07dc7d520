import type { SessionRecord, SessionStore } from '@narratoria/runtime'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { wordsOf } from '../../story/branch-list.ts'
import { print, printJson } from '../../terminal/print.ts'
import { firstLine, wrap } from '../../terminal/terminal.ts'
import type { ListOptions, ShowOptions } from './command.ts'
import { withStore } from './open.ts'
import { isoTime, shortTime } from './times.ts'

export function listSessions({ json, tag }: ListOptions, io: Io): Promise<void> {
  return withStore(io, async (store) => {
    const sessions = (await store.listSessions()).filter(({ tags }) => tag === undefined || tags.includes(tag))
    if (json) {
      const documents = sessions.map(({ sessionId, title, tags, turns, updatedAt }) => {
        return { sessionId, title, tags, turns, updatedAt: isoTime(updatedAt) }
      })
      return printJson(io, { sessions: documents })
    }
    if (sessions.length === 0)
      print(
        io,
        tag === undefined ? 'There is no story yet; "narratoria play" begins one.' : `No story is tagged "${tag}".`,
      )
    for (const { sessionId, name, title, tags, turns, updatedAt } of sessions) {
      const label = name === null || name === title ? title : `${name}: ${title}`
      const length = `${String(turns).padStart(5)} ${turns === 1 ? 'turn ' : 'turns'}`
      print(
        io,
        `${sessionId}  ${shortTime(updatedAt)}  ${length}  ${firstLine(label, 80)}${tags.length > 0 ? ` [${tags.join(', ')}]` : ''}`,
      )
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
      print(
        io,
        `\n${seq}${label === undefined ? '' : ` [${label}]`} > ${wordsOf({ prompt })}\n\n${wrap(narrative, 80)}`,
      )
  })
}

async function toDocument(store: SessionStore, { sessionId, head }: SessionRecord) {
  const turns = []
  for await (const { turnId, parentId, prompt, narrative, createdAt, texts } of store.readTurns(sessionId)) {
    const edited = texts && { texts: texts.map((each) => ({ ...each, createdAt: isoTime(each.createdAt) })) }
    turns.push({ turnId, parentId, prompt, narrative, createdAt: isoTime(createdAt), ...edited })
  }
  return { sessionId, head, turns }
}
