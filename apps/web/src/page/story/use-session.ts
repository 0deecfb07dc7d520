import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { SessionConnection, type SessionModel } from './session-connection.ts'
import { TurnPages } from './turn-pages.ts'

export interface OpenSession {
  id: string
  model: SessionModel
  pages: TurnPages
  dismissInterrupted: () => void
  /** Tries to reach the server again at once. */
  reconnect: () => void
}

/** Opens a session and follows it while the component is mounted. */
export function useSession(id: string): OpenSession {
  const [connection] = useState(() => new SessionConnection(id))
  const [pages] = useState(() => new TurnPages((offset, limit) => api.listTurns(id, offset, limit)))
  useEffect(() => {
    connection.open()
    return () => {
      connection.close()
      pages.close()
    }
  }, [connection, pages])
  const model = useSyncExternalStore(connection.subscribe, () => connection.model)
  const head = model.session?.head
  const total = model.session?.lineLength ?? 0
  const revision = model.session?.revision ?? 0
  useEffect(() => {
    if (head !== undefined) void pages.follow(head, total, revision)
  }, [pages, head, total, revision])
  return useMemo(
    () => ({
      id,
      model,
      pages,
      dismissInterrupted: () => connection.dismissInterrupted(),
      reconnect: () => connection.reconnect(),
    }),
    [id, model, pages, connection],
  )
}
