import { compileLorebook, type Lorebook } from '@narratoria/interchange'
import Type from 'typebox'
import { LorebookView, LoreVerdictView, LoreWords } from '../../api/file-resources.ts'
import { WebError } from '../errors.ts'
import { type Route, defineRoute } from '../route/route.ts'
import type { WebApi } from '../web-api.ts'

const lorebooks = {
  status: 200 as const,
  schema: Type.Object({ lorebooks: Type.Array(LorebookView) }),
  description: 'The lorebooks.',
}
const refusals = { 404: 'No session has this id, name or title.', 409: 'Another host has the session open.' }

/** The lorebooks of sessions. They are added by `POST /api/import?session=…`. */
export function loreRoutes({ host, channels }: WebApi): Route[] {
  const describe = async (called: string) => {
    const session = await channels.find(called)
    const own = (await session.lorebooks()).map((document) => viewOf(compileLorebook(document), true))
    const others = (await session.campaignLorebooks()).map((document) => viewOf(compileLorebook(document), false))
    return host().skills.maskSecrets({ lorebooks: [...own, ...others] })
  }
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/lore',
      operationId: 'listLorebooks',
      summary: 'The lorebooks of a session, its own first, then those of its campaign',
      response: lorebooks,
      refusals,
      handle: ({ params }) => describe(params.session),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/sessions/{session}/lore/{number}',
      operationId: 'removeLorebook',
      summary: 'Takes a lorebook away from a session: its own ones are numbered from 1',
      response: lorebooks,
      refusals: { ...refusals, 404: 'No session has this id, name or title, or it has no such lorebook.' },
      async handle({ params }) {
        const session = await channels.find(params.session)
        const books = await session.lorebooks()
        const index = Number(params.number) - 1
        if (!books[index]) throw new WebError('unknown_lorebook', 'The story has no such lorebook.', { status: 404 })
        await session.setLorebooks(books.filter((_, at) => at !== index))
        return describe(params.session)
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/{session}/lore/test',
      operationId: 'testLore',
      summary: 'For each entry, whether it fits the words, the last turns and the state, and why',
      body: LoreWords,
      response: {
        status: 200,
        schema: Type.Object({ entries: Type.Array(LoreVerdictView) }),
        description: 'The entries, those that fit first.',
      },
      refusals,
      async handle({ params, body }) {
        const verdicts = await (await channels.find(params.session)).testLore(body.words)
        const entries = verdicts.map(({ entry: { name }, detail = null, ...rest }) => ({ ...rest, detail, name }))
        return host().skills.maskSecrets({ entries })
      },
    }),
  ]
}

function viewOf({ name, description, entries, warnings }: Lorebook, own: boolean): LorebookView {
  const texts = (keys: readonly { text: string }[]) => keys.map(({ text }) => text)
  return {
    name,
    description,
    own,
    entries: entries.map(({ keys, secondaryKeys, ...entry }) => ({
      name: entry.name,
      keys: texts(keys),
      secondaryKeys: texts(secondaryKeys),
      content: entry.content,
      enabled: entry.enabled,
      constant: entry.constant,
      when: entry.when,
    })),
    warnings,
  }
}
