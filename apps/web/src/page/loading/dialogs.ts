import { codeOf } from './code-of.ts'

/** The menus and dialogs. Most visits open none of them, so their code is not part of the first load. */
export const dialogs = {
  menu: codeOf(async () => (await import('../components/action-menu.tsx')).ActionMenu),
  settings: codeOf(async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog),
  branches: codeOf(async () => (await import('../story/branch-map.tsx')).BranchMap),
  names: codeOf(async () => (await import('../home/story-names.tsx')).StoryNames),
  trash: codeOf(async () => (await import('../home/trash-dialog.tsx')).TrashDialog),
}
