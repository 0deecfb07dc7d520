import type { JsonObject } from '@narratoria/protocol'
import type { Session } from '@narratoria/runtime'
import type { AguiEvent } from '../../agui/agui-event.ts'
import { historyOf, isUpToDate, maxHistoryTurns, type SentMessage } from '../../agui/history.ts'
import type { RunAgentInput, RunWishes } from '../../agui/run-input.ts'
import { WebError } from '../errors.ts'
import { createSession } from '../sessions/create-session.ts'
import type { WebApi } from '../web-api.ts'

/** What a client has after it was brought up to date. */
export interface ThreadView {
  state: JsonObject
  history: readonly unknown[]
  /** The events that bring the client up to date. */
  events: AguiEvent[]
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Opens the session of a thread. Creates it if there is none. */
export async function openThread(
  api: WebApi,
  { threadId }: Pick<RunAgentInput, 'threadId'>,
  { campaign, premise }: RunWishes,
): Promise<Session> {
  try {
    return await api.channels.find(threadId)
  } catch (error) {
    if (!WebError.isInstance(error) || error.code !== 'unknown_session') throw error
  }
  await createSession(api, {
    name: threadId,
    // Clients make ids for their threads, which are not titles.
    ...(uuid.test(threadId) && { title: api.opening.title ?? 'Untitled story' }),
    ...(campaign !== undefined && { campaign }),
    ...(premise !== undefined && { premise }),
  })
  return api.channels.find(threadId)
}

/** Reads a session up to a turn, and compares it with the messages of a client. `prompt` is the message to play. With `hasCommand`, the
 * client has a further message, which is removed. */
export async function viewThread(
  api: WebApi,
  session: Session,
  {
    messages,
    hasCommand,
    at,
    prompt,
  }: { messages: readonly SentMessage[]; hasCommand: boolean; at: string | null; prompt?: SentMessage | undefined },
): Promise<ThreadView> {
  const { store, skills } = api.host()
  const found = await store.line(session.id, at, maxHistoryTurns + 1)
  const line = skills.maskSecrets({
    sessionId: session.id,
    opening: session.opening,
    turns: found.slice(-maxHistoryTurns).map(({ turnId, prompt, narrative }) => ({ turnId, prompt, narrative })),
    isCut: found.length > maxHistoryTurns,
  })
  const state = skills.maskSecrets(await store.stateAt(session.id, at))
  const isCurrent = !hasCommand && isUpToDate(messages, line)
  const history = isCurrent ? messages : historyOf(line)
  const shown = prompt ? [...history, prompt] : history
  return {
    state,
    history,
    events: [
      // A client leaves messages that it knows where they are, so they are removed first.
      ...(isCurrent ? [] : [snapshotOf([]), snapshotOf(shown)]),
      { type: 'STATE_SNAPSHOT', snapshot: state },
    ],
  }
}

function snapshotOf(messages: readonly unknown[]): AguiEvent {
  return { type: 'MESSAGES_SNAPSHOT', messages: [...messages] }
}
