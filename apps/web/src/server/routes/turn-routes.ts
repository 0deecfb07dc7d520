import Type from 'typebox'
import {
  BranchView,
  HeadMove,
  NewTurn,
  SessionDetail,
  TurnBegun,
  TurnEdit,
  TurnPage,
  TurnTexts,
} from '../../api/resources.ts'
import { readCommand } from '../../api/read-command.ts'
import { TurnView } from '../../api/turn-view.ts'
import { moveHead, retryTurn } from '../live/move-head.ts'
import { readBranches } from '../turns/branch-tree.ts'
import { WebError } from '../errors.ts'
import { visitorOf } from '../share/guest-access.ts'
import { hostId } from '../share/table.ts'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

const refusals = { 404: 'No such session or turn.', 409: 'A turn is being played, or there is no turn to move to.' }
const started = {
  status: 202 as const,
  schema: TurnBegun,
  description: 'The turn was started. Its progress is reported on the event stream.',
}
const moved = { status: 200 as const, schema: SessionDetail, description: 'The session as it is now.' }

/** Refuses a prompt that only asks to undo a turn; the operation for undo is another. */
function refuseCommand(prompt: string): void {
  const command = readCommand(prompt)
  if (command !== undefined && command !== 'unknown' && command.name === 'undo')
    throw new WebError('invalid_request', 'A turn is undone by POST /api/sessions/{session}/undo, not by a prompt.', {
      status: 422,
    })
}

/** Turns: read, play, stop, and move between them. */
export function turnRoutes({ host, channels, turns, shared }: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/turns',
      operationId: 'listTurns',
      summary: 'A part of the played line, oldest first',
      description: 'Without `offset` the last `limit` turns.',
      query: Type.Object({
        offset: Type.Optional(Type.Integer({ minimum: 0 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
      response: { status: 200, schema: TurnPage, description: 'The turns.' },
      refusals,
      async handle({ params, query }) {
        const { sessionId, lineLength: total, head } = await channels.describe(params.session)
        const limit = query.limit ?? 40
        const offset = Math.min(query.offset ?? Math.max(0, total - limit), total)
        // A store returns the end of a line, so the requested part is cut from it.
        const tail = await host().store.line(sessionId, head, total - offset)
        return { total, offset, turns: await turns.items(sessionId, tail.slice(0, limit)) }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/turns',
      operationId: 'playTurn',
      summary: 'Plays a turn',
      body: NewTurn,
      response: started,
      refusals: {
        ...refusals,
        409: 'A turn is being played, or it is the turn of another person.',
        422: 'The prompt is empty, too long, or only asks to undo a turn.',
      },
      async handle({ params, body, context }) {
        refuseCommand(body.prompt)
        const channel = await channels.open(params.session)
        const session = await channels.session(channel.sessionId)
        const table = shared?.of(channel.sessionId)
        if (!table?.isShared) return channel.play((signal) => session.play(body.prompt, { signal }))
        const person = visitorOf(context)?.guestId ?? hostId
        table.checkTurn(person)
        const player = table.nameOf(person)
        return channel.play((signal) => session.play(body.prompt, { signal, player }), {
          onPlayed: () => table.played(person),
          by: person,
        })
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/sessions/{session}/turns/current',
      operationId: 'cancelTurn',
      summary: 'Cancels the turn being played; it is not stored',
      response: { status: 204, description: 'It is being stopped.' },
      refusals: { ...refusals, 409: 'No turn is being played.' },
      async handle({ params, context }) {
        const channel = await channels.open(params.session)
        const guest = visitorOf(context)?.guestId
        if (guest !== undefined && channel.playing && channel.playedBy !== guest)
          throw new WebError('not_allowed', 'Only the host and the person whose turn it is can stop it.', {
            status: 403,
          })
        channel.cancel()
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/turns/{turn}',
      operationId: 'getTurn',
      summary: 'All details of a stored turn',
      response: { status: 200, schema: TurnView, description: 'The turn.' },
      refusals,
      async handle({ params }) {
        const { sessionId } = await channels.record(params.session)
        return turns.view(sessionId, params.turn)
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/sessions/{session}/turns/{turn}',
      operationId: 'editTurn',
      summary: 'Replaces the text of a turn; the text before is kept, and the state does not change',
      body: TurnEdit,
      response: moved,
      refusals: { ...refusals, 422: 'A text is empty or too long, or there is none.' },
      handle: ({ params, body }) =>
        moveHead(channels, params.session, async (session) => {
          const { turnId } = await session.edit(body, params.turn)
          turns.forget(session.id, turnId)
        }),
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/turns/{turn}/texts',
      operationId: 'listTexts',
      summary: 'The texts of a turn: as played, and those it was given since',
      response: { status: 200, schema: TurnTexts, description: 'The texts.' },
      refusals,
      async handle({ params }) {
        const session = await channels.find(params.session)
        return host().skills.maskSecrets({ texts: await session.texts(params.turn) })
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/swipe',
      operationId: 'swipe',
      summary: 'Shows another text of the last turn: one of its own, or of a turn that was played at the same point',
      query: Type.Object({
        by: Type.Optional(
          Type.Integer({ enum: [1, -1], description: '1 for the next text, -1 for the one before. Defaults to 1.' }),
        ),
      }),
      response: moved,
      refusals,
      handle: ({ params, query }) =>
        moveHead(channels, params.session, async (session) => {
          const { turn } = await session.swipe(query.by === -1 ? -1 : 1)
          turns.forget(session.id, turn.turnId)
        }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/continue',
      operationId: 'continueStory',
      summary: 'Plays a turn that goes on with the narration, without an act of the player',
      response: started,
      refusals: { ...refusals, 409: 'A turn is being played, it is the turn of another person, or the players vote.' },
      async handle({ params }) {
        const channel = await channels.open(params.session)
        const session = await channels.session(channel.sessionId)
        // Undo is allowed at any time, but only the player whose turn it is may continue.
        shared?.of(channel.sessionId).checkTurn(hostId)
        return channel.play((signal) => session.continue({ signal }))
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/turns/{turn}/retry',
      operationId: 'retryTurn',
      summary: 'Retries a turn: plays its prompt again from the same point; the old turn stays as an alternative',
      response: started,
      refusals,
      handle: ({ params }) => retryTurn(channels, params.session, { turnId: params.turn, shared }),
    }),
    ...(['undo', 'redo'] as const).map((direction) =>
      defineRoute({
        method: 'post',
        path: `/api/sessions/{session}/${direction}`,
        operationId: direction,
        summary: direction === 'undo' ? 'Undoes the last turn; nothing is deleted' : 'Redoes the last undone turn',
        query: Type.Object({
          steps: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of turns. Defaults to 1.' })),
        }),
        response: moved,
        refusals,
        handle: ({ params, query }) => moveHead(channels, params.session, (session) => session[direction](query.steps)),
      }),
    ),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/branches',
      operationId: 'listBranches',
      summary: 'The branches of a session, the oldest first; at most the newest 200',
      response: {
        status: 200,
        schema: Type.Object({ branches: Type.Array(BranchView) }),
        description: 'The branches.',
      },
      refusals,
      async handle({ params }) {
        const branches = await readBranches(host().store, await channels.record(params.session))
        return host().skills.maskSecrets({ branches })
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/sessions/{session}/head',
      operationId: 'moveHead',
      summary: 'Moves the head to another turn: an earlier one, an alternative, or the beginning',
      body: HeadMove,
      response: moved,
      refusals,
      handle: ({ params, body }) => moveHead(channels, params.session, (session) => session.moveTo(body.turnId)),
    }),
  ]
}
