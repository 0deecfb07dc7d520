import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxFileBytes, writeCard } from '@narratoria/interchange'
import { exportEpub, exportSession, importFile } from '@narratoria/runtime/exchange'
import Type from 'typebox'
import { FileImport } from '../../api/file-resources.ts'
import { filledText } from '../../api/schema-parts.ts'
import { WebError } from '../errors.ts'
import { chunksOf } from '../guard/read-body.ts'
import { assetPolicy } from '../guard/security-headers.ts'
import { type Route, defineRoute } from '../route/route.ts'
import type { WebApi } from '../web-api.ts'

const formats = {
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md' },
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
  json: { type: 'application/json', ending: 'json' },
  sillytavern: { type: 'application/x-ndjson', ending: 'jsonl' },
  epub: { type: 'application/epub+zip', ending: 'epub' },
} as const
const cardTypes = { png: 'image/png', json: 'application/json', charx: 'application/octet-stream' } as const
const called = { 404: 'No session has this id, name or title.' }

/** Files of other programs, and of Narratoria: import and export. */
export function fileRoutes(api: WebApi): Route[] {
  const { host, channels, beginnings } = api
  return [
    defineRoute({
      method: 'post',
      path: '/api/import',
      operationId: 'importFile',
      summary: 'Imports a character card, a lorebook, a chat, or a session that was exported as JSON',
      description: 'The content of the file decides what it is. A file that cannot be used changes nothing.',
      query: Type.Object({
        file: Type.Optional(Type.String({ maxLength: 200, description: 'The name of the file.' })),
        session: Type.Optional(
          Type.String({ description: 'The session that gets a lorebook. Defaults to a campaign of its own.' }),
        ),
        campaign: Type.Optional(Type.String({ maxLength: 200, description: 'The campaign that a chat goes on in.' })),
        name: Type.Optional(filledText(120, 'The name of a session that is stored.')),
        user: Type.Optional(
          Type.String({ minLength: 1, maxLength: 120, description: "The name of the player's character in a card." }),
        ),
      }),
      upload: true,
      response: { status: 201, schema: FileImport, description: 'What the file became.' },
      refusals: {
        ...called,
        409: 'Another session has the name.',
        415: 'The body is not application/octet-stream.',
        422: 'The file cannot be used; the message says why.',
      },
      handle: ({ query, context }) => importUpload(api, query, context.req.raw),
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/export',
      operationId: 'exportSession',
      summary: 'A session as a file',
      query: Type.Object({
        format: Type.Optional(
          Type.Enum(['markdown', 'html', 'json', 'sillytavern', 'epub'], { description: 'Defaults to json.' }),
        ),
      }),
      response: { status: 200, contentType: '*/*', description: 'The file.' },
      refusals: { ...called, 501: 'The server has no package for EPUB books.' },
      async handle({ params, query: { format = 'json' } }) {
        const { sessionId, title } = await channels.record(params.session)
        const mask = <T>(value: T): T => host().skills.maskSecrets(value)
        const { type, ending } = formats[format]
        const headers = fileHeaders(type, `${title}.${ending}`)
        if (format === 'epub')
          return withFolder(async (folder) => {
            const output = join(folder, 'story.epub')
            await exportEpub(host().store, sessionId, output, { mask })
            return new Response(new Uint8Array(await readFile(output)), { headers })
          })
        const pieces = exportSession(host().store, sessionId, { format, mask, data: host() })
        return new Response(Readable.toWeb(Readable.from(encoded(pieces))) as ReadableStream, { headers })
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/sessions/{session}/campaign',
      operationId: 'exportCampaign',
      summary: 'The world of a session as a campaign to play on in, packed as a ZIP file',
      description: 'A file that "narratoria campaign install" unpacks. Its stories begin where the session is.',
      query: Type.Object({
        from: Type.Optional(
          Type.Enum(['now', 'start'], {
            description: 'The world as it is now, or as a session that began with a premise began. Defaults to now.',
          }),
        ),
      }),
      response: { status: 200, contentType: 'application/zip', description: 'The campaign.' },
      refusals: { ...called, 422: 'The session has no world that a campaign can be made of.' },
      handle: ({ params, query: { from = 'now' } }) => packWorld(api, params.session, from === 'start'),
    }),
    defineRoute({
      method: 'get',
      path: '/api/campaigns/{campaign}/card',
      operationId: 'getCard',
      summary: 'The character card that a campaign was made of, with every field that it had',
      query: Type.Object({
        format: Type.Optional(Type.Enum(['png', 'json', 'charx'], { description: 'Defaults to png.' })),
      }),
      response: { status: 200, contentType: '*/*', description: 'The card.' },
      refusals: { 404: 'There is no such campaign, or it was not made of a card.' },
      async handle({ params, query: { format = 'png' } }) {
        const offered = (await beginnings?.list())?.some(({ name }) => name === params.campaign)
        const card = offered ? await beginnings?.card?.(params.campaign) : undefined
        if (!card)
          throw new WebError('unknown_campaign', 'There is no such campaign, or it was not made of a card.', {
            status: 404,
          })
        const headers = fileHeaders(cardTypes[format], `${params.campaign}.${format}`)
        return new Response(new Uint8Array(writeCard(card, format)), { headers })
      },
    }),
  ]
}

async function packWorld({ host, channels, beginnings }: WebApi, session: string, start: boolean): Promise<Response> {
  const { sessionId, title, head } = await channels.record(session)
  const { store, skills } = host()
  const turnId = start ? null : head
  const state = skills.maskSecrets(await store.stateAt(sessionId, turnId))
  const narrative = skills.maskSecrets((await store.line(sessionId, turnId, 1)).at(-1)?.narrative ?? '')
  const name = folderName(title)
  const data = await beginnings?.packWorld?.(name, { state, narrative, start })
  if (!data) {
    const message = start
      ? 'The session did not begin with a premise.'
      : 'The session has no world, or its campaign is not found or has errors.'
    throw new WebError('unknown_campaign', message, { status: 422 })
  }
  return new Response(new Uint8Array(data), { headers: fileHeaders('application/zip', `${name}.zip`) })
}

/** A title as the name of a folder that can be installed. */
function folderName(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name.slice(0, 80).toWellFormed() || 'story'
}

interface UploadQuery {
  file?: string
  session?: string
  campaign?: string
  name?: string
  user?: string
}

async function importUpload({ host, channels, beginnings }: WebApi, query: UploadQuery, request: Request) {
  // A form of another site cannot send this type.
  if (!/^application\/octet-stream\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new WebError('unsupported_media_type', 'Send the file as application/octet-stream.', { status: 415 })
  const { user } = query
  const name = query.name?.trim()
  if (name !== undefined && (await host().store.findSession(name)))
    throw new WebError('name_taken', `There is already a story named "${name}".`, { status: 409 })
  const lorebookOf = query.session === undefined ? undefined : (await channels.record(query.session)).sessionId
  const playable = query.campaign === undefined ? undefined : await beginnings?.find?.(query.campaign)
  if (query.campaign !== undefined && !playable)
    throw new WebError('unknown_campaign', 'There is no such campaign.', { status: 422 })
  return withFolder(async (folder) => {
    const path = join(folder, 'upload')
    const chunks = chunksOf(request, maxFileBytes, `A file may hold ${maxFileBytes / 1024 / 1024} MiB at most.`)
    await pipeline(chunks, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const { kind, taken, leftOut, session, campaign } = await importFile(path, {
      store: host().store,
      data: host(),
      fileName: query.file ?? 'Imported story',
      ...(beginnings?.imports && { campaigns: beginnings.imports }),
      ...(lorebookOf !== undefined && { lorebookOf }),
      ...(playable && { campaign: playable }),
      ...(name !== undefined && { name }),
      ...(user !== undefined && { user }),
    })
    return host().skills.maskSecrets({
      kind,
      ...(session && { session: { sessionId: session.sessionId, title: session.title, turns: session.turns } }),
      ...(campaign && { campaign: { name: campaign.name, title: campaign.title } }),
      taken,
      leftOut,
    })
  })
}

/** Calls `work` with a temporary folder, which is removed after it. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-web-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}

/** A file is saved, and never shown as a page of this server. */
function fileHeaders(type: string, name: string): Record<string, string> {
  const encodedName = encodeURIComponent(name.toWellFormed().replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_'))
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodedName.replaceAll(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`,
    'Content-Security-Policy': assetPolicy,
    'Cache-Control': 'no-store',
  }
}
