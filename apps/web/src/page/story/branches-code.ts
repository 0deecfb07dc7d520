import { codeOf } from '../loading/code-of.ts'

/** The map of the branches. Most visits do not open it, so its code is not part of the first load. */
export const branchesCode = codeOf(async () => (await import('./branch-map.tsx')).BranchMap)
