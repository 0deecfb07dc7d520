// The contract of session stores.
export { MemorySessionStore } from './memory-store.ts'
export type {
  FoundTurn,
  LostTurn,
  NarratorContext,
  NewNames,
  NewSession,
  SessionLock,
  StoredAsset,
  StoreNotice,
  TrashedSession,
  TurnRecap,
  TurnRevision,
  TurnText,
} from './session-store.ts'
export type { SqliteSessionStore } from './sqlite/sqlite-store.ts'
