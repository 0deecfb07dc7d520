import type { SessionDetail, TurnBegun } from '../../api/resources.ts'
import type { Session } from '@narratoria/runtime'
import type { SessionChannels } from '../live/session-channels.ts'

/** Moves a session's head and tells everyone who follows it. */
export async function moveHead(
  channels: SessionChannels,
  idOrName: string,
  move: (session: Session) => Promise<unknown>,
): Promise<SessionDetail> {
  const channel = await channels.open(idOrName)
  const { sessionId } = await channels.record(idOrName)
  await move(await channels.session(sessionId))
  return channel.tellSession()
}

/**
 * Tells a turn differently. Where other turns followed it, the story goes back to it first; should the new telling not
 * come to its end, the story stands again where it stood.
 */
export async function retryTurn(channels: SessionChannels, idOrName: string, turnId: string): Promise<TurnBegun> {
  const channel = await channels.open(idOrName)
  const { sessionId, head } = await channels.record(idOrName)
  const session = await channels.session(sessionId)
  if (head !== turnId) await session.moveTo(turnId)
  return channel.play((signal) => session.retry({ signal }), {
    async after() {
      const now = await channels.record(sessionId)
      if (head !== turnId && now.head === turnId) await session.moveTo(head)
    },
  })
}
