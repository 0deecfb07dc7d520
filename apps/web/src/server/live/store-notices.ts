import type { SessionStore } from '@narratoria/runtime'
import type { StoreNotice } from '@narratoria/runtime/store'
import type { StoreNoticeView } from '../../api/resources.ts'

const words: Record<StoreNotice['code'], string> = {
  damaged_file_set_aside:
    'The file of the stories was damaged. It was kept under another name, and its readable turns were recovered; the output of the server names the files.',
  damage_found:
    'The file of the stories is damaged, so nothing more is written to it. Restart the server: it keeps the damaged file and recovers what can be read.',
  changes_lost:
    'The last changes of the file of the stories are missing: it is an older copy, or its log was cut off. What it contains is intact.',
  migrated: 'The file of the stories was converted for this version; a copy of the old file was kept.',
  read_only: 'The file of the stories is read-only, so turns are not stored.',
}

/** The notices of the store for the player, without file paths. */
export async function storeNotices({ notices, checked }: SessionStore): Promise<StoreNoticeView[]> {
  // A check that has not finished has found nothing so far.
  const found = await Promise.race([checked, Promise.resolve(undefined)])
  return [...notices, ...(found ? [found] : [])].map(({ code }) => ({ code, message: words[code] }))
}
