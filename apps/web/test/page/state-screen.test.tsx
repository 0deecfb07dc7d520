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
