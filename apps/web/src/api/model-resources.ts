import Type from 'typebox'
import { nullable } from './schema-parts.ts'

const name = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^\\w[\\w.-]*$' })

/** What a model is used for. */
export const ModelRole = Type.Enum(['planner', 'narrator', 'writer'])
export type ModelRole = Type.Static<typeof ModelRole>

/** The connected models. No key is ever sent. */
export const ModelList = Type.Object({
  canChange: Type.Boolean({ description: 'Whether models can be set up on the page.' }),
  connections: Type.Array(
    Type.Object({
      name: Type.String(),
      service: Type.String(),
      address: Type.String(),
      model: Type.String(),
      hasKey: Type.Boolean(),
      firstTokenMs: Type.Optional(Type.Number()),
      tokensPerSecond: Type.Optional(Type.Number()),
      contextTokens: Type.Optional(Type.Integer()),
    }),
  ),
  roles: Type.Object({
    planner: Type.Optional(Type.String()),
    narrator: Type.Optional(Type.String()),
    writer: Type.Optional(Type.String()),
  }),
  services: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      address: Type.Optional(Type.String()),
      needsKey: Type.Boolean(),
    }),
  ),
})
export type ModelList = Type.Static<typeof ModelList>

/** Model servers on the machine of the host. */
export const FoundServers = Type.Object({
  servers: Type.Array(
    Type.Object({
      service: Type.String(),
      title: Type.String(),
      address: Type.String(),
      models: Type.Array(Type.String()),
    }),
  ),
})
export type FoundServers = Type.Static<typeof FoundServers>

/** A model to connect to. */
export const NewConnection = Type.Object(
  {
    service: Type.String({ minLength: 1, maxLength: 100 }),
    address: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    name: Type.Optional(name()),
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: 'Stored, and never returned.' })),
    roles: Type.Array(ModelRole, { uniqueItems: true }),
  },
  { additionalProperties: false },
)
export type NewConnection = Type.Static<typeof NewConnection>

/** The connection of a role; null for the local model, or none. */
export const RoleChange = Type.Object({ role: ModelRole, name: nullable(name()) })
export type RoleChange = Type.Static<typeof RoleChange>
