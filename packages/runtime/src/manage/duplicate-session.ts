import { exportSession } from '../export/export-session.ts'
import { importSession, type ImportedSession } from '../export/import-session.ts'
import type { SkillFolders } from '../export/skill-files.ts'
import type { SessionStore } from '../store/session-store.ts'

/**
 * Stores a copy of a session with all its branches, under a new id.
 *
 * @param options `name`: the name and title of the copy; by default the title gets "(copy)", and the name a number. `data`: the skills' folders,
 *   whose files for the session are copied, too.
 * @throws {RuntimeError} `unknown_session`, `name_taken`
 */
export async function duplicateSession(
  store: SessionStore,
  sessionId: string,
  { name, data }: { name?: string; data?: SkillFolders } = {},
): Promise<ImportedSession> {
  const document = () => exportSession(store, sessionId, { format: 'json', ...(data && { data }) })
  const copy = await importSession(store, document, { ...(name !== undefined && { name }), ...(data && { data }) })
  if (name !== undefined) return copy
  const title = `${copy.session.title} (copy)`
  return { ...copy, session: await store.renameSession(copy.session.sessionId, { title }) }
}
