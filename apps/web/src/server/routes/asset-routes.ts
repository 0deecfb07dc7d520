import Type from 'typebox'
import { AssetPage } from '../../api/resources.ts'
import { sendFile } from '../assets/send-file.ts'
import { WebError } from '../errors.ts'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

/** The number of turns whose assets one page lists. */
const turnsPerPage = 50

/** Assets: list them, and serve them by turn and index, never by path. */
export function assetRoutes({ host, channels, turns }: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/assets',
      operationId: 'listAssets',
      summary: 'The files of the played line, the newest turn first',
      query: Type.Object({
        before: Type.Optional(Type.Integer({ minimum: 0, description: 'The place in the line to go on before.' })),
      }),
      response: { status: 200, schema: AssetPage, description: 'The files.' },
      refusals: { 404: 'No such session.' },
      async handle({ params, query }) {
        const { sessionId, head, lineLength } = await channels.describe(params.session)
        const end = Math.min(query.before ?? lineLength, lineLength)
        const start = Math.max(0, end - turnsPerPage)
        const tail = await host().store.line(sessionId, head, lineLength - start)
        const items = await turns.items(sessionId, tail.slice(0, end - start))
        const assets = items
          .toReversed()
          .flatMap(({ turnId, seq, prompt, assets }) => assets.map((asset) => ({ turnId, seq, prompt, asset })))
        return { assets, next: start === 0 ? null : start }
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/turns/{turn}/assets/{index}',
      operationId: 'getAsset',
      summary: "A turn's registered file",
      description:
        'Served with a media type of a fixed list, else as a download; nothing in it can run. One byte range is honoured.',
      response: { status: 200, contentType: '*/*', description: 'The file.' },
      partial: 'The bytes that `Range` asks for.',
      refusals: { 404: 'No such asset.', 410: 'The file is gone.', 416: 'The range lies outside of the file.' },
      async handle({ params, context }) {
        const index = /^\d{1,6}$/.test(params.index) ? Number(params.index) : -1
        const channel = await channels.open(params.session)
        const assets = channel.liveAssets(params.turn) ?? (await turns.assets(channel.sessionId, params.turn))
        const asset = assets[index]
        if (!asset) throw new WebError('unknown_asset', 'There is no such asset.', { status: 404 })
        const isKept = host().store.assetFolder?.nameOf(asset.path) !== undefined
        const headersOnly = context.req.method === 'HEAD'
        return sendFile(asset, { range: context.req.header('Range'), headersOnly, isKept })
      },
    }),
  ]
}
