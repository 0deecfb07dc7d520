import Type from 'typebox'
import { isJsonObject, type JsonValue } from '../json.ts'

/** A choice for the player. Its text becomes the next prompt. */
export const Choice = Type.Object({
  text: Type.String({ minLength: 1 }),
  hint: Type.Optional(Type.String()),
  difficulty: Type.Optional(Type.Union([Type.String(), Type.Number()])),
})
export type Choice = Type.Static<typeof Choice>

/**
 * Parses the payload of a `narrative_choice` event: `choices` is an array of strings or objects with `text`, `hint` and
 * `difficulty`. Ignores other entries. Returns an empty array for any other payload.
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
