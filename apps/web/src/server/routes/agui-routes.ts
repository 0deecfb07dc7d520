import { RunAgentInput } from '../../agui/run-input.ts'
import { runAgent } from '../agui/run-agent.ts'
import { type Route, defineRoute } from '../route/route.ts'
import type { WebApi } from '../web-api.ts'

/** Clients send all messages of the thread with each run. */
const bodyLimit = 16 * 1024 * 1024

/** The turns of a session as runs of the AG-UI protocol. */
export function aguiRoutes(api: WebApi): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/agui',
      operationId: 'runAgent',
      summary: 'Plays a turn as a run of the AG-UI protocol',
      description:
        'Each server-sent event has one AG-UI event in JSON as its data. A thread is a session; it is created if there is none. ' +
        'Closing the request cancels the turn.',
      body: RunAgentInput,
      bodyLimit,
      response: { status: 200, contentType: 'text/event-stream', description: 'The events of the run.' },
      refusals: { 413: 'The body is larger than 16 MiB.' },
      handle: ({ body }) => runAgent(api, body),
    }),
  ]
}
