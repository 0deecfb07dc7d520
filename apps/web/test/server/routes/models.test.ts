import { expect, onTestFinished, test } from 'vitest'
import type { ModelSetup } from '@narratoria/web'
import type { FoundServers, ModelList } from '../../../src/api/model-resources.ts'
import { apiClient } from '../../support/api-client.ts'
import { memorySetup } from '../../support/memory-setup.ts'
import { openWorld } from '../../support/world.ts'

async function open(models?: ModelSetup) {
  const describe = () => ({ planner: 'stub', model: null, planners: [], models: [] })
  const world = await openWorld({ settings: { describe, ...(models && { models }) } })
  onTestFinished(() => world.close())
  return apiClient(world.url)
}

test('models are found, connected, chosen per role and removed; a key is never sent back', async () => {
  const { setup, connected } = memorySetup()
  const api = await open(setup)
  const found = await api.post<FoundServers>('/models/discover')
  expect(found.body.servers).toMatchObject([{ service: 'ollama', models: ['m'] }])
  const wanted = { service: 'ollama', model: 'm', key: 'the-key-of-the-player', roles: ['narrator'] }
  const { body } = await api.post<ModelList>('/models', wanted)
  expect(body).toMatchObject({
    canChange: true,
    connections: [{ name: 'ollama', hasKey: true }],
    roles: { narrator: 'ollama' },
  })
  expect(connected).toEqual([wanted])
  expect(JSON.stringify([body, (await api.get('/models')).body])).not.toContain('the-key')
  const moved = await api.call<ModelList>('PUT', '/models/roles', { role: 'writer', name: 'ollama' })
  expect(moved.body.roles).toEqual({ narrator: 'ollama', writer: 'ollama' })
  await api.call('PUT', '/models/roles', { role: 'narrator', name: null })
  expect((await api.post<ModelList>('/models/ollama/test')).body.roles).toEqual({ writer: 'ollama' })
  expect((await api.call<ModelList>('DELETE', '/models/ollama')).body.connections).toEqual([])
})

test('what is wrong with a model is reported, and a turn that is played is not interrupted', async () => {
  const api = await open(memorySetup().setup)
  const refused = await api.post('/models', { service: 'ollama', model: 'none', roles: [] })
  expect(refused).toMatchObject({ status: 422, body: { error: { message: 'There is no such model.' } } })
  expect((await api.post('/models', { service: 'ollama', roles: ['king'] })).status).toBe(422)
  const id = await api.createSession()
  await api.post(`/sessions/${id}/turns`, { prompt: 'work for long' })
  expect((await api.post('/models', { service: 'ollama', model: 'm', roles: [] })).status).toBe(409)
  await api.call('DELETE', `/sessions/${id}/turns/current`)
})

test('a host with fixed models says so', async () => {
  const api = await open()
  expect((await api.get<ModelList>('/models')).body).toEqual({
    canChange: false,
    connections: [],
    roles: {},
    services: [],
  })
  expect((await api.post('/models/discover')).status).toBe(409)
})
