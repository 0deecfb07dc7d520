import { describeIssues, listIssues, StoryNotes } from '@narratoria/protocol'

/** A change of the notes of a story. What is left out stays; a blank text, an empty list or `null` removes its part. */
export type NotesChange = { [Part in keyof StoryNotes]?: StoryNotes[Part] | null }

/** @throws {TypeError} if a part is too long or of the wrong type */
export function withNotes(notes: StoryNotes, change: NotesChange): StoryNotes {
  const entries = Object.entries({ ...notes, ...change }).filter(([, part]) => !isEmpty(part))
  const changed: unknown = Object.fromEntries(entries)
  const issues = listIssues(StoryNotes, changed)
  if (issues.length > 0) throw new TypeError(`These notes cannot be kept: ${describeIssues(issues.slice(0, 3))}.`)
  return changed as StoryNotes
}

function isEmpty(part: NotesChange[keyof NotesChange]): boolean {
  if (part === null || part === undefined) return true
  if (typeof part === 'string') return part.trim() === ''
  return Array.isArray(part) ? part.length === 0 : 'text' in part && part.text.trim() === ''
}
