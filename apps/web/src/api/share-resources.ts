import Type from 'typebox'
import { filledText, nullable } from './schema-parts.ts'

/** What a person may do in a shared story: play, or only read. */
export const ShareRole = Type.Enum(['player', 'reader'])
export type ShareRole = Type.Static<typeof ShareRole>

/** How several players take turns: in order, by vote, or whenever they like. */
export const ShareMode = Type.Enum(['free', 'order', 'vote'])
export type ShareMode = Type.Static<typeof ShareMode>

const name = () =>
  Type.String({ minLength: 1, maxLength: 40, pattern: String.raw`^[^\s:\u0000-\u001f][^:\u0000-\u001f]*$` })

/** A person of a shared story. */
export const SharePerson = Type.Object({
  id: Type.String({ description: '`host` is the person at the server.' }),
  name: Type.String(),
  role: Type.Enum(['host', 'player', 'reader']),
  isHere: Type.Boolean({ description: 'Whether the person has the story open.' }),
  hasVoted: Type.Boolean(),
})
export type SharePerson = Type.Static<typeof SharePerson>

/** Who plays a story together, and whose turn it is. */
export const ShareView = Type.Object({
  mode: ShareMode,
  people: Type.Array(SharePerson, { description: 'The host first. Only the host without guests.' }),
  turnOf: nullable(Type.String(), { description: 'The id of the person whose turn it is, in order.' }),
  votes: Type.Array(Type.Object({ prompt: Type.String(), count: Type.Integer() }), {
    description: 'What is voted for, the most votes first.',
  }),
})
export type ShareView = Type.Static<typeof ShareView>

/** A shared story as one person sees it. */
export const OwnShareView = Type.Object({
  share: ShareView,
  you: Type.String({ description: 'The id of the person.' }),
})
export type OwnShareView = Type.Static<typeof OwnShareView>

/** A change of how a story is shared. What is left out stays. */
export const ShareChange = Type.Object(
  { mode: Type.Optional(ShareMode), hostName: Type.Optional(name()) },
  { additionalProperties: false },
)
export type ShareChange = Type.Static<typeof ShareChange>

/** An invitation. */
export const NewPerson = Type.Object({ name: name(), role: ShareRole })
export type NewPerson = Type.Static<typeof NewPerson>

/** The person who was invited, and the link. It is shown once. */
export const Invitation = Type.Object({
  person: SharePerson,
  url: Type.String({ description: 'The browser that opens it is this person.' }),
})
export type Invitation = Type.Static<typeof Invitation>

/** A vote for what happens next. It replaces the person's vote before. */
export const NewVote = Type.Object({ prompt: filledText(10_000) })
