// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { HostInfo } from '../../src/api/resources.ts'
import { HomeScreen } from '../../src/page/home/home-screen.tsx'
import { button, fakeApi, field, render, until } from '../support/render.tsx'

const info = (playing: string | null): HostInfo => ({
  version: '1.0.0',
  opening: { text: '', choices: [] },
  maxPromptLength: 10_000,
  share: { isOn: false, guest: null },
  settings: { planner: 'stub', model: null, playing, planners: [{ id: 'stub', label: 'stub' }], models: [] },
})
const answer =
  (playing: string | null) =>
  ({ path }: { path: string }) => ({
    body: path.endsWith('/info') ? info(playing) : { sessions: [], campaigns: [], stories: [] },
  })
const fromWords = 'Without a language model, the story is built from your words'
const help = () =>
  (field('Your idea').getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

test('without a language model the field of the idea says what the story is built from', async () => {
  fakeApi(answer(null))
  await render(<HomeScreen />)
  await until(() => expect(help()).toContain(fromWords))
  expect(button('Set up language models')).toBeDefined()
})

test('with a language model the field of the idea says nothing about one', async () => {
  const requests = fakeApi(answer('planned and narrated by good (home)'))
  await render(<HomeScreen />)
  await until(() => expect(requests.map(({ path }) => path)).toContain('/api/info'))
  await until(() => expect(help()).toContain('An idea is one to three sentences'))
  expect(help()).not.toContain(fromWords)
})
