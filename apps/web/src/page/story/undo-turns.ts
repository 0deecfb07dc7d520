import { api } from '../api/client.ts'

/** The last undo of each story in this visit: where it led, and how many turns it took back. */
const undone = new Map<string, { head: string | null; turns: number }>()

/** Undoes turns, so that one redo restores all of them. */
export async function undoTurns(sessionId: string, turns: number): Promise<void> {
  const { head } = await api.undo(sessionId, turns)
  undone.set(sessionId, { head, turns })
}

/** Redoes what the last undo took back, or one turn after any other change. Returns the number of turns. */
export async function redoTurns(sessionId: string, head: string | null): Promise<number> {
  const last = undone.get(sessionId)
  const turns = last?.head === head ? last.turns : 1
  await api.redo(sessionId, turns)
  undone.delete(sessionId)
  return turns
}
