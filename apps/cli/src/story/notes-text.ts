import type { StoryNotes } from '@narratoria/runtime'

/** The notes of a story's author, for people. */
export function notesText({ style, persona, pinned = [], note }: StoryNotes): string {
  const lines = [
    ...(style === undefined ? [] : [`style: ${style}`]),
    ...(persona === undefined ? [] : [`persona: ${persona}`]),
    ...pinned.map((fact, index) => `pinned ${index + 1}: ${fact}`),
    ...(note ? [`note${note.depth > 0 ? `, ${note.depth} back` : ''}: ${note.text}`] : []),
  ]
  // Further lines of a note are not taken for other notes.
  return lines.length > 0
    ? lines.map((line) => line.replaceAll('\n', '\n  ')).join('\n')
    : 'This story has no notes. Only a narrating model reads them.'
}
