// Stories as files: the exports of Narratoria, and files of other programs.
export type { ExportFormat } from './export/export-format.ts'
export { exportSession } from './export/export-session.ts'
export { importSession } from './export/import-session.ts'
export { exportEpub, type EpubOptions } from './export/epub/export-epub.ts'
export { type FileImport, importFile, type ImportFileOptions, type SavedCampaign } from './import/import-file.ts'
export type { ForeignChat } from './import/import-chat.ts'
