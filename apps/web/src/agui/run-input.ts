import Type from 'typebox'
import { NewSession } from '../api/resources.ts'

/** What a client may add to a run for this server, in `forwardedProps.narratoria`. */
export const RunWishes = Type.Object({
  command: Type.Optional(
    Type.Enum(['undo', 'redo', 'retry', 'continue'], { description: 'Performed instead of the last message.' }),
  ),
  count: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The number of turns to undo or redo. Defaults to 1.' }),
  ),
  furtherChoices: Type.Optional(
    Type.Boolean({
      description:
        'Whether a run that plays stays open until the narrating model has added its choices to the turn. Defaults to false.',
    }),
  ),
  campaign: NewSession.properties.campaign,
  premise: NewSession.properties.premise,
})
export type RunWishes = Type.Static<typeof RunWishes>

/** The input of an AG-UI run. Its other fields, such as `state`, `tools` and `context`, are ignored. */
export const RunAgentInput = Type.Object({
  threadId: Type.String({ minLength: 1, maxLength: 120, description: 'The id, name or title of a session.' }),
  runId: Type.String({ minLength: 1, maxLength: 200 }),
  messages: Type.Array(
    Type.Object({
      id: Type.String({ maxLength: 500 }),
      role: Type.String({ maxLength: 50 }),
      content: Type.Optional(Type.Unknown({ description: 'A text or a list of parts.' })),
      toolCalls: Type.Optional(Type.Unknown()),
    }),
    { description: 'If the last one is of the role `user`, it is played. Without one the session is only read.' },
  ),
  forwardedProps: Type.Optional(
    Type.Unknown({
      description: 'Its member `narratoria` may have `command`, `count`, `furtherChoices`, `campaign` and `premise`.',
    }),
  ),
})
export type RunAgentInput = Type.Static<typeof RunAgentInput>
