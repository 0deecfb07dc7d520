export { AssetFolder, type AssetLimits, type KeptAsset } from './assets/asset-folder.ts'
export { RuntimeError, type RuntimeErrorCode } from './errors.ts'
export type { ExportFormat } from './export/export-format.ts'
export { exportSession, type ExportOptions } from './export/export-session.ts'
export { importSession, type ImportedSession, type ImportOptions } from './export/import-session.ts'
export type { DocumentSource } from './export/read-export.ts'
export { readSkillFiles, type SkillFile, type SkillFolders, writeSkillFile } from './export/skill-files.ts'
export { foldTurn, type FoldedTurn } from './history/fold-turn.ts'
export { replayTurn, type ReplayedTurn } from './history/replay-turn.ts'
export { findStateValue } from './history/state-path.ts'
export { findStateWriter, type StateWriter } from './history/state-writer.ts'
export { createNarratoria, type Narratoria, type NarratoriaOptions, type NewStory } from './narratoria.ts'
export { Session } from './session/session.ts'
export type { PlayedTurn } from './session/turn-stream.ts'
export { MemorySessionStore } from './store/memory-store.ts'
export type {
  LostTurn,
  NewSession,
  SessionLock,
  SessionRecord,
  SessionStore,
  StoredAsset,
  StoredTurn,
  StoreNotice,
  TurnSummary,
} from './store/session-store.ts'
export { SqliteSessionStore } from './store/sqlite/sqlite-store.ts'
export { FileLock } from './store/sqlite/file-lock.ts'
export { describeSkillTool, type HostEndpoint } from './tools/describe-skill-tool.ts'
