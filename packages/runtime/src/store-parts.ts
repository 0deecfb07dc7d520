// What a further implementation of `SessionStore` is built from.
export { AssetFolder, type AssetLimits } from './assets/asset-folder.ts'
export { moveAssets } from './assets/move-assets.ts'
export { nextStateRow, type NextStateRow, type WholeState } from './store/next-state-row.ts'
export { type PackedTurn, packTurn, unpackTurn } from './store/packed-turn.ts'
export { replaceNote } from './store/replace-note.ts'
export { readOnly } from './store/same-json.ts'
export { comparable, excerptOf, findTerms, readSearch, type SearchTerm } from './store/search-words.ts'
export { compressJson, compressText, decompressJson, decompressText } from './store/compress.ts'
export { takeFileLock } from './store/sqlite/file-lock.ts'
export { applyChange, ownState, patchInPlace, type StateChange } from './store/state-change.ts'
export {
  labelTaken,
  nameTaken,
  sessionInUse,
  sessionTaken,
  storeClosed,
  turnFollowed,
  turnNotBegun,
  unknownSession,
  unknownTurn,
} from './store/store-errors.ts'
