import Type from 'typebox'

/** Options of a record of things by id, or of an object, without other keys. */
export const strict = { additionalProperties: false } as const

/** Ids of places, things and people, unique among each other. */
export const idPattern = '^[a-z][a-z0-9_]*$'

/**
 * Where a thing or person is: the id of a place, `player` (carried), the id of a person (carried by them), `in:THING`,
 * `on:THING`, or `nowhere`.
 */
export const Location = Type.String({
  pattern: '^(?:(?:in|on):)?[a-z][a-z0-9_]*$',
  description: 'A place, player, a person, in:THING, on:THING or nowhere.',
})
export type Location = Type.Static<typeof Location>

/** One text, or several that are used in turn; the last one is used again. */
export const Text = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])
export type Text = Type.Static<typeof Text>

/** An object without other keys, so that a misspelt key is reported. */
export function strictObject<Properties extends Type.TProperties>(properties: Properties, description?: string) {
  return Type.Object(properties, { ...strict, ...(description !== undefined && { description }) })
}

/** A key that may be absent. */
export function optional<Schema extends Type.TSchema>(schema: Schema, description: string) {
  const key = Type.Optional(schema)
  Object.assign(key, { description })
  return key
}
