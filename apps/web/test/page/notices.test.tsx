// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTurnView } from '../../src/api/apply-turn-event.ts'
import type { TurnPage } from '../../src/api/resources.ts'
import type { TurnView } from '../../src/api/turn-view.ts'
import { useNotice } from '../../src/page/components/notices.tsx'
import { StoreBanner } from '../../src/page/shell/store-banner.tsx'
import { Announcer } from '../../src/page/story/announcer.tsx'
import { TurnPages } from '../../src/page/story/turn-pages.ts'
import { button, click, openSession, render } from '../support/render.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const liveTurn = (view: Partial<TurnView>, turnId = 't1') => ({
  ...startTurnView({ turnId, seq: 1, prompt: 'look' }),
  phase: 'running' as const,
  ...view,
})

test('streamed prose is announced once, in whole sentences, with the number of choices', async () => {
  const show = await render(<Announcer model={openSession({ live: liveTurn({}) }).model} />)
  const log = document.querySelector('[role=log]')!
  expect(log.getAttribute('aria-live')).toBe('polite')
  const announced: string[] = []
  const add = async (live: TurnView) => {
    await show(<Announcer model={openSession({ live }).model} />)
    await wait(2_000)
    if (log.textContent !== announced.at(-1)) announced.push(log.textContent!)
  }
  await add(liveTurn({ paragraphs: ['The lantern gutters. Somewhere below,'] }))
  await add(liveTurn({ paragraphs: ['The lantern gutters. Somewhere below, water keeps'] }))
  await add(
    liveTurn({
      phase: 'finished',
      paragraphs: ['The lantern gutters. Somewhere below, water keeps its time.'],
      choices: [{ text: 'Go' }, { text: 'Wait' }],
    }),
  )
  expect(announced.map((text) => text.trim())).toEqual([
    'The lantern gutters.',
    'Somewhere below, water keeps its time. 2 choices below.',
  ])
})

test('the same words of a later turn are announced again', async () => {
  const last = (turnId: string) =>
    openSession({ last: liveTurn({ phase: 'finished', paragraphs: ['Rain.'] }, turnId) }).model
  const show = await render(<Announcer model={last('t1')} />)
  await wait(0)
  const before = document.querySelector('[role=log] span')
  await show(<Announcer model={last('t2')} />)
  await wait(0)
  const after = document.querySelector('[role=log] span')
  expect(after?.textContent).toBe('Rain.')
  expect(after).not.toBe(before)
})

test('a notice about the store is shown until it is dismissed, then the screen gets the focus', async () => {
  await render(
    <main id="main" tabIndex={-1}>
      <StoreBanner notices={[{ code: 'read_only', message: 'Nothing is stored.' }]} />
    </main>,
  )
  expect(document.querySelector('[role=alert]')!.textContent).toContain('Nothing is stored.')
  await click(button('I have read this'))
  expect(document.querySelector('[role=alert]')!.textContent).toBe('')
  expect(document.activeElement?.id).toBe('main')
})

test('turns that could not be loaded are requested again', async () => {
  const turns = [{ turnId: 't1', parentId: null }] as TurnPage['turns']
  const load = vi.fn<() => Promise<TurnPage>>(async () => ({ total: 1, offset: 0, turns }))
  for (let count = 0; count < 3; count++) load.mockRejectedValueOnce(new Error('unreachable'))
  const pages = new TurnPages(load)
  await pages.follow('t1', 1)
  await wait(10_000)
  expect(load).toHaveBeenCalledTimes(4)
  expect(pages.turns.get(0)?.turnId).toBe('t1')
  pages.close()
})

test('a notice that only says something makes way for what is done next; one with an action stays', async () => {
  let notify!: ReturnType<typeof useNotice>
  function Caller() {
    notify = useNotice()
    return <p>Elsewhere</p>
  }
  await render(<Caller />)
  const press = () => act(async () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  await act(async () => notify('The turn is back.'))
  expect(document.querySelector('.notice')?.textContent).toBe('The turn is back.')
  await press()
  expect(document.querySelector('.notice')).toBeNull()
  await act(async () => notify('It is in the trash.', { label: 'Undo', onClick: () => {} }))
  await press()
  expect(document.querySelector('.notice')?.textContent).toBe('It is in the trash.Undo')
  await wait(15_000)
  expect(document.querySelector('.notice')).toBeNull()
})
