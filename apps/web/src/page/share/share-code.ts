import { codeOf } from '../loading/code-of.ts'

/** Playing with others. Most stories are played alone, so this code is not part of the first load. */
export const shareCode = codeOf(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** Who is here, and whose turn it is. */
export const shareBarCode = codeOf(async () => (await import('./share-bar.tsx')).ShareBar)
