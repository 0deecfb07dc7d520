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

const ofType = <Name extends string, Fields extends Type.TProperties>(
  type: Name,
  fields: Fields,
  description?: string,
) => Type.Object({ type: Type.Literal(type), ...fields }, { ...(description !== undefined && { description }) })

/** An event of a turn as it is sent to clients, without file paths and duplicate information. */
export const TurnWireEvent = Type.Union([
  ofType('turn_started', { turnId: Type.String(), seq: Type.Integer(), prompt: Type.String() }),
  ofType('plan', { plan: PlanView }),
  ofType('tool_waiting', { ...ofTool, at: time(), waitsFor: Type.Array(Type.String()) }),
  ofType('tool_started', { ...ofTool, attempt: attempt(), at: time() }),
  ofType('tool_event', { ...ofTool, attempt: attempt(), at: time(), event: AnyProtocolEvent }),
  ofType('tool_retry', {
    ...ofTool,
    attempt: attempt(),
    at: time(),
    delayMs: Type.Number(),
    errorCode: Type.String(),
    error: Type.String(),
  }),
  ofType('tool_finished', { ...ofTool, at: time(), result: FinishedTool }),
  ofType('asset', { asset: AssetView }),
  ofType('state', { patch: AnyObject, toolId: Type.Optional(Type.String()) }),
  ofType('narration', { text: Type.String(), append: Type.Boolean(), replace: Type.Optional(Type.Boolean()) }),
  ofType('choices', { choices: Type.Array(Choice) }),
  ofType('model_used', {
    role: Type.String(),
    model: Type.String(),
    promptTokens: Type.Optional(Type.Integer({ minimum: 0 })),
    completionTokens: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  ofType('replan', {
    attempt: attempt(),
    reason: Type.String(),
    message: Type.String(),
    disabledSkills: Type.Array(Type.String()),
  }),
  ofType('warning', { code: Type.String(), message: Type.String(), toolId: Type.Optional(Type.String()) }),
  ofType('turn_finished', {
    turnId: Type.String(),
    narrative: Type.String(),
    choices: Type.Array(Choice),
    fallback: Type.Boolean(),
    status: Type.Enum(['stored', 'cancelled'], { description: 'A cancelled turn is not part of the story.' }),
  }),
  ofType('turn_failed', { turnId: Type.String(), message: Type.String() }),
])
export type TurnWireEvent = Type.Static<typeof TurnWireEvent>

/** One message of a session's event stream. */
export const SessionMessage = Type.Union([
  ofType(
    'snapshot',
    {
      session: SessionDetail,
      live: nullable(TurnView, { description: 'The turn being played.' }),
      share: nullable(ShareView, { description: 'Who plays together; null without guests.' }),
    },
    'The complete state. Sent first, and when missed messages are no longer available.',
  ),
  ofType('turn', { event: TurnWireEvent }, 'Something happened in the turn being played.'),
  ofType('session', { session: SessionDetail }, 'The session changed: a turn was stored, or the head moved.'),
  ofType(
    'choices',
    { turnId: Type.String(), choices: Type.Array(Choice) },
    'A stored turn has further choices. Those before keep their places.',
  ),
  ofType('share', { share: ShareView }, 'Who plays together, and whose turn it is, has changed.'),
  ofType('skills', {}, 'The skills changed: read them again.'),
  ofType('ping', {}, 'Sent at least every 15 seconds.'),
])
export type SessionMessage = Type.Static<typeof SessionMessage>
