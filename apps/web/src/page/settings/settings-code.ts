import { codeOf } from '../loading/code-of.ts'

/** The settings dialog. Most visits do not open it, so its code is not part of the first load. */
export const settingsCode = codeOf(async () => (await import('./settings-dialog.tsx')).SettingsDialog)
