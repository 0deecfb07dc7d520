import Type from 'typebox'

export const story = Type.Optional(
  Type.String({ minLength: 1, description: 'Id, name or title of a story. Defaults to the story played last.' }),
)

/** The input that names a turn. */
export const turn = Type.String({ minLength: 1, description: 'Id, number or label of a turn.' })

/** The number of turns to move. */
export const steps = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Turns. Defaults to 1.' }))
