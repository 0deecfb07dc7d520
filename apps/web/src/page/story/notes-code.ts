import { codeOf } from '../loading/code-of.ts'

/** The dialog of the author's notes. Most visits do not open it, so its code is not part of the first load. */
export const notesCode = codeOf(async () => (await import('./notes-dialog.tsx')).NotesDialog)
