// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { startTurnView } from '../../src/api/apply-turn-event.ts'
import { Composer } from '../../src/page/story/composer.tsx'
import type { HostInfo } from '../../src/api/resources.ts'
import type { ShareView } from '../../src/api/share-resources.ts'
import type { OpenSession } from '../../src/page/story/use-session.ts'
import { button, click, fakeApi, field, fill, gate, openSession, press, render } from '../support/render.tsx'

function World({ session, info, draft: initial = '' }: { session: OpenSession; info?: HostInfo; draft?: string }) {
  const [draft, setDraft] = useState(initial)
  return <Composer session={session} info={info} draft={draft} onDraft={setDraft} />
}

const prompt = () => field('What do you do?')
const problem = () => document.querySelector('#prompt-problem')!.textContent
const live = (text: string) => openSession({ live: startTurnView({ turnId: 't2', seq: 2, prompt: text }) })
const interrupted = { prompt: 'work for long', message: 'You stopped this turn.' }

test('Enter sends the prompt and empties the field; Shift+Enter does not send', async () => {
  const requests = fakeApi(() => ({ status: 202, body: { turnId: 't2', seq: 2 } }))
  await render(<World session={openSession()} />)
  await fill(prompt(), 'first line')
  await press(prompt(), 'Enter', { shiftKey: true })
  expect(requests).toEqual([])
  await press(prompt(), 'Enter')
  expect(requests).toEqual([{ method: 'POST', path: '/api/sessions/s/turns', body: { prompt: 'first line' } }])
  expect(prompt().value).toBe('')
})

test('words that ask for another story lead to the stories, and are not played', async () => {
  const requests = fakeApi(() => ({}))
  window.location.hash = '#/s/s/narrative'
  await render(<World session={openSession()} />)
  await fill(prompt(), 'Begin another story.')
  await press(prompt(), 'Enter')
  expect(window.location.hash).toBe('#/')
  expect(requests).toEqual([])
  expect(prompt().value).toBe('')
})

test('a prompt that is too long is reported beside the field and is not sent', async () => {
  const requests = fakeApi(() => ({}))
  await render(<World session={openSession()} />)
  await fill(prompt(), 'x'.repeat(10_005))
  expect(problem()).toContain('Too long by 5 characters')
  expect(prompt().getAttribute('aria-invalid')).toBe('true')
  expect(button('Send').hasAttribute('disabled')).toBe(true)
  await press(prompt(), 'Enter')
  expect(prompt().value).toHaveLength(10_005)
  expect(requests).toEqual([])
})

test('a prompt that the server refuses stays in the field, with the reason beside it', async () => {
  fakeApi(() => ({ status: 503, body: { error: { code: 'store_full', message: 'The disk is full.' } } }))
  await render(<World session={openSession()} />)
  await fill(prompt(), 'precious words')
  await press(prompt(), 'Enter')
  expect(problem()).toBe('The disk is full.')
  expect(prompt().value).toBe('precious words')
})

test('after a lost response the prompt stays; it is removed when the turn starts', async () => {
  fakeApi(() => 'unreachable')
  const show = await render(<World session={openSession()} />)
  await fill(prompt(), 'work slowly')
  await press(prompt(), 'Enter')
  expect(problem()).toContain('cannot be reached')
  expect(prompt().value).toBe('work slowly')
  await show(<World session={live('work slowly')} />)
  expect(prompt().value).toBe('')
  expect(problem()).toBe('')
})

test('text that is typed while a slow server accepts the prompt stays', async () => {
  const slow = gate()
  fakeApi(async () => {
    await slow.opened
    return { status: 202, body: {} }
  })
  await render(<World session={openSession()} />)
  await fill(prompt(), 'sing a song')
  await press(prompt(), 'Enter')
  await fill(prompt(), 'sing a song and then I listen')
  await slow.open()
  expect(prompt().value).toBe('and then I listen')
})

test('focus that moved while a slow server accepts the prompt is not moved back', async () => {
  const slow = gate()
  fakeApi(async () => {
    await slow.opened
    return { status: 202, body: {} }
  })
  const show = await render(
    <>
      <World session={openSession()} />
      <button type="button">Settings</button>
    </>,
  )
  await fill(prompt(), 'sing a song')
  await press(prompt(), 'Enter')
  await act(async () => button('Settings').focus())
  await slow.open()
  await show(
    <>
      <World session={live('sing a song')} />
      <button type="button">Settings</button>
    </>,
  )
  expect(document.activeElement).toBe(button('Settings'))
})

test('keys that belong to an input method neither send the prompt nor stop the turn', async () => {
  const requests = fakeApi(() => ({ status: 204 }))
  await render(<World session={live('work for long')} draft="words" />)
  for (const key of ['Escape', 'Enter']) await press(prompt(), key, { isComposing: true })
  expect(requests).toEqual([])
  await press(prompt(), 'Escape')
  expect(requests).toEqual([{ method: 'DELETE', path: '/api/sessions/s/turns/current', body: undefined }])
})

test('the prompt of a stopped turn is inserted before text that was typed since, and the prompt field gets the focus', async () => {
  const session = openSession({ interrupted })
  const show = await render(<World session={session} draft="typed since" />)
  await click(button('Restore the prompt'))
  expect(prompt().value).toBe('work for long\ntyped since')
  expect(session.dismissInterrupted).toHaveBeenCalled()
  await show(<World session={openSession()} />)
  expect(document.activeElement).toBe(prompt())
})

test.each(['Stop this turn', 'Dismiss'])(
  'the prompt field gets the focus when "%s" disappears with it',
  async (name) => {
    fakeApi(() => ({ status: 204 }))
    const show = await render(<World session={{ ...live('x'), ...openSession({ ...live('x').model, interrupted }) }} />)
    await click(button(name))
    await show(<World session={openSession()} />)
    expect(document.activeElement).toBe(prompt())
  },
)

test('redo is requested once for two clicks, is announced, and passes the focus to the prompt field', async () => {
  const slow = gate()
  const requests = fakeApi(async () => {
    await slow.opened
    return { body: {} }
  })
  const session = openSession()
  session.model.session!.canRedo = true
  const show = await render(<World session={session} />)
  const redo = button('Redo what was undone')
  await click(redo)
  await click(redo)
  await slow.open()
  expect(requests.map(({ path }) => path)).toEqual(['/api/sessions/s/redo?steps=1'])
  await expect.poll(() => document.querySelector('.notice[role=alert]')?.textContent).toContain('The turn is back.')
  await show(<World session={openSession()} />)
  expect(document.activeElement).toBe(prompt())
})

test.each([
  ['/undo', 'POST', '/api/sessions/s/undo?steps=1'],
  ['undo', 'POST', '/api/sessions/s/undo?steps=1'],
  ['/continue', 'POST', '/api/sessions/s/continue'],
  ['/undo 9', 'POST', '/api/sessions/s/undo?steps=1'],
  ['/redo', 'POST', '/api/sessions/s/redo?steps=1'],
  ['/retry', 'POST', '/api/sessions/s/turns/t1/retry'],
])('%s is a command and no turn', async (text, method, path) => {
  const requests = fakeApi(() => ({ body: {} }))
  await render(<World session={openSession()} />)
  await fill(prompt(), text)
  await press(prompt(), 'Enter')
  expect(requests).toEqual([{ method, path, body: undefined }])
  expect(prompt().value).toBe('')
})

test('an unknown command is reported and stays in the field; a sentence about undoing is played', async () => {
  const requests = fakeApi(() => ({ status: 202, body: {} }))
  await render(<World session={openSession()} />)
  await fill(prompt(), '/teleport home')
  await press(prompt(), 'Enter')
  expect(problem()).toContain('no such command')
  expect(requests).toEqual([])
  await fill(prompt(), 'undo the knot')
  await press(prompt(), 'Enter')
  expect(requests).toMatchObject([{ path: '/api/sessions/s/turns', body: { prompt: 'undo the knot' } }])
})

test('while the server is gone the field says why it waits, until the server is back', async () => {
  const requests = fakeApi(() => 'unreachable')
  const lost = live('sing a song')
  const show = await render(<World session={{ ...lost, model: { ...lost.model, connection: 'lost' } }} />)
  await fill(prompt(), 'and then?')
  await press(prompt(), 'Enter')
  expect(problem()).toContain('cannot be reached')
  expect(document.body.textContent).toContain('goes on when the server can be reached')
  expect(document.querySelector('[role=progressbar]')).toBeNull()
  await show(<World session={openSession()} />)
  expect(problem()).toBe('')
  expect(prompt().value).toBe('and then?')
  expect(requests).toEqual([])
})

test('while a turn is played, Enter keeps the words and says so', async () => {
  const requests = fakeApi(() => ({ status: 202, body: {} }))
  const show = await render(<World session={live('sing a song')} />)
  await fill(prompt(), 'and then?')
  await press(prompt(), 'Enter')
  expect(problem()).toContain('still being played')
  await show(<World session={openSession()} />)
  expect([problem(), prompt().value, requests]).toEqual(['', 'and then?', []])
})

test('in the turn of another person nothing can be chosen or sent, and the words stay', async () => {
  const requests = fakeApi(() => ({}))
  const ada = { id: 'ada', name: 'Ada', role: 'player', isHere: true, hasVoted: false } as const
  const share: ShareView = { mode: 'order', turnOf: 'ada', people: [ada], votes: [] }
  const waiting = openSession({ share })
  waiting.model.session!.head = null
  waiting.model.session!.openingChoices = [{ text: 'Open the door' }]
  const show = await render(<World session={waiting} draft="I wait" />)
  expect(document.querySelector<HTMLTextAreaElement>('#prompt')!.placeholder).toBe('What do you do?')
  expect(document.querySelector('#prompt-turn')!.textContent).toBe(
    'It is Ada’s turn. You can already write. You can send when it is your turn. As the host, you can still undo, retry and edit turns.',
  )
  expect(button('Send').hasAttribute('disabled')).toBe(true)
  expect(button('Open the door').getAttribute('aria-disabled')).toBe('true')
  await click(button('Open the door'))
  expect(problem()).toBe('It is not your turn. Your words stay here until it is.')
  await press(prompt(), 'Enter')
  expect(prompt().value).toBe('I wait')
  expect(requests).toEqual([])
  await show(<World session={{ ...waiting, model: { ...waiting.model, share: { ...share, turnOf: 'host' } } }} />)
  expect(problem()).toBe('')
  expect(button('Send').hasAttribute('disabled')).toBe(false)
  expect(button('Open the door').hasAttribute('aria-disabled')).toBe(false)
})

const bo = { id: 'bo', name: 'Bo', role: 'player', isHere: true, hasVoted: false } as const
const turnOfBo = { mode: 'order', turnOf: 'bo', people: [bo], votes: [] } satisfies ShareView

test.each([
  ['/undo', '/api/sessions/s/undo?steps=1'],
  ['undo', '/api/sessions/s/undo?steps=1'],
  ['/redo', '/api/sessions/s/redo?steps=1'],
  ['/retry', '/api/sessions/s/turns/t1/retry'],
])('the host sends %s in the turn of another person, too', async (text, path) => {
  const requests = fakeApi(() => ({ body: {} }))
  await render(<World session={openSession({ share: turnOfBo })} />)
  await fill(prompt(), text)
  expect(button('Send').hasAttribute('disabled')).toBe(false)
  await press(prompt(), 'Enter')
  expect(requests.map((request) => request.path)).toEqual([path])
})

test('a guest waits with every word, and the host with /continue', async () => {
  const requests = fakeApi(() => ({ body: {} }))
  const waiting = openSession({ share: turnOfBo })
  const guest = { id: 'ada', name: 'Ada', role: 'player', sessionId: 's' } as const
  const info = { share: { isOn: true, guest } } as HostInfo
  const show = await render(<World session={waiting} info={info} draft="/undo" />)
  expect(document.querySelector('#prompt-turn')!.textContent).not.toContain('host')
  await press(prompt(), 'Enter')
  await show(<World session={waiting} />)
  await fill(prompt(), '/continue')
  expect(button('Send').hasAttribute('disabled')).toBe(true)
  await press(prompt(), 'Enter')
  expect(problem()).toBe('It is not your turn. Your words stay here until it is.')
  expect(requests).toEqual([])
})
