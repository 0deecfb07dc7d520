import type { Choice } from '@narratoria/protocol'
import { RuntimeError, type Session, type SessionRecord } from '@narratoria/runtime'
import type { Answer } from './answer.ts'
import type { Stories } from './stories.ts'
import { withChoices } from './views.ts'

/** Where an open story stands: its last turn, and what the player can choose. */
export async function positionOf(session: Session): Promise<Answer> {
  const [last, choices] = await Promise.all([session.lastTurn(), session.choices()])
  const turn = last ? { turn: last.turnId, number: last.seq, prompt: last.prompt } : null
  return position({ story: session.id, title: session.title, last: turn }, last?.narrative ?? session.opening, choices)
}

/** Like {@link positionOf}, for a story that may be open in another host. */
export async function positionIn(
  { host }: Stories,
  { sessionId, title, head, opening }: SessionRecord,
): Promise<Answer> {
  if (head === null)
    return position({ story: sessionId, title, last: null }, opening, await firstChoices(host, sessionId))
  const { turnId, seq, prompt, narrative, choices } = await host.store.readTurn(sessionId, head)
  return position({ story: sessionId, title, last: { turn: turnId, number: seq, prompt } }, narrative, choices)
}

/** What can be chosen before the first turn. Only the host that has the story open can say it. */
async function firstChoices(host: Stories['host'], sessionId: string): Promise<Choice[]> {
  try {
    await using session = await host.openSession(sessionId)
    return await session.choices()
  } catch (error) {
    if (RuntimeError.isInstance(error) && error.code === 'session_in_use') return []
    throw error
  }
}

function position(about: Record<string, unknown>, narrative: string, choices: readonly Choice[]): Answer {
  return { text: withChoices(narrative, choices), data: { ...about, narrative, choices } }
}
