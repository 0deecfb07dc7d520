import { type CharacterCard, readCard } from '@narratoria/interchange'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullCard, png, textChunk } from '../../../../../packages/interchange/test/fixtures/cards.ts'
import type { FileImport, LorebookView, LoreVerdictView } from '../../../src/api/file-resources.ts'
import { checkAnswer } from '../../support/api-contract.ts'
import { apiClient } from '../../support/api-client.ts'
import { openWorld, type World } from '../../support/world.ts'

const cards: CharacterCard[] = []
let world: World
let api: ReturnType<typeof apiClient>
beforeAll(async () => {
  const made = (title: string) => ({ name: 'made', path: '/private/made', title, taken: ['all'], leftOut: [] })
  world = await openWorld({
    beginnings: {
      list: () => [{ name: 'made', title: 'Made', openings: ['One.', 'Two.'] }],
      begin: (wish) => ({
        title: 'Made',
        opening: 'openingNumber' in wish ? `Opening ${wish.openingNumber}` : 'Opening',
      }),
      imports: {
        async saveCard(card) {
          cards.push(card)
          return made(card.fields.name)
        },
        saveLorebook: async () => made('A lorebook'),
      },
      packWorld: async (name, { state, narrative, start }) =>
        start ? undefined : new TextEncoder().encode(JSON.stringify({ name, state, narrative })),
      card: async () => readCard(new TextEncoder().encode(JSON.stringify(fullCard))),
    },
  })
  api = apiClient(world.url)
})
afterAll(() => world.close())

async function upload(query: string, body: string | Uint8Array, type = 'application/octet-stream') {
  const response = await fetch(`${world.url}/api/import${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  const answer = (await response.json()) as FileImport & { error: { code: string; message: string } }
  checkAnswer({
    method: 'POST',
    path: '/api/import',
    status: response.status,
    contentType: 'application/json',
    body: answer,
  })
  return { status: response.status, body: answer }
}

const chat = [
  { user_name: 'Ada', character_name: 'Orla', chat_metadata: {} },
  { is_user: false, mes: 'Orla waves.' },
  { is_user: true, mes: 'I wave.' },
  { is_user: false, mes: 'B', swipes: ['A', 'B'], swipe_id: 1 },
]
  .map((line) => JSON.stringify(line))
  .join('\n')

test('a card, a chat and a lorebook are imported, and a lorebook is tested and taken away', async () => {
  const card = await upload('?file=mirelle.png', png(textChunk('ccv3', fullCard)))
  expect(card).toEqual({
    status: 201,
    body: { kind: 'card', campaign: { name: 'made', title: 'Mirelle Voss' }, taken: ['all'], leftOut: [] },
  })
  expect(cards[0]!.document).toEqual(fullCard)
  const { body } = await upload('?file=chat.jsonl&name=Orla%20and%20I', chat)
  expect(body).toMatchObject({ kind: 'chat', session: { title: 'Orla and I', turns: 1 } })
  expect((await upload('?name=Orla%20and%20I', chat)).status).toBe(409)
  const id = body.session!.sessionId
  const world = {
    entries: { 0: { key: ['mill'], comment: 'Mill', content: 'It burned.' }, 1: { key: ['x'], content: 'y' } },
  }
  expect((await upload(`?session=${id}&file=River.json`, JSON.stringify(world))).body).toMatchObject({
    kind: 'lorebook',
    session: { sessionId: id },
  })
  const { body: listed } = await api.get<{ lorebooks: LorebookView[] }>(`/sessions/${id}/lore`)
  expect(listed.lorebooks).toMatchObject([
    { name: 'River', own: true, entries: [{ name: 'Mill', keys: ['mill'] }, { name: 'x' }] },
  ])
  const tested = await api.post<{ entries: LoreVerdictView[] }>(`/sessions/${id}/lore/test`, { words: 'the MILL' })
  expect(tested.body.entries).toMatchObject([
    { name: 'Mill', used: true, reason: 'key', detail: 'mill', text: 'It burned.' },
    { name: 'x', used: false, reason: 'no_key', detail: null },
  ])
  expect((await api.call('DELETE', `/sessions/${id}/lore/2`)).status).toBe(404)
  expect((await api.call('DELETE', `/sessions/${id}/lore/1`)).body).toEqual({ lorebooks: [] })
})

test('a story is exported in every form', async () => {
  const { body } = await upload('?file=chat.jsonl', chat)
  const get = async (format: string) => {
    const response = await fetch(`${world.url}/api/sessions/${body.session!.sessionId}/export?format=${format}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''Orla\./)
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    return Buffer.from(await response.arrayBuffer())
  }
  expect((await get('markdown')).toString()).toContain('I wave.')
  expect((await get('html')).toString()).toContain('<blockquote>I wave.</blockquote>')
  expect((await get('sillytavern')).toString()).toContain('"swipes":["A","B"]')
  expect((await get('epub')).subarray(0, 2).toString()).toBe('PK')
  const again = await upload('', await get('json'))
  expect(again.body).toMatchObject({ kind: 'story', session: { turns: 1 } })
  expect((await api.get(`/sessions/${body.session!.sessionId}/export?format=pdf`)).status).toBe(422)
  expect((await api.get('/sessions/unknown/export')).status).toBe(404)
})

test('the world of a session is written as a packed campaign, in its current state', async () => {
  const { body } = await upload('?file=chat.jsonl&name=The%20River%20%2F%20Orla', chat)
  const address = `${world.url}/api/sessions/${body.session!.sessionId}/campaign`
  const response = await fetch(address)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''the-river-orla.zip`)
  expect(await response.json()).toEqual({ name: 'the-river-orla', state: {}, narrative: 'B' })
  const id = body.session!.sessionId
  expect(await api.get(`/sessions/${id}/campaign?from=start`)).toMatchObject({
    status: 422,
    body: { error: { code: 'unknown_campaign' } },
  })
  expect((await api.get(`/sessions/${id}/campaign?from=end`)).status).toBe(422)
  expect((await api.get('/sessions/missing/campaign')).status).toBe(404)
})

test('a card is written back, and a session begins with the chosen opening', async () => {
  const response = await fetch(`${world.url}/api/campaigns/made/card?format=png`)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(readCard(new Uint8Array(await response.arrayBuffer())).document).toEqual(fullCard)
  expect((await api.get('/campaigns/other/card')).status).toBe(404)
  const begin = (openingNumber: number) =>
    api.post<{ opening: string }>('/sessions', { campaign: 'made', openingNumber })
  expect((await begin(2)).body.opening).toBe('Opening 2')
  expect((await begin(3)).status).toBe(422)
  expect((await api.get<{ campaigns: object[] }>('/campaigns')).body.campaigns).toMatchObject([
    { openings: ['One.', 'Two.'] },
  ])
})

test('a file that cannot be used changes nothing', async () => {
  const before = await api.get<{ sessions: object[] }>('/sessions')
  expect(await upload('', 'hello')).toMatchObject({ status: 422, body: { error: { code: 'damaged_file' } } })
  expect(await upload('', `${chat}\n{"name":1}`)).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_chat' } },
  })
  expect(await upload('', png(textChunk('chara', fullCard)).subarray(0, 99))).toMatchObject({ status: 422 })
  expect(await upload('', '{}', 'text/plain')).toMatchObject({ status: 415 })
  expect(await upload('?campaign=none', chat)).toMatchObject({
    status: 422,
    body: { error: { code: 'unknown_campaign' } },
  })
  expect(await upload('?session=unknown', '{}')).toMatchObject({ status: 404 })
  expect((await api.get<{ sessions: object[] }>('/sessions')).body.sessions).toHaveLength(before.body.sessions.length)
})
