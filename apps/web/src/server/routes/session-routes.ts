import Type from 'typebox'
import { type ErrorBody, NewName, NewSession, SessionCard, SessionDetail } from '../../api/resources.ts'
import { SessionMessage } from '../../api/session-message.ts'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createSession } from '../sessions/create-session.ts'
import { describeCards } from '../sessions/describe-cards.ts'
import { visitorOf } from '../share/guest-access.ts'
import { hostId } from '../share/table.ts'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

/** Sessions: list, create, read, follow. */
export function sessionRoutes(api: WebApi): Route[] {
  const { host, channels, streams } = api
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions',
      operationId: 'listSessions',
      summary: 'Every stored session, the one played last first',
      response: {
        status: 200,
        schema: Type.Object({ sessions: Type.Array(SessionCard) }),
        description: 'The sessions.',
      },
      async handle() {
        return { sessions: await describeCards(api, await host().listSessions()) }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions',
      operationId: 'createSession',
      summary: 'Creates a session, or opens the one of that name',
      body: NewSession,
      response: { status: 201, schema: SessionDetail, description: 'The session.' },
      refusals: {
        422: 'The name is not right, the campaign is not offered, or both a campaign and a premise are given.',
      },
      async handle({ body }) {
        const name = body.name?.trim() || undefined
        const known = name === undefined ? undefined : await host().store.findSession(name)
        if (known) return channels.describe(known.sessionId)
        return channels.describe(await createSession(api, body))
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
      method: 'patch',
      path: '/api/sessions/{session}',
      operationId: 'renameSession',
      summary: 'Gives a session another name, which is its title, too',
      body: NewName,
      response: { status: 200, schema: SessionDetail, description: 'The session.' },
      refusals: {
        404: 'No session has this id, name or title.',
        409: 'Another session has the name, or several have the title.',
        422: 'The name is not right.',
      },
      async handle({ params, body }) {
        const channel = await channels.open(params.session)
        const name = body.name.trim()
        await host().store.renameSession(channel.sessionId, { name, title: name })
        return channel.sendSession()
      },
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
        await channels.session(channel.sessionId).catch(() => {})
        const lastId = context.req.header('Last-Event-ID') ?? query.lastEventId
        const person = visitorOf(context)?.guestId ?? hostId
        context.env.outgoing.once('close', channels.arrive(channel.sessionId, person))
        await streams.serve(channel, context.env.outgoing, { lastId, person })
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
