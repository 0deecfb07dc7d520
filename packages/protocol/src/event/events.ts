import Type from 'typebox'
import { AnyObject, AnyValue } from '../json.ts'

/** The protocol version in every event and request. */
export const PROTOCOL_VERSION = '0'

/** The fields of every event. Unknown fields are kept and ignored. */
const envelope = {
  version: Type.Literal(PROTOCOL_VERSION),
  requestId: Type.Optional(Type.String({ description: 'The requestId of the request.' })),
  timestamp: Type.Optional(Type.String({ description: 'When the event happened, an ISO 8601 date and time.' })),
}

/** Progress or diagnostic information. It is never an error by itself. */
export const LogEvent = Type.Object(
  {
    ...envelope,
    type: Type.Literal('log'),
    level: Type.Enum(['debug', 'info', 'warn', 'error']),
    message: Type.String(),
    fields: Type.Optional(AnyObject),
  },
  { description: 'Progress or diagnostic information. A log is never an error by itself.' },
)
export type LogEvent = Type.Static<typeof LogEvent>

/** A merge patch to the session state. */
export const StatePatchEvent = Type.Object(
  { ...envelope, type: Type.Literal('state_patch'), patch: AnyObject },
  { description: 'A patch to the session state: objects merge, arrays are replaced, null removes a key (RFC 7396).' },
)
export type StatePatchEvent = Type.Static<typeof StatePatchEvent>

/** A file that the tool wrote. */
export const AssetEvent = Type.Object(
  {
    ...envelope,
    type: Type.Literal('asset'),
    assetId: Type.String({ minLength: 1, description: 'Unique within the invocation.' }),
    kind: Type.String({ description: 'A broad category: image, audio, video, model …' }),
    mediaType: Type.String({ description: 'A media type such as image/png.' }),
    path: Type.String({ minLength: 1, description: 'The finished file, absolute or from the working directory.' }),
    metadata: Type.Optional(AnyObject),
  },
  { description: 'A file that the tool wrote, complete when the event is emitted.' },
)
export type AssetEvent = Type.Static<typeof AssetEvent>

/** A request to the user interface. */
export const UiEvent = Type.Object(
  {
    ...envelope,
    type: Type.Literal('ui_event'),
    event: Type.String({
      minLength: 1,
      description: 'narrative_choice, narration, dice_roll, progress, or a custom name.',
    }),
    payload: Type.Optional(AnyValue),
  },
  { description: 'A request to the user interface; a name that the host does not know is shown as a placeholder.' },
)
export type UiEvent = Type.Static<typeof UiEvent>

/** A structured error. It does not end the invocation by itself. */
export const ErrorEvent = Type.Object(
  {
    ...envelope,
    type: Type.Literal('error'),
    errorCode: Type.String({ minLength: 1 }),
    errorMessage: Type.String(),
    details: Type.Optional(AnyObject),
  },
  {
    description:
      'A structured error. It does not end the invocation. details.retryable false means that a retry is useless.',
  },
)
export type ErrorEvent = Type.Static<typeof ErrorEvent>

/** The end of the invocation. */
export const DoneEvent = Type.Object(
  {
    ...envelope,
    type: Type.Literal('done'),
    ok: Type.Boolean(),
    summary: Type.Optional(Type.String()),
    result: Type.Optional({
      ...AnyValue,
      description: 'With ok true: the return value, for the tools that depend on this one. At most 1 MiB as JSON.',
    }),
    refused: Type.Optional(
      Type.Boolean({
        description:
          'With ok true: the tool understood the request, but the story forbids the act. The summary says why to the player.',
      }),
    ),
  },
  { description: 'The end of the invocation, exactly once. ok is true for a success.' },
)
export type DoneEvent = Type.Static<typeof DoneEvent>

/** One line of a tool's standard output. */
export const ProtocolEvent = Type.Union([LogEvent, StatePatchEvent, AssetEvent, UiEvent, ErrorEvent, DoneEvent])
export type ProtocolEvent = LogEvent | StatePatchEvent | AssetEvent | UiEvent | ErrorEvent | DoneEvent
