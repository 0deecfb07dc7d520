import Type from 'typebox'
import { StateOrigin, StateView } from '../../api/resources.ts'
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
  ]
}
