import Type from 'typebox'
import { type ErrorBody, NewName, NewSession, SessionCard, SessionDetail } from '../../api/resources.ts'
import { SessionMessage } from '../../api/session-message.ts'
import { toSessionEntry } from '../live/session-channels.ts'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { NewStory } from '@narratoria/runtime'
import { WebError } from '../errors.ts'
import type { StoryBeginnings } from '../host.ts'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

/** The sessions of a list whose last turn is read. */
const describedCards = 50

/** Sessions: list, create, read, follow. */
export function sessionRoutes({ host, channels, turns, streams, opening, beginnings }: WebApi): Route[] {
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
        const sessions = await host().listSessions()
        const ends = await Promise.all(sessions.slice(0, describedCards).map((session) => turns.end(session)))
        return {
          sessions: sessions.map((session, index) => ({
            ...toSessionEntry(session),
            lastLine: ends[index]?.lastLine ?? '',
            pictureUrl: ends[index]?.pictureUrl ?? null,
          })),
        }
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
        const wanted = await begin(beginnings, body)
        const title = name ?? opening.title ?? 'Untitled story'
        const usual = { ...opening.story, title, opening: opening.text }
        const session = await host().openSession(name, wanted ? { ...wanted, ...(name && { title: name }) } : usual)
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
        const { sessionId } = await channels.record(params.session)
        const name = body.name.trim()
        await host().store.renameSession(sessionId, { name, title: name })
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
        await channels.session((await channels.record(params.session)).sessionId).catch(() => {})
        const lastId = context.req.header('Last-Event-ID') ?? query.lastEventId
        await streams.serve(channel, context.env.outgoing, lastId)
        return RESPONSE_ALREADY_SENT
      },
    }),
  ]
}

/** The beginning that a request asks for; `undefined` for the host's own. */
async function begin(
  beginnings: StoryBeginnings | undefined,
  { campaign, premise, openingNumber }: NewSession,
): Promise<NewStory | undefined> {
  const refuse = (field: string, message: string) =>
    new WebError('invalid_request', `This story cannot begin: ${message}.`, {
      status: 422,
      issues: [{ field, message }],
    })
  if (campaign !== undefined && premise !== undefined) throw refuse('premise', 'it has a campaign already')
  if (campaign !== undefined) {
    const offered = (await beginnings?.list())?.find(({ name }) => name === campaign)
    if (!beginnings || !offered) throw refuse('campaign', 'is none of those offered')
    const openings = offered.openings?.length ?? 1
    if (openingNumber !== undefined && openingNumber > openings)
      throw refuse('openingNumber', `the campaign has ${openings} ${openings === 1 ? 'opening' : 'openings'}`)
    return beginnings.begin({ campaign, ...(openingNumber !== undefined && { openingNumber }) })
  }
  if (premise === undefined) return undefined
  if (!beginnings) throw refuse('premise', 'this host builds no worlds')
  return beginnings.begin({ premise: premise.trim() })
}

/** A stream has no headers without the stream itself. */
function refuseHead(): Response {
  const message = 'An event stream can only be asked for with GET.'
  const body: ErrorBody = { error: { code: 'method_not_allowed', message } }
  return Response.json(body, { status: 405, headers: { Allow: 'GET', 'Cache-Control': 'no-store' } })
}
