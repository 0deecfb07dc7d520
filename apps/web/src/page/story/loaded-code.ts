import { codeOf } from '../loading/code-of.ts'

/** The map of the branches. Most visits do not open it, so its code is not part of the first load. */
export const branchesCode = codeOf(async () => (await import('./branch-map.tsx')).BranchMap)

/** Dice. Many stories never roll any, so their code is not part of the first load. */
export const diceCode = codeOf(async () => (await import('./dice.tsx')).Dice)

/** Dictation, where the browser offers it. Its code is not part of the first load. */
export const dictateCode = codeOf(async () => (await import('./dictate-button.tsx')).DictateButton)

/** The dialog that edits a turn. Most visits do not open it, so its code is not part of the first load. */
export const editCode = codeOf(async () => (await import('./edit-dialog.tsx')).EditDialog)

/** The search within a story. Its code is not part of the first load. */
export const findCode = codeOf(async () => (await import('./find-bar.tsx')).FindBar)

/** The dialog of the author's notes. Most visits do not open it, so its code is not part of the first load. */
export const notesCode = codeOf(async () => (await import('./notes-dialog.tsx')).NotesDialog)

/** Who is here, and whose turn it is. Most stories are played alone, so its code is not part of the first load. */
export const shareBarCode = codeOf(async () => (await import('./share-bar.tsx')).ShareBar)
