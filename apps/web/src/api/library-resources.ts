import Type from 'typebox'
import { SessionEntry } from './resources.ts'
import { filledText, nullable } from './schema-parts.ts'

/** A session in the trash. */
export const TrashEntry = Type.Object({
  ...SessionEntry.properties,
  trashedAt: Type.Number({ description: 'Unix time in milliseconds. The session is deleted 30 days later.' }),
})
export type TrashEntry = Type.Static<typeof TrashEntry>

export const NewTags = Type.Object({
  tags: Type.Array(filledText(40), { maxItems: 50 }),
})

export const NewCopy = Type.Object({ name: Type.Optional(filledText(120)) })

const Span = Type.Unsafe<[number, number]>({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 })

/** A turn with the words that were searched for. */
export const FoundTurn = Type.Object({
  sessionId: Type.String(),
  title: Type.String(),
  turnId: Type.String(),
  seq: Type.Integer(),
  index: nullable(Type.Integer(), {
    description: 'The place in the played line, from 0; `null` if the turn is on another branch.',
  }),
  excerpt: Type.String(),
  marks: Type.Array(Span, {
    description: 'Where the words are in the excerpt: pairs of start and end offsets.',
  }),
})
export type FoundTurn = Type.Static<typeof FoundTurn>

/** What was found in one story or in all of them. */
export const Found = Type.Object({
  turns: Type.Array(FoundTurn),
  opening: Type.Optional(
    Type.Object(
      { excerpt: Type.String(), marks: FoundTurn.properties.marks },
      {
        description:
          'The words in the opening of the session. Only if one session is searched, and its opening has them.',
      },
    ),
  ),
})
export type Found = Type.Static<typeof Found>
