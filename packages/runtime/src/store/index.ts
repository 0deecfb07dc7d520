// The contract of session stores, and of the hosts that share one.
export type { DispatchedTurn, DispatchTurn, TurnsElsewhere } from '../session/dispatch.ts'
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
