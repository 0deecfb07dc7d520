import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SettingField, SkillDetail, SkillList } from '../../../src/api/skill-resources.ts'
import { apiClient, openStream } from '../../support/api-client.ts'
import { type World, openWorld } from '../../support/world.ts'

let world: World
let api: ReturnType<typeof apiClient>
beforeAll(async () => {
  world = await openWorld()
  api = apiClient(world.url)
})
afterAll(() => world.close())

const secret = 'sk-very-secret-0123456789'
const configure = (values: unknown) =>
  api.call<SkillDetail & { error: { issues: { field: string; message: string }[] } }>('PATCH', '/skills/actor/config', {
    values,
  })
const fieldOf = (skill: SkillDetail, name: string): SettingField =>
  skill.settings.flatMap((group) => group.fields).find((field) => field.name === name)!

test('FR-037, 002 US3.1: every skill is listed with its name, description, health and whether it is enabled', async () => {
  const { body } = await api.get<SkillList>('/skills')
  expect(body.skills).toEqual([
    expect.objectContaining({
      name: 'actor',
      description: 'Does what a test asks of it.',
      enabled: true,
      errorState: 'healthy',
      configurable: true,
    }),
  ])
})

test('a skill has what it asks for, and an added one where it comes from, without paths', async () => {
  const { body: before } = await api.get<SkillDetail>('/skills/actor')
  expect(before.demands).toMatchObject({ runs: 'as_user', network: true, variables: [] })
  expect(before.demands.programs.every((program) => program.startsWith('scripts'))).toBe(true)
  expect(before).not.toHaveProperty('origin')
})

test('FR-037: a disabled skill is not used until it is enabled again', async () => {
  const id = await api.createSession()
  await api.call('PATCH', '/skills/actor', { enabled: false })
  const messages = await api.play(id, 'sing a song')
  expect(JSON.stringify(messages)).not.toContain('The lantern gutters')
  await api.call('PATCH', '/skills/actor', { enabled: true })
  expect(JSON.stringify(await api.play(id, 'sing a song'))).toContain('The lantern gutters')
})

test('FR-038, FR-039, 002 US3.2: the form of a schema has every kind of field', async () => {
  const { body } = await api.get<SkillDetail>('/skills/actor')
  const kinds = body.settings.flatMap(({ fields }) => fields.map(({ name, kind }) => [name, kind]))
  expect(Object.fromEntries(kinds)).toEqual({
    apiKey: 'text',
    model: 'text',
    style: 'enum',
    temperature: 'number',
    sentences: 'integer',
    remember: 'toggle',
    notes: 'freeform',
    avoid: 'list',
  })
  expect(body.settings.map(({ category }) => category)).toEqual(['Provider', 'Prose'])
})

test('the settings of a skill are in the language of the request, if the skill has it', async () => {
  const folder = join(world.folder, 'skills/actor/locales')
  await mkdir(folder)
  await writeFile(join(folder, 'de.json'), JSON.stringify({ Actor: 'Darsteller', Provider: 'Anbieter', Prose: 'Text' }))
  const spoken = async (language?: string) => {
    const { get } = apiClient(world.url, { headers: language === undefined ? {} : { 'Accept-Language': language } })
    const { body } = await get<SkillDetail>('/skills/actor')
    const list = (await get<SkillList>('/skills')).body.skills
    expect(list[0]!.displayName).toBe(body.displayName)
    return [body.displayName, ...body.settings.map(({ category }) => category)]
  }
  const [english, german] = [
    ['Actor', 'Provider', 'Prose'],
    ['Darsteller', 'Anbieter', 'Text'],
  ]
  expect(await spoken('de')).toEqual(german)
  expect(await spoken('de-AT, en;q=0.5')).toEqual(german)
  for (const language of [undefined, 'en', 'ja', '*', '../../de', '']) expect(await spoken(language)).toEqual(english)
})

test('FR-040: a saved secret is never sent, also not in the output of a tool', async () => {
  const id = await api.createSession()
  const saved = await configure({ apiKey: secret })
  expect(saved.status).toBe(200)
  expect(fieldOf(saved.body, 'apiKey')).toMatchObject({ sensitive: true, source: 'saved' })
  const streamed = await api.play(id, 'say the secret')
  const [turn] = await api.turns(id)
  const everything = [
    saved.body,
    streamed,
    (await api.get('/skills/actor')).body,
    (await api.get('/skills')).body,
    (await api.get(`/sessions/${id}/turns/${turn!.turnId}`)).body,
  ]
  expect(JSON.stringify(everything)).not.toContain(secret)
  expect(JSON.stringify(streamed)).toContain('The key is')
  expect(await readFile(join(world.folder, 'home/skill-data/actor/config.json'), 'utf8')).toContain(secret)
  await configure({ apiKey: null })
})

test('FR-041, SC-011: settings are saved in the skill’s config.json in the home and apply from the next turn', async () => {
  expect((await configure({ style: 'poetic', sentences: 4, remember: false, avoid: ['suddenly'] })).status).toBe(200)
  expect(JSON.parse(await readFile(join(world.folder, 'home/skill-data/actor/config.json'), 'utf8'))).toMatchObject({
    style: 'poetic',
    sentences: 4,
    remember: false,
    avoid: ['suddenly'],
  })
  const usedSettings = async (id: string) => {
    await api.play(id, 'say the settings')
    return JSON.parse((await api.turns(id)).at(-1)!.narrative) as object
  }
  const id = await api.createSession()
  expect(await usedSettings(id)).toMatchObject({ style: 'poetic', sentences: 4, remember: false, avoid: ['suddenly'] })
  const { body } = await configure({ style: null, sentences: 2 })
  expect(fieldOf(body, 'style')).toMatchObject({ source: 'default', default: 'vivid' })
  expect(await usedSettings(id)).toMatchObject({ style: 'vivid', sentences: 2, remember: false })
})

test.each([
  [{ temperature: 9 }, 'temperature'],
  [{ temperature: 'warm' }, 'temperature'],
  [{ sentences: 1.5 }, 'sentences'],
  [{ style: 'loud' }, 'style'],
  [{ apiKey: 'short' }, 'apiKey'],
  [{ remember: 'yes' }, 'remember'],
  [{ avoid: 'everything' }, 'avoid'],
])('FR-043, FR-044: %j is refused beside its field, and nothing is saved', async (values, field) => {
  const before = (await api.get('/skills/actor')).body
  const answer = await configure({ ...values, notes: 'must not be saved' })
  expect(answer.status).toBe(422)
  expect(answer.body.error.issues).toContainEqual({ field, message: expect.stringMatching(/\w{3,}/) })
  expect(JSON.stringify(answer.body)).not.toContain('short')
  expect((await api.get('/skills/actor')).body).toEqual(before)
})

test('002 US3.1: a new skill folder appears, and all readers are notified', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await stream.next()
  const folder = join(world.folder, 'skills/rules')
  await cp(join(world.folder, 'skills/actor'), folder, { recursive: true })
  const manifest = JSON.parse(await readFile(join(folder, 'skill.json'), 'utf8')) as object
  await writeFile(join(folder, 'skill.json'), JSON.stringify({ ...manifest, name: 'rules', displayName: 'Rules' }))
  await stream.until((message) => message.type === 'skills')
  await expect
    .poll(async () => (await api.get<SkillList>('/skills')).body.skills.map(({ name }) => name))
    .toEqual(['actor', 'rules'])
  stream.close()
})
