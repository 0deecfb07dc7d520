import type { SessionDetail, TurnBegun } from '../../api/resources.ts'
import type { Session } from '@narratoria/runtime'
import type { SharedStories } from '../share/shared-stories.ts'
import type { SessionChannels } from './session-channels.ts'

/** Moves the head of a session and notifies its listeners. */
export async function moveHead(
  channels: SessionChannels,
  idOrName: string,
  move: (session: Session) => Promise<unknown>,
): Promise<SessionDetail> {
  const channel = await channels.open(idOrName)
  await move(await channels.session(channel.sessionId))
  return channel.sendSession()
}

/**
 * Plays the prompt of a turn again from the same point. The head moves to the new turn when it is stored; if it is
 * cancelled, fails or is interrupted, the head stays.
 */
export async function retryTurn(
  channels: SessionChannels,
  idOrName: string,
  { turnId, shared }: { turnId: string; shared?: SharedStories | undefined },
): Promise<TurnBegun> {
  const channel = await channels.open(idOrName)
  const session = await channels.session(channel.sessionId)
  const alternatives = await session.alternatives(turnId)
  const prompt = alternatives.find((turn) => turn.turnId === turnId)?.prompt ?? ''
  const player = shared?.of(channel.sessionId).speakerOf(prompt)
  return channel.play((signal) => session.retry({ turn: turnId, signal, ...(player !== undefined && { player }) }), {
    before: alternatives[0]?.parentId,
  })
}
