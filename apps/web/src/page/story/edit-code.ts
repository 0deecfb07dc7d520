import { codeOf } from '../loading/code-of.ts'

/** The dialog that edits a turn. Most visits do not open it, so its code is not part of the first load. */
export const editCode = codeOf(async () => (await import('./edit-dialog.tsx')).EditDialog)
