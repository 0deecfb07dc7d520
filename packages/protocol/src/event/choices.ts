import Type from 'typebox'
import { isJsonObject, type JsonValue } from '../json.ts'

/** One way on that the player may choose; its text becomes the next prompt. */
export const Choice = Type.Object({
  text: Type.String({ minLength: 1 }),
  hint: Type.Optional(Type.String()),
  difficulty: Type.Optional(Type.Union([Type.String(), Type.Number()])),
})
export type Choice = Type.Static<typeof Choice>

/**
 * Reads the payload of a `narrative_choice` (spec 001 §4.4): `{choices}` as strings or objects with `text`, `hint` and
 * `difficulty`. Entries of any other shape are left out; a payload of any other shape gives no choice.
 */
export function parseChoices(payload: JsonValue | undefined): Choice[] {
  if (!isJsonObject(payload) || !Array.isArray(payload.choices)) return []
  return payload.choices.flatMap((entry) => {
    if (typeof entry === 'string') return entry.trim() === '' ? [] : [{ text: entry }]
    if (!isJsonObject(entry) || typeof entry.text !== 'string' || entry.text.trim() === '') return []
    const { text, hint, difficulty } = entry
    return [
      {
        text,
        ...(typeof hint === 'string' && { hint }),
        ...((typeof difficulty === 'string' || typeof difficulty === 'number') && { difficulty }),
      },
    ]
  })
}
