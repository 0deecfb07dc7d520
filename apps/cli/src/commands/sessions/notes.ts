import { type NotesChange, withNotes } from '@narratoria/runtime/manage'
import type { StoryNotes } from '@narratoria/runtime'
import { UsageError } from '../../exit-codes.ts'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { notesText } from '../../story/notes-text.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { NotesOptions } from './command.ts'
import { withHost } from './open.ts'

/** `narratoria sessions notes`: shows the notes of a story's author, or changes them. */
export function storyNotes({ story, json, ...given }: NotesOptions, io: Io): Promise<void> {
  return withHost(io, async ({ store, skills }) => {
    const session = await findSession(store, story)
    const change = skills.maskSecrets(changeOf(given, session.notes))
    const notes =
      Object.keys(change).length === 0
        ? session.notes
        : (await store.setNotes(session.sessionId, checked(session.notes, change))).notes
    if (json) printJson(io, { sessionId: session.sessionId, notes })
    else print(io, notesText(notes))
  })
}

function changeOf(
  { style, persona, note, depth, pin, unpin }: Omit<NotesOptions, 'story' | 'json'>,
  notes: StoryNotes,
): NotesChange {
  const pinned = notes.pinned ?? []
  if (unpin !== undefined && unpin > pinned.length) throw new UsageError(`there is no pinned fact ${unpin}`)
  const text = note ?? notes.note?.text
  if (depth !== undefined && text === undefined) throw new UsageError('--depth needs a note: give it with --note')
  return {
    ...(style !== undefined && { style }),
    ...(persona !== undefined && { persona }),
    ...((note ?? depth) !== undefined && { note: { text: text ?? '', depth: depth ?? notes.note?.depth ?? 0 } }),
    ...((pin.length > 0 || unpin !== undefined) && {
      pinned: [...pinned.filter((_, index) => index + 1 !== unpin), ...pin],
    }),
  }
}

function checked(notes: StoryNotes, change: NotesChange): StoryNotes {
  try {
    return withNotes(notes, change)
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}
