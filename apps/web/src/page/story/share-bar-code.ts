import { codeOf } from '../loading/code-of.ts'

/** Who is here, and whose turn it is. Most stories are played alone, so its code is not part of the first load. */
export const shareBarCode = codeOf(async () => (await import('./share-bar.tsx')).ShareBar)
