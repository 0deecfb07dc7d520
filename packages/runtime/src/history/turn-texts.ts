import type { StoredTurn, TurnRevision, TurnText } from '../store/session-store.ts'
import { noteOf, summariesOf } from './story-so-far.ts'

/** The words of a turn: what the player wrote, and the narration. */
export type Words = Pick<TurnText, 'prompt' | 'narrative'>

/** The texts of a turn in the order in which they were written: first the text as played. */
export function textsOf({ texts, prompt, narrative, createdAt }: StoredTurn): TurnText[] {
  return texts ?? [{ prompt, narrative, createdAt }]
}

export function isSameText(one: Words, other: Words): boolean {
  return one.prompt === other.prompt && one.narrative === other.narrative
}

/** Gives a turn another text, which is one of its texts from now on. */
export function reviseText(turn: StoredTurn, { prompt, narrative }: Words, now: number): TurnRevision {
  const before = textsOf(turn)
  const isKnown = before.some((text) => isSameText(text, { prompt, narrative }))
  // The reports of the tools describe only the narration that was played.
  const summaries = narrative === before[0]?.narrative ? summariesOf(turn) : []
  return {
    prompt,
    narrative,
    texts: isKnown ? before : [...before, { prompt, narrative, createdAt: now }],
    note: noteOf({ seq: turn.seq, prompt, narrative, summaries }),
  }
}
