export { countTokens, type RoleTokens } from './count-tokens.ts'
export { replayTurn, type ReplayedTurn } from './replay-turn.ts'
export { findStateValue } from './state-path.ts'
export { findStateWriter, type StateWriter } from './state-writer.ts'
