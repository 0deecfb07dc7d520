import { StoryNotes } from '@narratoria/protocol'
import { NotesEdit } from '../../api/resources.ts'
import { type Route, defineRoute } from '../route/route.ts'
import type { WebApi } from '../web-api.ts'

const notes = { status: 200 as const, schema: StoryNotes, description: 'The notes.' }
const refusals = { 404: 'No session has this id, name or title.' }

/** The author’s notes for the narrating model. */
export function notesRoutes({ host, channels }: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/notes',
      operationId: 'getNotes',
      summary: 'The style, persona, pinned facts and note of a story',
      response: notes,
      refusals,
      handle: async ({ params }) => host().skills.maskSecrets((await channels.record(params.session)).notes),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/sessions/{session}/notes',
      operationId: 'changeNotes',
      summary: 'Changes the notes of a story, from the next turn on',
      description: 'What is left out stays. A blank text, an empty list or `null` removes its part.',
      body: NotesEdit,
      response: notes,
      refusals: { ...refusals, 409: 'Another host has the session open.', 422: 'A part is too long.' },
      handle: async ({ params, body }) => (await channels.find(params.session)).changeNotes(body),
    }),
  ]
}
