import { codeOf } from '../loading/code-of.ts'

/** Reading aloud. Its code is not part of the first load. */
export const listenCode = codeOf(async () => (await import('./listen-bar.tsx')).ListenBar)
