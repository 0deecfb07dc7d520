import { deleteTrashed, duplicateSession, findInText, findStory, trashOf } from '@narratoria/runtime/manage'
import type { SessionRecord, SessionStore } from '@narratoria/runtime'
import type { TrashedSession } from '@narratoria/runtime/store'
import Type from 'typebox'
import { Found, NewCopy, NewTags, TrashEntry } from '../../api/library-resources.ts'
import { SessionDetail } from '../../api/resources.ts'
import { WebError } from '../errors.ts'
import { toSessionEntry } from '../live/session-channels.ts'
import { type Route, defineRoute } from '../route/route.ts'
import type { WebApi } from '../web-api.ts'

const notFound = { 404: 'No session has this id, name or title.' }

/** The stories as a whole: trash, copies, tags, search. */
export function libraryRoutes({ host, channels, streams, opening }: WebApi): Route[] {
  return [
    defineRoute({
      method: 'delete',
      path: '/api/sessions/{session}',
      operationId: 'trashSession',
      summary: 'Puts a session into the trash, where it stays for 30 days',
      response: { status: 200, schema: TrashEntry, description: 'The session in the trash.' },
      refusals: { ...notFound, 409: 'A turn is being played, or another host has the session open.' },
      async handle({ params }) {
        const { sessionId } = await channels.record(params.session)
        await channels.release(sessionId)
        const channel = await channels.open(sessionId)
        const trashed = await host().store.trashSession(sessionId)
        streams.end(channel)
        await deleteTrashed(host().store, { data: host() })
        return toTrashEntry(trashed)
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/trash',
      operationId: 'listTrash',
      summary: 'The sessions in the trash, the last one first',
      response: {
        status: 200,
        schema: Type.Object({ sessions: Type.Array(TrashEntry) }),
        description: 'The sessions.',
      },
      handle: async () => ({ sessions: (await host().store.listTrash()).map(toTrashEntry) }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/trash/{session}/restore',
      operationId: 'restoreSession',
      summary: 'Takes a session out of the trash',
      response: { status: 200, schema: SessionDetail, description: 'The session.' },
      refusals: {
        404: 'No session in the trash has this id, name or title.',
        409: 'Several sessions in the trash have this title.',
      },
      async handle({ params }) {
        const { store } = host()
        const { sessionId } = await findStory(await trashOf(store), params.session, { exact: true })
        await store.restoreSession(sessionId)
        return channels.describe(sessionId)
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/trash',
      operationId: 'emptyTrash',
      summary: 'Deletes every session in the trash permanently',
      response: {
        status: 200,
        schema: Type.Object({ deleted: Type.Integer({ description: 'The number of sessions.' }) }),
        description: 'The trash is empty.',
      },
      handle: async () => ({ deleted: (await deleteTrashed(host().store, { all: true, data: host() })).length }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/copies',
      operationId: 'duplicateSession',
      summary: 'Copies a session with all its branches',
      body: NewCopy,
      response: { status: 201, schema: SessionDetail, description: 'The copy.' },
      refusals: { ...notFound, 409: 'Another session has the name.', 422: 'The name is not right.' },
      async handle({ params, body }) {
        const { sessionId } = await channels.record(params.session)
        const name = body.name?.trim()
        if (name !== undefined && (await host().store.findSession(name)))
          throw new WebError('name_taken', `There is already a story named "${name}".`, { status: 409 })
        const { session } = await duplicateSession(host().store, sessionId, { ...(name && { name }), data: host() })
        return channels.describe(session.sessionId)
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/sessions/{session}/tags',
      operationId: 'tagSession',
      summary: 'Replaces the tags of a session',
      body: NewTags,
      response: { status: 200, schema: SessionDetail, description: 'The session.' },
      refusals: { ...notFound, 422: 'A tag is not right.' },
      async handle({ params, body }) {
        const channel = await channels.open(params.session)
        const tags = body.tags.map((tag) => tag.trim())
        await host().store.tagSession(channel.sessionId, tags)
        return channel.sendSession()
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/search',
      operationId: 'searchTurns',
      summary: 'Finds turns by the words in their prompt and narrative, the best match first',
      query: Type.Object({
        text: Type.String({ maxLength: 500, description: 'Words; "quoted words" occur in this order.' }),
        session: Type.Optional(Type.String({ description: 'Searches only this session.' })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Defaults to 50.' })),
      }),
      response: { status: 200, schema: Found, description: 'The turns.' },
      refusals: notFound,
      async handle({ query: { text, session, limit } }) {
        const only = session === undefined ? undefined : await channels.record(session)
        const inOpening = only && findInText(only.opening || opening.text, text)
        const found = await host().store.search(text, {
          ...(only && { sessionId: only.sessionId }),
          ...(limit !== undefined && { limit }),
        })
        const placeOf = createPlaces(host().store)
        const turns = await Promise.all(
          found.map(async ({ session, turnId, seq, excerpt, marks }) => {
            const { sessionId, title } = session
            return { sessionId, title, turnId, seq, index: await placeOf(session, seq), excerpt, marks }
          }),
        )
        return host().skills.maskSecrets({ turns, ...(inOpening && { opening: inOpening }) })
      },
    }),
  ]
}

/** Returns the places of turns in the played lines of their sessions. Each line is read once. */
function createPlaces(store: SessionStore) {
  const lines = new Map<string, Promise<[number, number][]>>()
  return async ({ sessionId, head }: SessionRecord, seq: number): Promise<number | null> => {
    if (!lines.has(sessionId)) lines.set(sessionId, store.lineSeqs(sessionId, head))
    let before = 0
    for (const [from, to] of (await lines.get(sessionId))!) {
      if (seq < from) return null
      if (seq <= to) return before + seq - from
      before += to - from + 1
    }
    return null
  }
}

function toTrashEntry(trashed: TrashedSession) {
  return { ...toSessionEntry(trashed), trashedAt: trashed.trashedAt }
}
