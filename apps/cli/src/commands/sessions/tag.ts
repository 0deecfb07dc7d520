import { UsageError } from '../../exit-codes.ts'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { TagOptions } from '../sessions.ts'
import { withStore } from './open.ts'

/** `narratoria sessions tag`: adds tags to a story, or removes them. */
export function tagStory({ story, tags, remove, json }: TagOptions, io: Io): Promise<void> {
  const given = tags.map((tag) => tag.trim().replaceAll(/\s+/g, ' '))
  if (given.some((tag) => tag === '' || tag.length > 40)) throw new UsageError('a tag has 1 to 40 characters')
  return withStore(io, async (store) => {
    const session = await findSession(store, story)
    const wanted = remove ? session.tags.filter((tag) => !given.includes(tag)) : [...session.tags, ...given]
    const { sessionId, title, tags: now } = await store.tagSession(session.sessionId, wanted)
    if (json) printJson(io, { sessionId, title, tags: now })
    else print(io, `"${title}" ${now.length === 0 ? 'has no tags' : `is tagged ${now.join(', ')}`}.`)
  })
}
