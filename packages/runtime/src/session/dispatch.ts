import type { TurnEvent, TurnResult } from '@narratoria/protocol'
import { RuntimeError } from '../errors.ts'
import type { SessionLock, SessionStore } from '../store/session-store.ts'

/** A turn that is to be played. */
export interface DispatchedTurn {
  sessionId: string
  prompt: string
  /** The turn that it follows. */
  parentId: string | null
  /** Names of skills that the turn must not use. */
  disabledSkills: readonly string[]
  /** Name of the person whose words the prompt is, in a story that several people play. */
  player?: string
}

/**
 * Plays the turns of a host elsewhere, for example on another machine. It emits the events of the turn, waits for `emit`, and resolves to
 * the result. `Session.playDispatched` plays the turn there.
 */
export type DispatchTurn = (
  turn: DispatchedTurn,
  options: { signal: AbortSignal; emit: (event: TurnEvent) => void | Promise<void> },
) => Promise<TurnResult>

/** The turns that other hosts of the same store play. */
export interface TurnsElsewhere {
  /** Returns what follows the turn that is being played in a session, from its first event; undefined if there is none. */
  find(
    sessionId: string,
  ): Promise<
    ((emit: (event: TurnEvent) => void | Promise<void>, signal: AbortSignal) => Promise<TurnResult>) | undefined
  >
  /** Calls `listener` with the id of each session in which a turn begins. Returns a function that removes it. */
  onStarted(listener: (sessionId: string) => void): () => void
}

/** Locks a session of a shared store for a change. Another host holds this lock only while it plays a turn. */
export async function lockForChange(store: SessionStore, sessionId: string): Promise<SessionLock> {
  try {
    return await store.lockSession(sessionId)
  } catch (error) {
    if (!RuntimeError.isInstance(error) || error.code !== 'session_in_use') throw error
    throw new RuntimeError(
      'session_busy',
      'Another host is playing a turn of this session; wait for it or cancel it.',
      {
        cause: error,
      },
    )
  }
}
