export type { Choice, JsonObject, Plan, TurnEvent, TurnResult } from '@narratoria/protocol'
export type { Planner, PlanRequest } from '@narratoria/planner'
export { RuntimeError, type RuntimeErrorCode } from './errors.ts'
export type { ExportFormat } from './export/export-format.ts'
export { exportSession } from './export/export-session.ts'
export { importSession } from './export/import-session.ts'
export { replayTurn, type ReplayedTurn } from './history/replay-turn.ts'
export { findStateValue } from './history/state-path.ts'
export { findStateWriter, type StateWriter } from './history/state-writer.ts'
export { createNarratoria, type Narratoria, type NarratoriaOptions } from './narratoria.ts'
export type { ModelSource, RoleModels } from './models/role-models.ts'
export { commandIn, type PlainCommand } from './session/commands.ts'
export type { NewStory } from './session/open-sessions.ts'
export { describeOpening } from './world/opening.ts'
export type { Campaigns, PlayableCampaign } from './world/campaigns.ts'
export type { Session } from './session/session.ts'
export type { PlayedTurn } from './session/turn-stream.ts'
export { MemorySessionStore } from './store/memory-store.ts'
export type {
  SessionRecord,
  SessionStore,
  StoredAsset,
  NarratorContext,
  StoredTurn,
  StoreNotice,
  TurnSummary,
} from './store/session-store.ts'
export { openSqliteSessionStore } from './store/sqlite/open-sqlite-store.ts'
export type { SqliteSessionStore } from './store/sqlite/sqlite-store.ts'
export { takeFileLock } from './store/sqlite/file-lock.ts'
export { describeSkillTool, type HostEndpoint } from './tools/describe-skill-tool.ts'
