import { codeOf } from '../loading/code-of.ts'

/** The dialog that sets up models. Few visits open it, so its code is not part of the first load. */
export const modelsCode = codeOf(async () => (await import('./models-dialog.tsx')).ModelsDialog)
