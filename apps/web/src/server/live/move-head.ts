import type { SessionDetail, TurnBegun } from '../../api/resources.ts'
import type { Session } from '@narratoria/runtime'
import type { SessionChannels } from './session-channels.ts'

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
 * Tells a turn differently. The story goes over to the new telling when that is stored; should it not come to its end,
 * the story stands where it stood, whatever became of the server.
 */
export async function retryTurn(channels: SessionChannels, idOrName: string, turnId: string): Promise<TurnBegun> {
  const channel = await channels.open(idOrName)
  const { sessionId } = await channels.record(idOrName)
  const session = await channels.session(sessionId)
  const before = (await session.alternatives(turnId))[0]?.parentId
  return channel.play((signal) => session.retry({ turn: turnId, signal }), { before })
}
