import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import type { SessionDetail } from '../../src/api/resources.ts'
import { Notices } from '../../src/page/components/notices.tsx'
import type { OpenSession } from '../../src/page/story/use-session.ts'
import { TurnPages } from '../../src/page/story/turn-pages.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

/** Renders a component into the document until the test ends. Returns a function that renders it again. */
export async function render(node: ReactNode): Promise<(next: ReactNode) => Promise<void>> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const show = (next: ReactNode) => act(async () => root.render(<Notices>{next}</Notices>))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    container.remove()
  })
  await show(node)
  return show
}

/** The elements that match a selector and have an accessible name: a label, an `aria-label` or their text. */
export function allNamed(selector: string, name: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    const label = element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent
    return (element.getAttribute('aria-label') ?? (label || element.textContent))?.replace(/[\s*]+$/, '') === name
  })
}

export function named<T extends HTMLElement = HTMLElement>(selector: string, name: string): T {
  const [element] = allNamed(selector, name)
  if (!element) throw new Error(`No ${selector} is named "${name}": ${document.body.textContent}`)
  return element as T
}

export const button = (name: string) => named('button, a', name)
export const field = (name: string) => named<HTMLInputElement>('input, textarea', name)

export async function click(element: HTMLElement): Promise<void> {
  await act(async () => {
    element.focus()
    element.click()
  })
}

/** Replaces the value of a field, as a browser does when the user types. */
export async function fill(element: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
  const prototype = element.tagName === 'TEXTAREA' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  await act(async () => {
    element.focus()
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(element, value)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export async function press(element: HTMLElement, key: string, init: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  })
}

/** A request of the page to the API. */
export interface FakeRequest {
  method: string
  path: string
  body: unknown
}

type FakeAnswer = { status?: number; body?: unknown } | 'unreachable'

/** Replaces the API by a function. Returns the requests so far. */
export function fakeApi(answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>): FakeRequest[] {
  const requests: FakeRequest[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
    const request = { method, path, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body }
    requests.push(request)
    const given = await answer(request)
    if (given === 'unreachable') throw new TypeError('fetch failed')
    const { status = 200 } = given
    return { status, ok: status < 400, json: async () => given.body }
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return requests
}

/** Waits until the page is as expected. What it does meanwhile is done in `act`. */
export async function until(check: () => void): Promise<void> {
  const end = Date.now() + 5_000
  for (;;) {
    await act(() => new Promise((done) => setTimeout(done, 20)))
    try {
      return check()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** A promise that the test settles. */
export function gate(): { opened: Promise<void>; open: () => Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => act(async () => resolve()) }
}

/** An open session of a story with one stored turn. */
export function openSession(model: Partial<OpenSession['model']> = {}): OpenSession {
  const session: SessionDetail = {
    sessionId: 's',
    name: null,
    title: 'A story',
    tags: [],
    turns: 1,
    createdAt: 0,
    updatedAt: 0,
    opening: '',
    openingChoices: [],
    head: 't1',
    lineLength: 1,
    revision: 0,
    canUndo: true,
    canRedo: false,
    lostTurn: null,
    notices: [],
  }
  return {
    id: 's',
    model: {
      connection: 'open',
      session,
      live: null,
      last: null,
      interrupted: null,
      share: null,
      skillsVersion: 0,
      ...model,
    },
    pages: new TurnPages(async () => ({ total: 0, offset: 0, turns: [] })),
    dismissInterrupted: vi.fn<() => void>(),
    reconnect: vi.fn<() => void>(),
  }
}
