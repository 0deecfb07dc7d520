import Type from 'typebox'
import { Invitation, NewPerson, NewVote, OwnShareView, ShareChange } from '../../api/share-resources.ts'
import { WebError } from '../errors.ts'
import { visitorOf } from '../share/guest-access.ts'
import { type Table, type Vote, hostId } from '../share/table.ts'
import type { SharedStories } from '../share/shared-stories.ts'
import type { WebApi } from '../web-api.ts'
import type { WebContext } from '../web-app.ts'
import { type Route, defineRoute } from '../route/route.ts'

const refusals = { 404: 'No such session or person.', 409: 'The server does not share stories, or the name is taken.' }
const voted = Type.Object({
  isOver: Type.Boolean({ description: 'Whether the vote has ended and its turn is played.' }),
})

/** Several people in one story: invitations, whose turn it is, votes. */
export function shareRoutes(api: WebApi): Route[] {
  const { channels, shared, streams } = api
  /** The table of a session, and who makes the request. */
  async function at(
    called: string,
    context: WebContext,
  ): Promise<{ sessionId: string; table: Table; you: string; stories: SharedStories }> {
    if (!shared)
      throw new WebError('not_shared', 'This server shares no stories; start it with "narratoria serve --share".', {
        status: 409,
      })
    const { sessionId } = await channels.record(called)
    const you = visitorOf(context)?.guestId ?? hostId
    return { sessionId, table: shared.of(sessionId), you, stories: shared }
  }
  const played = async (sessionId: string, vote: Vote) => {
    const channel = await channels.open(sessionId)
    const session = await channels.session(sessionId)
    const player = shared!.of(sessionId).nameOf(vote.by)
    await channel.play((signal) => session.play(vote.prompt, { signal, player }), {
      onPlayed: () => shared!.of(sessionId).played(vote.by),
    })
  }
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/share',
      operationId: 'getShare',
      summary: 'Who plays a story together, and whose turn it is',
      response: { status: 200, schema: OwnShareView, description: 'The people.' },
      refusals,
      async handle({ params, context }) {
        const { table, you } = await at(params.session, context)
        return { share: table.view(), you }
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/sessions/{session}/share',
      operationId: 'changeShare',
      summary: 'Changes how the players take turns, and the name of the host',
      body: ShareChange,
      response: { status: 200, schema: OwnShareView, description: 'The people.' },
      refusals,
      async handle({ params, body, context }) {
        const { sessionId, table, you, stories } = await at(params.session, context)
        table.change(body)
        stories.save()
        await channels.sendShare(sessionId)
        return { share: table.view(), you }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/share/people',
      operationId: 'invite',
      summary: 'Invites a person to a story by a link',
      body: NewPerson,
      response: { status: 201, schema: Invitation, description: 'The link. It is shown once.' },
      refusals,
      async handle({ params, body, context }) {
        const { sessionId, table, stories } = await at(params.session, context)
        const { guest, token } = stories.invite(sessionId, body)
        await channels.sendShare(sessionId)
        const person = table.view().people.find(({ id }) => id === guest.id)!
        return { person, url: `http://${api.linkHost ?? context.req.header('Host')}/?invite=${token}` }
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/sessions/{session}/share/people/{person}',
      operationId: 'removePerson',
      summary: 'Removes a person from a story; the link is no longer valid',
      response: { status: 200, schema: OwnShareView, description: 'The people who are left.' },
      refusals,
      async handle({ params, context }) {
        const { sessionId, table, you, stories } = await at(params.session, context)
        stories.remove(sessionId, params.person)
        streams.endOf(params.person)
        await channels.sendShare(sessionId)
        return { share: table.view(), you }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/share/votes',
      operationId: 'vote',
      summary: 'Votes for what happens next; when all players who are here have voted, it is played',
      body: NewVote,
      response: { status: 202, schema: voted, description: 'The vote was counted.' },
      refusals: { ...refusals, 409: 'The players do not vote, or a turn is being played.' },
      async handle({ params, body, context }) {
        const { sessionId, table, you } = await at(params.session, context)
        if ((await channels.open(sessionId)).playing)
          throw new WebError('session_busy', 'A turn is being played; wait for its end.', { status: 409 })
        const vote = table.vote(you, body.prompt)
        if (vote) await played(sessionId, vote)
        await channels.sendShare(sessionId)
        return { isOver: vote !== undefined }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/share/votes/end',
      operationId: 'endVote',
      summary: 'Ends the vote and plays what has the most votes so far',
      response: { status: 202, schema: voted, description: 'The turn was started.' },
      refusals: { ...refusals, 409: 'There is no vote yet, or a turn is being played.' },
      async handle({ params, context }) {
        const { sessionId, table } = await at(params.session, context)
        const vote = table.result()
        if (!vote) throw new WebError('not_your_turn', 'There is no vote yet.', { status: 409 })
        await played(sessionId, vote)
        await channels.sendShare(sessionId)
        return { isOver: true }
      },
    }),
  ]
}
