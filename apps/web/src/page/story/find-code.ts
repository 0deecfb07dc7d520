import { codeOf } from '../loading/code-of.ts'

/** The search within a story. Its code is not part of the first load. */
export const findCode = codeOf(async () => (await import('./find-bar.tsx')).FindBar)
