import { codeOf } from '../loading/code-of.ts'

/** The list of the keyboard shortcuts, which few visits open. */
export const shortcutsCode = codeOf(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)
