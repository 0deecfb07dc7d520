import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContextView, PlayerViewBody } from '../../src/api/resources.ts'
import { apiClient } from '../support/api-client.ts'
import { type World, openWorld } from '../support/world.ts'

let world: World
let api: ReturnType<typeof apiClient>
beforeAll(async () => {
  world = await openWorld()
  api = apiClient(world.url)
})
afterAll(() => world.close())

const viewOf = async (id: string) => (await api.get<PlayerViewBody>(`/sessions/${id}/view`)).body.world

test('a story in a world shows where the player is, what they carry and whom they know', async () => {
  const { id } = await world.narratoria.openSession(undefined, {
    world: {
      title: 'The Quay',
      opening: 'It rains.',
      player: { at: 'quay' },
      places: {
        quay: { name: 'the quay', description: 'Wet planks.', exits: { north: 'shed' } },
        shed: { name: 'the shed', exits: { south: 'quay' } },
      },
      things: { rope: { name: 'a rope', at: 'player' }, oar: { name: 'an oar', at: 'shed' } },
      people: { mara: { name: 'Mara', at: 'quay', pronoun: 'she' }, tom: { name: 'Tom', at: 'shed' } },
    },
    initialState: { world: { happened: { 'met:tom': 1 }, feelings: { tom: 2 }, visited: { quay: 1 } } },
  })
  expect(await viewOf(id)).toEqual({
    place: { name: 'the quay', description: 'Wet planks.', isDark: false },
    exits: [{ direction: 'north', to: null, isClosed: false }],
    carried: ['a rope'],
    people: [
      { name: 'Mara', isHere: true, isDead: false, feeling: 0, doing: null, portraitUrl: null },
      { name: 'Tom', isHere: false, isDead: false, feeling: 2, doing: null, portraitUrl: null },
    ],
    goals: [],
    places: ['the quay'],
    ending: null,
  })
})

test('a story without a world has no such view, and one that no model narrated has no context', async () => {
  const id = await api.createSession()
  await api.play(id, 'light the torch')
  expect(await viewOf(id)).toBeNull()
  expect((await api.get<ContextView>(`/sessions/${id}/context`)).body).toEqual({ context: null })
  expect((await api.get('/sessions/nothing/view')).status).toBe(404)
})
