import { Choice, type ProtocolEvent } from '@narratoria/protocol'
import Type from 'typebox'
import { AnyObject, nullable, time } from './schema-parts.ts'
import { SessionDetail } from './resources.ts'
import { ShareView } from './share-resources.ts'
import { AssetView, FinishedTool, PlanView, TurnView } from './turn-view.ts'

const AnyProtocolEvent = Type.Unsafe<ProtocolEvent>({
  type: 'object',
  description: 'A line of a tool, see tool-protocol.openapi.yaml; asset events come as `asset` instead.',
})
const ofTool = { planId: Type.String(), toolId: Type.String() }
const attempt = () => Type.Integer({ minimum: 1 })

/** An event of a turn as it is sent to clients, without file paths and duplicate information. */
export const TurnWireEvent = Type.Union([
  Type.Object({
    type: Type.Literal('turn_started'),
    turnId: Type.String(),
    seq: Type.Integer(),
    prompt: Type.String(),
  }),
  Type.Object({ type: Type.Literal('plan'), plan: PlanView }),
  Type.Object({ ...ofTool, type: Type.Literal('tool_waiting'), at: time(), waitsFor: Type.Array(Type.String()) }),
  Type.Object({ ...ofTool, type: Type.Literal('tool_started'), attempt: attempt(), at: time() }),
  Type.Object({
    ...ofTool,
    type: Type.Literal('tool_event'),
    attempt: attempt(),
    at: time(),
    event: AnyProtocolEvent,
  }),
  Type.Object({
    ...ofTool,
    type: Type.Literal('tool_retry'),
    attempt: attempt(),
    at: time(),
    delayMs: Type.Number(),
    errorCode: Type.String(),
    error: Type.String(),
  }),
  Type.Object({ ...ofTool, type: Type.Literal('tool_finished'), at: time(), result: FinishedTool }),
  Type.Object({ type: Type.Literal('asset'), asset: AssetView }),
  Type.Object({ type: Type.Literal('state'), patch: AnyObject, toolId: Type.Optional(Type.String()) }),
  Type.Object({
    type: Type.Literal('narration'),
    text: Type.String(),
    append: Type.Boolean(),
    replace: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ type: Type.Literal('choices'), choices: Type.Array(Choice) }),
  Type.Object({
    type: Type.Literal('model_used'),
    role: Type.String(),
    model: Type.String(),
    promptTokens: Type.Optional(Type.Integer({ minimum: 0 })),
    completionTokens: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  Type.Object({
    type: Type.Literal('replan'),
    attempt: attempt(),
    reason: Type.String(),
    message: Type.String(),
    disabledSkills: Type.Array(Type.String()),
  }),
  Type.Object({
    type: Type.Literal('warning'),
    code: Type.String(),
    message: Type.String(),
    toolId: Type.Optional(Type.String()),
  }),
  Type.Object({
    type: Type.Literal('turn_finished'),
    turnId: Type.String(),
    narrative: Type.String(),
    choices: Type.Array(Choice),
    fallback: Type.Boolean(),
    status: Type.Enum(['stored', 'cancelled'], { description: 'A cancelled turn is not part of the story.' }),
  }),
  Type.Object({ type: Type.Literal('turn_failed'), turnId: Type.String(), message: Type.String() }),
])
export type TurnWireEvent = Type.Static<typeof TurnWireEvent>

/** One message of a session's event stream. */
export const SessionMessage = Type.Union([
  Type.Object(
    {
      type: Type.Literal('snapshot'),
      session: SessionDetail,
      live: nullable(TurnView, { description: 'The turn being played.' }),
      share: nullable(ShareView, { description: 'Who plays together; null without guests.' }),
    },
    { description: 'The complete state. Sent first, and when missed messages are no longer available.' },
  ),
  Type.Object(
    { type: Type.Literal('turn'), event: TurnWireEvent },
    { description: 'Something happened in the turn being played.' },
  ),
  Type.Object(
    { type: Type.Literal('session'), session: SessionDetail },
    { description: 'The session changed: a turn was stored, or the head moved.' },
  ),
  Type.Object(
    { type: Type.Literal('choices'), turnId: Type.String(), choices: Type.Array(Choice) },
    { description: 'A stored turn has further choices. Those before keep their places.' },
  ),
  Type.Object(
    { type: Type.Literal('share'), share: ShareView },
    { description: 'Who plays together, and whose turn it is, has changed.' },
  ),
  Type.Object({ type: Type.Literal('skills') }, { description: 'The skills changed: read them again.' }),
  Type.Object({ type: Type.Literal('ping') }, { description: 'Sent at least every 15 seconds.' }),
])
export type SessionMessage = Type.Static<typeof SessionMessage>
