import type { Session } from '@narratoria/runtime'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { wrap } from '../../terminal/terminal.ts'
import type { MoveOptions } from '../sessions.ts'
import { withSession } from './open.ts'

/** `narratoria sessions undo` and `redo`. */
export function moveSession(direction: 'undo' | 'redo', { story, steps, json }: MoveOptions, io: Io): Promise<void> {
  return withSession(io, story, async (session) => {
    await session[direction](steps)
    await printHead(session, json === true, io)
  })
}

/** Prints the current turn of a session. */
export async function printHead(session: Session, json: boolean, io: Io): Promise<void> {
  const [last] = await session.turns(1)
  if (json) printJson(io, { sessionId: session.id, head: last?.turnId ?? null })
  else if (last) print(io, `The story is now after turn ${last.seq}: ${last.prompt}\n\n${wrap(last.narrative, 80)}`)
  else print(io, 'The story is now at its beginning.')
}
