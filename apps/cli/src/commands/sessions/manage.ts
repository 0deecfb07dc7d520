import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { duplicateSession } from '@narratoria/runtime/manage'
import { UsageError } from '../../exit-codes.ts'
import { findSession, openStore, storePath } from '../../host/open-store.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { print, printJson, notify } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { RenameOptions, TagOptions, DuplicateOptions, BackupOptions } from './command.ts'
import { withStore, withHost } from './open.ts'

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

export function duplicateStory({ story, name, json }: DuplicateOptions, io: Io): Promise<void> {
  return withHost(io, async ({ store, skills }) => {
    const { sessionId: from } = await findSession(store, story)
    const data = { skills, home: narratoriaHome(io) }
    const { session, leftOut } = await duplicateSession(store, from, { ...(name !== undefined && { name }), data })
    for (const sentence of leftOut) notify(io, sentence)
    const { sessionId, title, turns } = session
    if (json) printJson(io, { sessionId, title, turns })
    else print(io, `${sessionId}  ${title}`)
  })
}

/** `narratoria sessions backup`: copies all stories and their files to a new file. */
export async function backUpStories({ file, json }: BackupOptions, io: Io): Promise<void> {
  const now = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const path = file === undefined ? `${storePath(io)}.backup-${now}` : resolve(io.cwd, file)
  const store = await openStore(io)
  try {
    await store.backup(path)
    const { length } = await store.listSessions()
    const sizeBytes = statSync(path).size
    if (json) printJson(io, { path, stories: length, sizeBytes })
    else print(io, `${count(length, 'story', 'stories')} copied to ${path} (${(sizeBytes / 1e6).toFixed(1)} MB)`)
  } finally {
    await store.close()
  }
}
