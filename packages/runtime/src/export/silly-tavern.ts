import { type ChatText, SillyTavernWriter } from '@narratoria/interchange/chat'
import { textsOf } from '../history/turn-texts.ts'
import type { SessionRecord, SessionStore, StoredTurn, TurnSummary } from '../store/session-store.ts'

type Mask = <T>(value: T) => T

/** Writes the played line as a chat of SillyTavern. Texts of a turn, and of turns beside it with the same words, become swipes. */
export async function* writeSillyTavern(
  store: SessionStore,
  session: SessionRecord,
  mask: Mask,
): AsyncGenerator<string> {
  const { sessionId, head, createdAt } = session
  const { title, opening, notes } = mask(session)
  const writer = new SillyTavernWriter({ title })
  // Depth is counted in messages there.
  const note = notes.note && { text: notes.note.text, depth: 2 * notes.note.depth }
  yield writer.start({ opening, createdAt, ...(note && { note }) })
  for await (const summary of store.readLine(sessionId, head)) {
    const turn = await store.readTurn(sessionId, summary.turnId)
    const alternatives = mask(await alternativesOf(store, turn))
    const { prompt, narrative } = mask({ prompt: turn.prompt, narrative: turn.narrative })
    yield writer.turn({ prompt, narrative, alternatives, createdAt: turn.createdAt })
  }
}

async function alternativesOf(store: SessionStore, turn: StoredTurn): Promise<ChatText[]> {
  const beside = await store.children(turn.sessionId, turn.parentId)
  const same = beside.filter(({ prompt }) => prompt === turn.prompt)
  const texts = new Map<string, ChatText>()
  for (const each of same)
    for (const text of await textsBeside(store, turn, each))
      if (text.prompt === turn.prompt && !texts.has(text.narrative))
        texts.set(text.narrative, { narrative: text.narrative, createdAt: text.createdAt })
  return [...texts.values()]
}

async function textsBeside(store: SessionStore, turn: StoredTurn, each: TurnSummary) {
  return textsOf(each.turnId === turn.turnId ? turn : await store.readTurn(turn.sessionId, each.turnId))
}
