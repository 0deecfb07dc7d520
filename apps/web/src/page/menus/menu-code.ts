import { codeOf } from '../loading/code-of.ts'

/** The open menu. Most visits open none, so its code is not part of the first load. */
export const menuCode = codeOf(async () => (await import('./action-menu.tsx')).ActionMenu)
