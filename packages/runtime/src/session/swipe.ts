import { RuntimeError } from '../errors.ts'
import { isSameText, textsOf, type Words } from '../history/turn-texts.ts'
import type { SessionStore, TurnSummary } from '../store/session-store.ts'

/** The text that is shown after a swipe, and its place among the alternatives of its turn. */
export interface Swiped {
  turn: TurnSummary
  /** From 1 to `count`. */
  position: number
  /** The texts of the turn and of the turns beside it. */
  count: number
}

/** One text of a turn or of a turn beside it. */
export interface Alternative extends Words {
  turnId: string
}

/** The texts of a turn and of the turns beside it, in the order of the turns, and where the turn's text is among them. */
export async function alternativesOf(
  store: SessionStore,
  turn: TurnSummary,
  sessionId: string,
): Promise<{ alternatives: Alternative[]; index: number }> {
  const alternatives: Alternative[] = []
  for (const { turnId } of await store.children(sessionId, turn.parentId)) {
    const texts = textsOf(await store.readTurn(sessionId, turnId))
    alternatives.push(...texts.map(({ prompt, narrative }) => ({ turnId, prompt, narrative })))
  }
  const index = alternatives.findIndex((each) => each.turnId === turn.turnId && isSameText(each, turn))
  return { alternatives, index }
}

/** @throws {RuntimeError} `no_alternative` */
export function requireAlternative(alternatives: readonly Alternative[], index: number, by: number): Alternative {
  const found = alternatives[index + by]
  if (found) return found
  const end = alternatives.length === 1 ? 'the only text of this turn' : `the ${by > 0 ? 'last' : 'first'} one`
  throw new RuntimeError('no_alternative', `This is ${end}. Retry the turn, or edit it, for another.`)
}
