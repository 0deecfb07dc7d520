import { UsageError } from '../../exit-codes.ts'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { RenameOptions } from '../sessions.ts'
import { withStore } from './open.ts'

/** `narratoria sessions rename`. */
export function renameStory({ story, name, json }: RenameOptions, io: Io): Promise<void> {
  const given = name.trim()
  if (given === '') throw new UsageError('the name of a story must not be blank')
  return withStore(io, async (store) => {
    const { sessionId, title: before } = await findSession(store, story)
    const { title } = await store.renameSession(sessionId, { name: given, title: given })
    if (json) printJson(io, { sessionId, title })
    else print(io, `"${before}" is called "${title}" now.`)
  })
}
