import Type from 'typebox'
import { type ErrorBody, NewSession, SessionDetail, SessionEntry } from '../../api/resources.ts'
import { SessionMessage } from '../../api/session-message.ts'
import { toSessionEntry } from '../live/session-channels.ts'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

/** Sessions: list, create, read, follow. */
export function sessionRoutes({ host, channels, streams, opening }: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions',
      operationId: 'listSessions',
      summary: 'Every stored session, the one played last first',
      response: {
        status: 200,
        schema: Type.Object({ sessions: Type.Array(SessionEntry) }),
        description: 'The sessions.',
      },
      async handle() {
        return { sessions: (await host().listSessions()).map(toSessionEntry) }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions',
      operationId: 'createSession',
      summary: 'Creates a session, or opens the one of that name',
      body: NewSession,
      response: { status: 201, schema: SessionDetail, description: 'The session.' },
      refusals: { 422: 'The name is not right.' },
      async handle({ body }) {
        const name = body.name?.trim() || undefined
        const known = name === undefined ? undefined : await host().store.findSession(name)
        if (known) return channels.describe(known.sessionId)
        const title = name ?? opening.title ?? 'Untitled story'
        const session = await host().openSession(name, { ...opening.story, title, opening: opening.text })
        await channels.adopt(session)
        return channels.describe(session.id)
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}',
      operationId: 'getSession',
      summary: 'A session as it is now',
      response: { status: 200, schema: SessionDetail, description: 'The session.' },
      refusals: { 404: 'No session has this id or name.' },
      handle: ({ params }) => channels.describe(params.session),
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/events',
      operationId: 'followSession',
      summary: 'Everything that happens in a session, as server-sent events',
      description:
        'Each event has an id and, as its data, one message in JSON. The first message is a `snapshot`. A client ' +
        'that reconnects with the header `Last-Event-ID` (or the query `lastEventId`) gets the messages it missed, or a new ' +
        '`snapshot` if they are no longer available. A client that reads too slowly is disconnected.',
      query: Type.Object({ lastEventId: Type.Optional(Type.String({ maxLength: 100 })) }),
      response: {
        status: 200,
        schema: SessionMessage,
        contentType: 'text/event-stream',
        description: 'Messages, one for each event.',
      },
      refusals: { 404: 'No session has this id or name.', 503: 'Too many streams are open.' },
      async handle({ params, query, context }) {
        if (context.req.method === 'HEAD') return refuseHead()
        const channel = await channels.open(params.session)
        // Opens the session, unless another host has it, to find a turn that was lost.
        await channels.session((await channels.record(params.session)).sessionId).catch(() => {})
        const lastId = context.req.header('Last-Event-ID') ?? query.lastEventId
        await streams.serve(channel, context.env.outgoing, lastId)
        return RESPONSE_ALREADY_SENT
      },
    }),
  ]
}

/** A stream has no headers without the stream itself. */
function refuseHead(): Response {
  const message = 'An event stream can only be asked for with GET.'
  const body: ErrorBody = { error: { code: 'method_not_allowed', message } }
  return Response.json(body, { status: 405, headers: { Allow: 'GET', 'Cache-Control': 'no-store' } })
}
