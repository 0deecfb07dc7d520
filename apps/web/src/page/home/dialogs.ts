import { codeOf } from '../loading/code-of.ts'

/** The dialogs of the home screen. Most visits open none of them, so their code is not part of the first load. */
export const dialogs = {
  names: codeOf(async () => (await import('./story-names.tsx')).StoryNames),
  export: codeOf(async () => (await import('./export-dialog.tsx')).ExportDialog),
  trash: codeOf(async () => (await import('./trash-dialog.tsx')).TrashDialog),
}
