import { removeSkillFiles, type SkillFolders } from '../export/skill-files.ts'
import type { SessionStore } from '../store/session-store.ts'

/** The days after which {@link deleteTrashed} deletes a session of the trash. */
export const trashDays = 30

/**
 * Deletes the sessions that have been in the trash for 30 days, and what skills stored for them. Nothing of them is left.
 *
 * @param options `all`: also those that were put there later. `data`: the skills' folders; without it, their files stay.
 * @returns the ids of the sessions that were deleted
 */
export async function deleteTrashed(
  store: SessionStore,
  { all = false, data }: { all?: boolean; data?: SkillFolders } = {},
): Promise<string[]> {
  const deleted = await store.emptyTrash(all ? {} : { before: Date.now() - trashDays * 86_400_000 })
  if (data) for (const sessionId of deleted) await removeSkillFiles(data, sessionId)
  return deleted
}
