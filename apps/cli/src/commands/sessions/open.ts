import type { Narratoria, Session, SessionStore } from '@narratoria/runtime'
import { areConfirmed } from '../../host/confirm-local-skills.ts'
import { defaultHost, openHost } from '../../host/open-host.ts'
import { findSession, openStore } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'

/** Opens the store of sessions, and closes it after `work`. */
export async function withStore<T>(io: Io, work: (store: SessionStore) => Promise<T>): Promise<T> {
  const store = await openStore(io)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Opens a host, and closes it after `work`. */
export async function withHost<T>(io: Io, work: (host: Narratoria) => Promise<T>): Promise<T> {
  const confirm = (folder: string) => areConfirmed(io, folder)
  const host = await openHost(io, defaultHost, { store: await openStore(io), confirm })
  try {
    return await work(host)
  } finally {
    await host.close()
  }
}

/** Opens a session by name or id, and closes its host after `work`. */
export function withSession<T>(
  io: Io,
  idOrName: string | undefined,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return withHost(io, async (host) => {
    const { sessionId } = await findSession(host.store, idOrName)
    return work(await host.openSession(sessionId))
  })
}
