// Opens the stories of a home, plays one turn of the last one, and dies of SIGKILL with the file open.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openSqliteSessionStore } from '@narratoria/runtime'

const store = await openSqliteSessionStore(join(process.argv[2] ?? '.', 'sessions.db'))
const [session] = await store.listSessions()
if (!session?.head) throw new Error('there is no story to play on')
const { sessionId, head } = session
await store.lockSession(sessionId)
const last = await store.readTurn(sessionId, head)
const seq = await store.beginTurn(sessionId, { prompt: 'I go on', startedAt: Date.now() })
await store.commitTurn({ ...last, turnId: randomUUID(), seq, parentId: head, createdAt: Date.now() })
process.kill(process.pid, 'SIGKILL')
