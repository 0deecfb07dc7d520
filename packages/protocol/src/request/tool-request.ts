import Type from 'typebox'
import { PROTOCOL_VERSION } from '../event/events.ts'
import { AnyObject } from '../json.ts'

// Type.Tuple writes the form of JSON Schema drafts before 2020-12.
const SeqRange = Type.Unsafe<[from: number, to: number]>({
  type: 'array',
  prefixItems: [{ type: 'integer' }, { type: 'integer' }],
  minItems: 2,
  maxItems: 2,
})

/** The turn that an invocation belongs to, so that a skill's own data can follow undo and branches. */
export const TurnPosition = Type.Object({
  id: Type.String(),
  seq: Type.Integer({ minimum: 0, description: 'A number never used twice in a session; store it with your rows.' }),
  line: Type.Array(SeqRange, {
    description:
      'Inclusive ranges of seq on the way from the first turn to this one; read only rows whose seq lies in one.',
  }),
})
export type TurnPosition = Type.Static<typeof TurnPosition>

/** What a tool gets: one JSON line on standard input, then end of input (spec 001 §6). Tools ignore what they don't know. */
export const ToolRequest = Type.Object(
  {
    version: Type.Literal(PROTOCOL_VERSION),
    requestId: Type.String({ description: 'The plan that this invocation belongs to.' }),
    tool: Type.String({ description: "The tool's name." }),
    operation: Type.String({ description: 'What to do; "invoke" unless the host says otherwise.' }),
    input: AnyObject,
    dependencies: Type.Unsafe<Record<string, Type.Static<typeof AnyObject> | null>>({
      type: 'object',
      additionalProperties: { type: ['object', 'null'] },
      description: "Each direct dependency's output by toolId; null where an optional one failed.",
    }),
    state: AnyObject,
    attempt: Type.Integer({ minimum: 1 }),
    idempotencyKey: Type.String({ description: 'The same for every attempt at the same work.' }),
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The place of this invocation among those of its plan.' }),
    ),
    sessionId: Type.Optional(Type.String()),
    sessionName: Type.Optional(
      Type.String({
        description: "The session's name, where it has one: the same wherever the story is played again.",
      }),
    ),
    turn: Type.Optional(TurnPosition),
    skill: Type.Optional(
      Type.Object({
        name: Type.String(),
        dataDir: Type.String({ description: "A folder of the skill's own; create it before writing." }),
        config: AnyObject,
      }),
    ),
    host: Type.Optional(
      Type.Object({
        baseUrl: Type.String({ description: 'An OpenAI-compatible endpoint on loopback.' }),
        token: Type.String(),
      }),
    ),
  },
  { description: 'The request that a tool reads from standard input.' },
)
export type ToolRequest = Type.Static<typeof ToolRequest>
