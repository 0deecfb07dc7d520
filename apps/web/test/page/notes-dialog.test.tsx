// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { HostInfo } from '../../src/api/resources.ts'
import { NotesDialog } from '../../src/page/story/notes-dialog.tsx'
import { button, fakeApi, field, render, until } from '../support/render.tsx'

const info = (playing: string | null): HostInfo => ({
  version: '1.0.0',
  opening: { text: '', choices: [] },
  maxPromptLength: 10_000,
  share: { isOn: false, guest: null },
  settings: { planner: 'stub', model: null, playing, planners: [{ id: 'stub', label: 'stub' }], models: [] },
})
const noEffect = 'These notes have no effect yet'
const effect = 'The narrator follows these notes from the next turn on.'
const answer =
  (playing: string | null) =>
  ({ path }: { path: string }) => ({ body: path.endsWith('/info') ? info(playing) : { style: 'Short sentences.' } })

test('without a language model the notes say that they have no effect, and offer to set one up', async () => {
  fakeApi(answer(null))
  await render(<NotesDialog sessionId="s" onClose={() => {}} />)
  await until(() => expect(document.body.textContent).toContain(noEffect))
  expect(button('Set up language models')).toBeDefined()
  expect(document.body.textContent).not.toContain(effect)
  expect(field('How the story is written').value).toBe('Short sentences.')
})

test('with a language model the notes say when they have an effect', async () => {
  const requests = fakeApi(answer('planned and narrated by good (home)'))
  await render(<NotesDialog sessionId="s" onClose={() => {}} />)
  await until(() => expect(field('How the story is written').value).toBe('Short sentences.'))
  await until(() => expect(document.body.textContent).toContain(effect))
  expect(requests.map(({ path }) => path)).toContain('/api/info')
  expect(document.body.textContent).not.toContain(noEffect)
})
