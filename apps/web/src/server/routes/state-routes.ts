import Type from 'typebox'
import { ContextView, PlayerViewBody, StateOrigin, StateView } from '../../api/resources.ts'
import { readPlayerView } from '../state/read-player-view.ts'
import { readOrigin, readState } from '../state/read-state.ts'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

const refusals = { 404: 'No such session or turn.' }

/** The state: values, changes, and the writer of a key. */
export function stateRoutes(api: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/state',
      operationId: 'getState',
      summary: 'The state after a turn, and what that turn changed',
      query: Type.Object({
        turn: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'Defaults to the last stored turn. The turn being played is accepted too.',
          }),
        ),
      }),
      response: { status: 200, schema: StateView, description: 'The state.' },
      refusals,
      handle: ({ params, query }) => readState(api, params.session, query.turn),
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/state/origin',
      operationId: 'getStateOrigin',
      summary: 'Which turn and which tool wrote a key of the state last',
      query: Type.Object({
        path: Type.String({ maxLength: 2_000, description: 'A JSON Pointer, such as /inventory/torch.' }),
      }),
      response: { status: 200, schema: StateOrigin, description: 'The origin; null where no stored turn wrote it.' },
      refusals,
      handle: ({ params, query }) => readOrigin(api, params.session, query.path),
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/view',
      operationId: 'getPlayerView',
      summary: 'What the player knows of the world: the place, what is carried, people, goals',
      response: { status: 200, schema: PlayerViewBody, description: 'The view after the last stored turn.' },
      refusals: { ...refusals, 409: 'Another host has the session open.' },
      handle: ({ params }) => readPlayerView(api, params.session),
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/context',
      operationId: 'getContext',
      summary: 'What the narrating model was sent in the last turn',
      response: { status: 200, schema: ContextView, description: 'The blocks, in the order in which they were sent.' },
      refusals,
      async handle({ params }) {
        const { sessionId } = await api.channels.record(params.session)
        const context = (await api.host().store.contextOf(sessionId)) ?? null
        return api.host().skills.maskSecrets({ context })
      },
    }),
  ]
}
