import Type from 'typebox'
import { PROTOCOL_VERSION } from '../event/events.ts'
import { AnyObject, type JsonValue } from '../json.ts'
import { ToolState } from '../result/result.ts'
import { StoryNotes } from './story-notes.ts'

/** The text of an entry of a lorebook, and where it stands in a request to a narrating model. */
const LoreText = Type.Object({
  name: Type.String(),
  text: Type.String(),
  depth: Type.Optional(
    Type.Object(
      { messages: Type.Integer({ minimum: 0 }), from: Type.Enum(['end', 'start']) },
      {
        description:
          'The text stands among the messages of the story: the number of messages after it, or before it where `from` is `start`.',
      },
    ),
  ),
  role: Type.Optional(
    Type.Enum(['system', 'user', 'assistant'], {
      description: 'Whose message the text is part of, where there is a choice.',
    }),
  ),
})
type LoreText = Type.Static<typeof LoreText>

// Type.Tuple uses the form of JSON Schema before 2020-12.
const SeqRange = Type.Unsafe<[from: number, to: number]>({
  type: 'array',
  prefixItems: [{ type: 'integer' }, { type: 'integer' }],
  minItems: 2,
  maxItems: 2,
})

/** The turn of an invocation, so that a skill's data can follow undo and branches. */
export const TurnPosition = Type.Object({
  id: Type.String(),
  seq: Type.Integer({
    minimum: 0,
    description: 'A number that is unique within the session. Store it with your rows.',
  }),
  line: Type.Array(SeqRange, {
    description:
      'Inclusive ranges of the seq of the turns that lead to this one. Read only rows whose seq is in a range.',
  }),
})
export type TurnPosition = Type.Static<typeof TurnPosition>

/** The outcome of a dependency, so that a tool can narrate or judge what happened before it. */
export const DependencyOutcome = Type.Object({
  state: ToolState,
  summary: Type.Optional(Type.String()),
  refused: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.String({ description: 'The message of a dependency that failed.' })),
})
export type DependencyOutcome = Omit<Type.Static<typeof DependencyOutcome>, 'state'> & { state: ToolState }

/** The request to a tool: one line of JSON on standard input, then end of input. Tools ignore unknown fields. */
export const ToolRequest = Type.Object(
  {
    version: Type.Literal(PROTOCOL_VERSION),
    requestId: Type.String({ description: 'The id of the plan of this invocation.' }),
    tool: Type.String({ description: "The tool's name." }),
    operation: Type.String({ description: 'The operation; hosts send "invoke".' }),
    input: AnyObject,
    dependencies: Type.Unsafe<Record<string, Type.Static<typeof AnyObject> | null>>({
      type: 'object',
      additionalProperties: { type: ['object', 'null'] },
      description: 'The output of each direct dependency by toolId; null for a failed optional one.',
    }),
    outcomes: Type.Optional(
      Type.Unsafe<Record<string, DependencyOutcome>>({
        type: 'object',
        additionalProperties: DependencyOutcome,
        description: 'The outcome of each direct dependency by toolId, in plan order.',
      }),
    ),
    results: Type.Optional(
      Type.Unsafe<Record<string, JsonValue>>({
        type: 'object',
        description: 'The done.result of each direct dependency that returned one, by toolId.',
      }),
    ),
    state: AnyObject,
    attempt: Type.Integer({ minimum: 1 }),
    idempotencyKey: Type.String({ description: 'The same for every attempt of this invocation.' }),
    position: Type.Optional(Type.Integer({ minimum: 0, description: 'The index of this invocation in its plan.' })),
    sessionId: Type.Optional(Type.String()),
    sessionName: Type.Optional(
      Type.String({
        description: "The session's name, if it has one. A replay on another machine has the same name.",
      }),
    ),
    turn: Type.Optional(TurnPosition),
    skill: Type.Optional(
      Type.Object({
        name: Type.String(),
        dataDir: Type.String({ description: "The skill's data folder. Create it before writing." }),
        config: AnyObject,
      }),
    ),
    assetsDir: Type.Optional(
      Type.String({
        description:
          'A folder for the files of this invocation, which the host copies and removes. Create it before writing.',
      }),
    ),
    campaign: Type.Optional(
      Type.Object({
        name: Type.String(),
        path: Type.String({ description: "The session's world, compiled to one JSON file." }),
      }),
    ),
    story: Type.Optional(
      Type.Object(
        {
          summary: Type.Array(Type.String(), { description: 'What happened before the turns, oldest first.' }),
          turns: Type.Array(Type.Object({ seq: Type.Integer(), prompt: Type.String(), narrative: Type.String() }), {
            description: 'The last turns before this one, oldest first.',
          }),
          notes: Type.Optional(StoryNotes),
          guidance: Type.Optional(
            Type.Array(Type.Object({ skill: Type.String(), description: Type.String(), text: Type.String() }), {
              description: 'The texts of skills that bring guidance only, by descending priority.',
            }),
          ),
          lore: Type.Optional(
            Type.Array(LoreText, {
              description: 'Entries of lorebooks that fit this turn, in the order in which they are read.',
            }),
          ),
        },
        { description: 'The story so far. Only scripts of the stage "narrate" receive it.' },
      ),
    ),
    traceparent: Type.Optional(
      Type.String({
        description:
          'The W3C trace context of this attempt, for the spans and requests of the tool. Sent only by hosts that trace.',
      }),
    ),
    tracestate: Type.Optional(Type.String({ description: 'The `tracestate` that belongs to `traceparent`.' })),
    host: Type.Optional(
      Type.Object({
        baseUrl: Type.String({ description: 'An OpenAI-compatible endpoint on loopback.' }),
        token: Type.String(),
        contextTokens: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Most tokens of a request and its answer together, if known.' }),
        ),
      }),
    ),
  },
  { description: 'The request that a tool reads from standard input.' },
)
export type ToolRequest = Type.Static<typeof ToolRequest>
