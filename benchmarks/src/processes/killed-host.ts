// Opens the sessions of a home, commits a turn to the first one, and kills itself with SIGKILL while the database is open.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openSqliteSessionStore } from '@narratoria/runtime'

const store = await openSqliteSessionStore(join(process.argv[2] ?? '.', 'sessions.db'))
const [session] = await store.listSessions()
if (!session?.head) throw new Error('the home has no session with a turn')
const { sessionId, head } = session
await store.lockSession(sessionId)
const last = await store.readTurn(sessionId, head)
const seq = await store.beginTurn(sessionId, { prompt: 'I go on', startedAt: Date.now() })
await store.commitTurn({ ...last, turnId: randomUUID(), seq, parentId: head, createdAt: Date.now() })
process.kill(process.pid, 'SIGKILL')
