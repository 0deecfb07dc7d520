// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { TurnItem } from '../../src/api/resources.ts'
import type { ShareView } from '../../src/api/share-resources.ts'
import { TurnArticle } from '../../src/page/story/turn-article.tsx'
import { button, click, fakeApi, openSession, render } from '../support/render.tsx'

const turn: TurnItem = {
  turnId: 't1',
  seq: 1,
  parentId: null,
  prompt: 'look',
  narrative: 'Rain.',
  createdAt: 0,
  assets: [],
  uiEvents: [],
  choices: [],
  failures: [],
  fallback: false,
  alternatives: ['t1'],
  texts: { position: 1, count: 1 },
}
const host = { id: 'host', name: 'Mina', role: 'host', isHere: true, hasVoted: false } as const
const ada = { ...host, id: 'ada', name: 'Ada', role: 'player' } as const
const order: ShareView = { mode: 'order', turnOf: 'ada', people: [host, ada], votes: [] }

const story = (share: ShareView | null) => (
  <TurnArticle session={openSession({ share })} index={0} total={1} turn={turn} view={null} />
)

test('the host continues the story only in the own turn, and takes turns back at any time', async () => {
  const requests = fakeApi(() => ({ body: { head: null } }))
  const show = await render(story(order))
  const off = button('Continue: It is Ada’s turn.')
  expect(off.getAttribute('aria-disabled')).toBe('true')
  await click(off)
  expect(requests).toEqual([])
  for (const name of ['Undo this turn', 'Retry: play this turn again', 'Edit the text'])
    expect(button(name).hasAttribute('aria-disabled'), name).toBe(false)
  await click(button('Undo this turn'))
  expect(requests.map(({ path }) => path)).toEqual(['/api/sessions/s/undo?steps=1'])
  // The turn passes on without a change of the story.
  await show(story({ ...order, turnOf: 'host' }))
  await click(button('Continue without an act'))
  expect(requests.at(-1)?.path).toBe('/api/sessions/s/continue')
})

test.each([
  ['by vote', { ...order, mode: 'vote', turnOf: null }, 'Continue: The players vote on what happens next.'],
  ['by vote without guests', { ...order, mode: 'vote', turnOf: null, people: [host] }, 'Continue without an act'],
  ['whenever they like', { ...order, mode: 'free', turnOf: null }, 'Continue without an act'],
  ['alone', null, 'Continue without an act'],
] as [string, ShareView | null, string][])(
  'for those who play %s, the button is named as needed',
  async (_, share, name) => {
    await render(story(share))
    expect(button(name).hasAttribute('aria-disabled')).toBe(name.includes(':'))
  },
)
