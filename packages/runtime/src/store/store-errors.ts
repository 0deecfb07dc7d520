// Errors that all stores share.
import { RuntimeError } from '../errors.ts'

/** `unknown_session`: no session has the id or name. */
export function unknownSession(sessionId: string): RuntimeError {
  return new RuntimeError('unknown_session', `There is no session "${sessionId}".`)
}

/** `unknown_turn`: the session has no turn with the id. */
export function unknownTurn(sessionId: string, turnId: string): RuntimeError {
  return new RuntimeError('unknown_turn', `The session "${sessionId}" has no turn "${turnId}".`)
}

/** `name_taken`: another session has the name. */
export function nameTaken(name: string): RuntimeError {
  return new RuntimeError('name_taken', `There is already a session named "${name}"; choose another name.`)
}

/** `name_taken`: a session with the id is already stored. */
export function sessionTaken(sessionId: string): RuntimeError {
  return new RuntimeError('name_taken', `The session "${sessionId}" is already stored.`)
}

/** `name_taken`: another turn of the session has the label. */
export function labelTaken(label: string): RuntimeError {
  return new RuntimeError('name_taken', `Another turn of this session has the label "${label}"; choose another one.`)
}

/** `session_in_use`: another host has locked the session. `holder` is the subject of the message. */
export function sessionInUse(title: string, holder = 'Another host'): RuntimeError {
  return new RuntimeError(
    'session_in_use',
    `${holder} is playing "${title}". A session can be played in one place at a time: close it there, or play another session here.`,
  )
}

/** `turn_not_stored`: the turn with the number was not started by this host. */
export function turnNotBegun(seq: number): RuntimeError {
  return new RuntimeError('turn_not_stored', `Turn ${seq} was not started by this host, so it cannot be stored.`)
}

/** `turn_not_stored`: only a turn without a successor can be changed. */
export function turnFollowed(seq: number): RuntimeError {
  return new RuntimeError('turn_not_stored', `Turn ${seq} is followed by another one, so it can no longer be changed.`)
}

/** `store_closed`: a method was called after `close()`. */
export function storeClosed(cause?: unknown): RuntimeError {
  return new RuntimeError('store_closed', 'The store of the stories was closed; open it again.', { cause })
}
