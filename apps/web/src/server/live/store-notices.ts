import type { SessionStore, StoreNotice } from '@narratoria/runtime'
import type { StoreNoticeView } from '../../api/resources.ts'

const words: Record<StoreNotice['code'], string> = {
  damaged_file_set_aside:
    'The file of the stories was damaged. It was kept aside, and what could be read is here; the output of the server names the files.',
  damage_found:
    'The file of the stories is damaged, so nothing is written to it any more. Start the server anew: it keeps the damaged file and recovers what can be read.',
  migrated: 'The file of the stories was brought into the form of this version; a copy of the old one was kept.',
  read_only: 'The stories can be read here, but nothing that is played is stored.',
}

/** What is known of the store by now, for the player: where files lie is for who runs the server. */
export async function storeNotices({ notices, checked }: SessionStore): Promise<StoreNoticeView[]> {
  // A check that is not over yet has found nothing so far.
  const found = await Promise.race([checked, Promise.resolve(undefined)])
  return [...notices, ...(found ? [found] : [])].map(({ code }) => ({ code, message: words[code] }))
}
