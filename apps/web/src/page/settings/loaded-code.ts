import { codeOf } from '../loading/code-of.ts'

/** The dialog that sets up models. Few visits open it, so its code is not part of the first load. */
export const modelsCode = codeOf(async () => (await import('./models-dialog.tsx')).ModelsDialog)

/** The settings dialog. Most visits do not open it, so its code is not part of the first load. */
export const settingsCode = codeOf(async () => (await import('./settings-dialog.tsx')).SettingsDialog)
