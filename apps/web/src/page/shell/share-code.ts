import { codeOf } from '../loading/code-of.ts'

/** The dialog for playing with others. Most stories are played alone, so its code is not part of the first load. */
export const shareCode = codeOf(async () => (await import('../share/share-dialog.tsx')).ShareDialog)
