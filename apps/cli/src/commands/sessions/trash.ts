import { deleteTrashed, trashDays, trashOf } from '@narratoria/runtime/manage'
import type { TrashedSession } from '@narratoria/runtime/store'
import { UsageError } from '../../exit-codes.ts'
import { findCalled, findSession } from '../../host/open-store.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { DeleteOptions, RestoreOptions } from './command.ts'
import { withHost, withStore } from './open.ts'
import { isoTime } from './times.ts'

/** `narratoria sessions delete`: puts a story into the trash, and deletes what has been there for 30 days. */
export async function deleteStory({ story, json }: DeleteOptions, io: Io): Promise<void> {
  const isOld = await withStore(io, async (store) => {
    const { sessionId } = await findSession(store, story)
    const { title } = await store.trashSession(sessionId)
    if (json) printJson(io, { sessionId, title, days: trashDays })
    else print(io, `"${title}" is in the trash for ${trashDays} days; "narratoria sessions restore" brings it back.`)
    const oldest = (await store.listTrash()).at(-1)
    return oldest !== undefined && oldest.trashedAt < Date.now() - trashDays * 86_400_000
  })
  if (isOld) await emptyTrash(io, { all: false })
}

/** `narratoria sessions restore`: lists the trash, brings a story back, or empties the trash. */
export async function restoreStory({ story, empty, json }: RestoreOptions, io: Io): Promise<void> {
  if (empty && story !== undefined) throw new UsageError('--empty deletes the whole trash; leave the story out')
  if (empty) {
    const deleted = await emptyTrash(io, { all: true })
    if (json) printJson(io, { deleted })
    else print(io, `${count(deleted.length, 'story', 'stories')} deleted.`)
    return
  }
  await withStore(io, async (store) => {
    const trash = await store.listTrash()
    if (story === undefined) return listTrash(io, trash, json)
    const found = await findCalled(await trashOf(store), story, {})
    if (!found)
      throw new UsageError(`there is no story "${story}" in the trash; "narratoria sessions restore" lists it`)
    const { sessionId, title } = await store.restoreSession(found.sessionId)
    if (json) printJson(io, { sessionId, title })
    else print(io, `"${title}" is back.`)
  })
}

function listTrash(io: Io, trash: readonly TrashedSession[], json: true | undefined): void {
  if (json)
    return printJson(io, {
      trash: trash.map(({ sessionId, title, turns, trashedAt }) => {
        return { sessionId, title, turns, trashedAt: isoTime(trashedAt) }
      }),
    })
  if (trash.length === 0) print(io, 'The trash is empty.')
  for (const { sessionId, title, trashedAt } of trash) {
    const days = Math.max(0, trashDays - Math.floor((Date.now() - trashedAt) / 86_400_000))
    print(io, `${sessionId}  ${count(days, 'day').padStart(8)} left  ${title}`)
  }
}

function emptyTrash(io: Io, { all }: { all: boolean }): Promise<string[]> {
  return withHost(io, ({ store, skills }) => deleteTrashed(store, { all, data: { skills, home: narratoriaHome(io) } }))
}
