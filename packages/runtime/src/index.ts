export type { Choice, JsonObject, Plan, StoryNotes, TurnEvent, TurnResult } from '@narratoria/protocol'
export type { Planner, PlanRequest } from '@narratoria/planner'
export { RuntimeError, type RuntimeErrorCode } from './errors.ts'
export type { ExportFormat } from './export/export-format.ts'
export { exportSession } from './export/export-session.ts'
export { importSession } from './export/import-session.ts'
export { exportEpub, type EpubOptions } from './export/epub/export-epub.ts'
export { type ChatOptions, type ForeignChat, importChat, type ImportedChat } from './import/import-chat.ts'
export { checkLorebooks } from './store/check-lorebooks.ts'
export { type FileImport, importFile, type ImportFileOptions, type SavedCampaign } from './import/import-file.ts'
export { countTokens, type RoleTokens } from './history/count-tokens.ts'
export { replayTurn, type ReplayedTurn } from './history/replay-turn.ts'
export { findStateValue } from './history/state-path.ts'
export { findStateWriter, type StateWriter } from './history/state-writer.ts'
export { createNarratoria, type Narratoria, type NarratoriaOptions } from './narratoria.ts'
export type { ModelSource, RoleModels } from './models/role-models.ts'
export { commandIn, type PlainCommand } from './session/commands.ts'
export type { NewStory } from './session/open-sessions.ts'
export { describeOpening } from './world/opening.ts'
export type { KnownPerson, PlayerView } from './world/player-view.ts'
export type { CampaignNotes, Campaigns, PlayableCampaign } from './world/campaigns.ts'
export type { DispatchedTurn, DispatchTurn, TurnsElsewhere } from './session/dispatch.ts'
export type { Session, TurnOptions } from './session/session.ts'
export type { SessionReader } from './session/session-reader.ts'
export { type NotesChange, withNotes } from './session/story-notes.ts'
export type { Swiped } from './session/swipe.ts'
export type { TextPiece } from './session/text-pieces.ts'
export type { ResponseOptions } from './session/to-response.ts'
export type { Logger, Trace } from './session/turn-observer.ts'
export type { PlayedTurn } from './session/turn-stream.ts'
export { deleteTrashed, trashDays } from './manage/delete-trashed.ts'
export { duplicateSession } from './manage/duplicate-session.ts'
export { findStory, trashOf } from './store/find-story.ts'
export { findInText } from './store/search-words.ts'
export { MemorySessionStore } from './store/memory-store.ts'
export type {
  FoundTurn,
  SessionRecord,
  SessionStore,
  StoredAsset,
  NarratorContext,
  StoredTurn,
  StoreNotice,
  TrashedSession,
  TurnRevision,
  TurnSummary,
  TurnText,
} from './store/session-store.ts'
export { openSqliteSessionStore } from './store/sqlite/open-sqlite-store.ts'
export type { SqliteSessionStore } from './store/sqlite/sqlite-store.ts'
export { takeFileLock } from './store/sqlite/file-lock.ts'
export { describeSkillTool, type HostEndpoint } from './tools/describe-skill-tool.ts'
export {
  type HostSkill,
  type HostSkillDescription,
  type HostSkillTool,
  type HostTool,
  skillOf,
} from './tools/host-tools.ts'
