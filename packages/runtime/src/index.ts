export { RuntimeError, type RuntimeErrorCode } from './errors.ts'
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
