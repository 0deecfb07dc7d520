// Errors that all stores share.
import { RuntimeError } from '../errors.ts'

export function unknownSession(sessionId: string): RuntimeError {
  return new RuntimeError('unknown_session', `There is no session "${sessionId}".`)
}

export function unknownTurn(sessionId: string, turnId: string): RuntimeError {
  return new RuntimeError('unknown_turn', `The session "${sessionId}" has no turn "${turnId}".`)
}

export function nameTaken(name: string): RuntimeError {
  return new RuntimeError('name_taken', `There is already a session named "${name}"; choose another name.`)
}

export function sessionTaken(sessionId: string): RuntimeError {
  return new RuntimeError('name_taken', `The session "${sessionId}" is already stored.`)
}

export function labelTaken(label: string): RuntimeError {
  return new RuntimeError('name_taken', `Another turn of this session has the label "${label}"; choose another one.`)
}

export function sessionInUse(title: string, holder = 'Another host'): RuntimeError {
  return new RuntimeError(
    'session_in_use',
    `${holder} is playing "${title}". A session can be played in one place at a time: close it there, or play another session here.`,
  )
}

export function turnNotBegun(seq: number): RuntimeError {
  return new RuntimeError('turn_not_stored', `Turn ${seq} was not started by this host, so it cannot be stored.`)
}

export function turnFollowed(seq: number): RuntimeError {
  return new RuntimeError('turn_not_stored', `Turn ${seq} is followed by another one, so it can no longer be changed.`)
}

export function storeClosed(cause?: unknown): RuntimeError {
  return new RuntimeError('store_closed', 'The store of the stories was closed; open it again.', { cause })
}
