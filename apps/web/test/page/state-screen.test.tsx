// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { PlayerViewBody } from '../../src/api/resources.ts'
import { StateScreen } from '../../src/page/screens/state-screen.tsx'
import { button, click, fakeApi, openSession, render, until } from '../support/render.tsx'

const world: PlayerViewBody['world'] = {
  place: { name: 'The quay', description: null, isDark: false },
  exits: [],
  carried: [],
  people: [],
  goals: [],
  places: [],
  ending: null,
}

const shown = (text: string) => until(() => expect(document.body.textContent).toContain(text))

test('the state of a story with a world is not requested while only its world is shown', async () => {
  const requests = fakeApi(() => ({ body: { world } }))
  await render(<StateScreen session={openSession()} />)
  await shown('The quay')
  expect(requests.map(({ path }) => path)).toEqual(['/api/sessions/s/view'])
})

test('a state that cannot be read is reported, and read again on demand', async () => {
  let isBroken = true
  fakeApi(({ path }) => {
    if (!path.includes('/state')) return { body: { world: null } }
    if (isBroken) return { status: 500, body: { error: { code: 'failed', message: 'The state is damaged.' } } }
    return { body: { turnId: 't1', state: { lamp: 'lit' }, changes: [], moreChanges: 0 } }
  })
  await render(<StateScreen session={openSession()} />)
  await shown('The state is damaged.')
  expect(document.querySelector('[role=alert]')?.textContent).toBe('The state is damaged.')
  isBroken = false
  await click(button('Try again'))
  await shown('Lamplit')
})

test('a long text that was replaced is cut within its quotation marks', async () => {
  const before = `She said “no”, and ${'walked on and '.repeat(9)}`
  const list = Array.from({ length: 40 }, (_, index) => index)
  const changes = [
    { path: ['note'], kind: 'changed', before },
    { path: ['list'], kind: 'changed', before: list },
    { path: ['lamp'], kind: 'changed', before: 'dark' },
  ]
  const state = { note: 'new', list: 1, lamp: 'lit' }
  fakeApi(() => ({ body: { turnId: 't1', state, changes, moreChanges: 0, world: null } }))
  await render(<StateScreen session={openSession()} />)
  await click(document.querySelector<HTMLElement>('.details-switch input')!)
  await shown('was')
  const [note, numbers, lamp] = [...document.querySelectorAll('.change-mark')].map(({ textContent }) => textContent)
  expect(note).toMatch(/, was "She said “no”, and walked on .*…"$/)
  expect(numbers).toMatch(/, was \[0,1,2.*…$/)
  expect(lamp).toMatch(/, was "dark"$/)
  await click(document.querySelector<HTMLElement>('.details-switch input')!)
})
