import { codeOf } from '../loading/code-of.ts'

/** Dictation, where the browser offers it. Its code is not part of the first load. */
export const dictateCode = codeOf(async () => (await import('./dictate-button.tsx')).DictateButton)
