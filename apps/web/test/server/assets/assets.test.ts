import { mkdir, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MemorySessionStore } from '@narratoria/runtime/store'
import { createNarratoria } from '@narratoria/runtime'
import { openWebServer } from '@narratoria/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssetPage } from '../../../src/api/resources.ts'
import type { AssetView } from '../../../src/api/turn-view.ts'
import { apiClient, openStream } from '../../support/api-client.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { pixel } from '../../support/scenes.ts'
import { ScenePlanner } from '../../support/scene-planner.ts'
import { type World, createFolder, openWorld } from '../../support/world.ts'

let world: World
let api: ReturnType<typeof apiClient>
let session: string
let assets: Map<string, AssetView>
beforeAll(async () => {
  world = await openWorld()
  api = apiClient(world.url)
  session = await api.createSession()
  await api.play(session, 'show everything')
  const { body } = await api.get<AssetPage>(`/sessions/${session}/assets`)
  assets = new Map(body.assets.map(({ asset }) => [asset.fileName, asset]))
})
afterAll(() => world.close())

const get = (name: string, headers: Record<string, string> = {}) =>
  rawRequest(world.url, { path: assets.get(name)!.url, headers })

test('001 §4.3: assets are listed with their metadata and without their paths', async () => {
  expect([...assets.keys()]).toEqual([
    'picture.png',
    'sound.wav',
    'film.webm',
    'chest.glb',
    'note.svg',
    'note.html',
    'note.pdf',
  ])
  expect(assets.get('picture.png')).toMatchObject({ mediaType: 'image/png', metadata: { title: 'A picture' } })
  expect(JSON.stringify([...assets.values()])).not.toContain(world.folder)
})

test('an image is served with its media type', async () => {
  const response = await fetch(world.url + assets.get('picture.png')!.url)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(pixel)
})

test.each([
  ['note.svg', 'image/svg+xml', 'inline'],
  ['note.html', 'application/octet-stream', 'attachment'],
  ['note.pdf', 'application/octet-stream', 'attachment'],
  ['chest.glb', 'application/octet-stream', 'attachment'],
])('%s cannot run scripts: it is sandboxed and served as %s', async (name, type, disposition) => {
  const { status, headers } = await get(name)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': type,
    'content-disposition': disposition,
    'x-content-type-options': 'nosniff',
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/(^|; )sandbox(;|$)/)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/script-src|allow-/)
})

test.each([
  ['bytes=0-3', 206, 'bytes 0-3/844', 4],
  ['bytes=840-', 206, 'bytes 840-843/844', 4],
  ['bytes=-10', 206, 'bytes 834-843/844', 10],
  ['bytes=0-99999', 206, 'bytes 0-843/844', 844],
  ['bytes=9999-', 416, 'bytes */844', 0],
  ['bytes=5-2', 200, undefined, 844],
  ['bytes=0-1,4-5', 200, undefined, 844],
  ['lines=1-2', 200, undefined, 844],
])('a range request can seek: %s', async (range, status, contentRange, length) => {
  const answer = await get('sound.wav', { Range: range })
  expect(answer.status).toBe(status)
  expect(answer.headers['content-range']).toBe(contentRange)
  if (status !== 416) expect(Number(answer.headers['content-length'])).toBe(length)
})

test.each([
  ['whole', {}, 200],
  ['in part', { Range: 'bytes=10-19' }, 206],
  ['outside of the file', { Range: 'bytes=9999-' }, 416],
])('HEAD of an asset, %s, returns the headers of GET and leaves no file open', async (_, headers, status) => {
  const { url: path } = assets.get('sound.wav')!
  const whole = await rawRequest(world.url, { path, headers })
  const openBefore = await openFiles()
  for (let count = 0; count < 50; count++) {
    const answer = await rawRequest(world.url, { path, headers, method: 'HEAD' })
    expect(answer).toMatchObject({ status, body: '' })
    const compared = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'content-security-policy']
    for (const name of compared) {
      // A refusal has a body, whose length HEAD need not contain.
      if (status !== 416 || name !== 'content-length') expect(answer.headers[name], name).toBe(whole.headers[name])
    }
  }
  await expect.poll(() => openFiles()).toBeLessThanOrEqual(openBefore)
})

/** The number of open audio files of this process. Linux only. */
async function openFiles(): Promise<number> {
  if (process.platform !== 'linux') return 0
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(links)).filter((target) => target.endsWith('.wav')).length
}

test('an asset of the turn being played is served before the turn is over', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await api.post(`/sessions/${id}/turns`, { prompt: 'light the torch' })
  const seen = await stream.until((message) => message.type === 'turn' && message.event.type === 'asset')
  const last = seen.at(-1)!
  const url = last.type === 'turn' && last.event.type === 'asset' ? last.event.asset.url : ''
  expect((await fetch(world.url + url)).status).toBe(200)
  await stream.until(({ type }) => type === 'session')
  expect((await fetch(world.url + url)).status).toBe(200)
  stream.close()
})

test.each(['7', '-1', '1e0', '0x0', 'picture.png', '99999999999', ' 0', '%00'])(
  'the asset %j is unknown, and a path is not accepted',
  async (index) => {
    const url = assets.get('picture.png')!.url.replace(/\d+$/, index)
    expect([400, 404]).toContain((await rawRequest(world.url, { path: url.replace(' ', '%20') })).status)
  },
)

test('an asset whose file is missing, or is not a file, is refused without its path', async () => {
  const id = await api.createSession()
  await api.play(id, 'show everything')
  const { body } = await api.get<AssetPage>(`/sessions/${id}/assets`)
  const url = world.url + body.assets.find(({ asset }) => asset.fileName === 'picture.png')!.asset.url
  const { store } = world.narratoria
  const kept = await store.assets(id, (await store.findSession(id))!.head)
  const file = kept.find(({ path }) => path.endsWith('picture.png'))!.path
  await rm(file)
  await mkdir(file)
  const response = await fetch(url)
  expect(response.status).toBe(410)
  expect(await response.text()).not.toContain(world.folder)
})

test.each(['the file', 'its folder'])(
  'a file that stays where it is, is not served once a link replaces %s',
  async (what) => {
    const folder = await createFolder()
    // A store without a folder of its own copies no files.
    const narratoria = await createNarratoria({
      skillRoots: [join(folder, 'skills')],
      home: join(folder, 'home'),
      planner: new ScenePlanner(),
      store: new MemorySessionStore(),
    })
    const server = await openWebServer({ narratoria })
    const url = server.url.replace(/\/$/, '')
    const own = apiClient(url)
    const id = await own.createSession()
    await own.play(id, 'light the torch')
    const [{ asset }] = (await own.get<AssetPage>(`/sessions/${id}/assets`)).body.assets as [
      AssetPage['assets'][number],
    ]
    expect((await fetch(url + asset.url)).status).toBe(200)
    const [data, outside] = [join(folder, 'home/skill-data/actor/data'), join(folder, 'outside')]
    await mkdir(outside)
    await writeFile(join(outside, asset.fileName), 'a file of the host')
    const [place, to] =
      what === 'the file' ? [join(data, asset.fileName), join(outside, asset.fileName)] : [data, outside]
    await rename(place, `${place}.old`)
    await symlink(to, place)
    const response = await fetch(url + asset.url)
    expect(await response.text()).not.toContain('a file of the host')
    expect(response.status).toBe(410)
    await server.close()
    await narratoria.close()
    await rm(folder, { recursive: true })
  },
)
