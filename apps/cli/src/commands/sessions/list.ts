import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { firstLine } from '../../terminal/terminal.ts'
import type { ListOptions } from '../sessions.ts'
import { withStore } from './open.ts'
import { isoTime, shortTime } from './times.ts'

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
