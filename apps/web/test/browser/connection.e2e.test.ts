import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { apiClient } from '../support/api-client.ts'
import { openLine } from '../support/line.ts'
import { play, send, settled, narration } from '../support/play.ts'
import { startHost } from '../support/start-host.ts'
import { type World, createFolder, openWorld } from '../support/world.ts'

describeInBrowser('connections', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())
  const addressOf = (id: string, url = world.url) => `${url}/#/s/${id}/narrative`

  test('two tabs of one session show the same, and each shows a turn of the other', async () => {
    const { id } = await world.narratoria.openSession()
    const { page: first } = await open(addressOf(id))
    const { page: second } = await open(addressOf(id))
    // Waited for before the turn starts, so that no text is missed.
    const shown = Promise.all([
      ...[first, second].map((page) => narration(page, 'You begin to dig.').waitFor()),
      second.getByRole('button', { name: 'Stop this turn' }).waitFor(),
      second.locator('.working').getByText('Digging').waitFor(),
    ])
    await send(first, 'work slowly')
    await shown
    for (const page of [first, second]) {
      await narration(page, 'The chest is here.').waitFor()
      await settled(page)
      expect(await page.locator('.turn .prompt').allTextContents()).toEqual(['work slowly'])
    }
    await second.getByRole('button', { name: 'Undo this turn' }).click()
    for (const page of [first, second]) await expect.poll(() => page.locator('article').count()).toBe(0)
  })

  test('of two prompts sent at once, one is played; the other tab keeps its prompt and shows the reason', async () => {
    const { id } = await world.narratoria.openSession()
    const pages = [(await open(addressOf(id))).page, (await open(addressOf(id))).page]
    for (const page of pages) await page.getByLabel('What do you do?').fill('work slowly')
    await Promise.all(pages.map((page) => page.keyboard.press('Enter')))
    const values = async () =>
      (await Promise.all(pages.map((page) => page.getByLabel('What do you do?').inputValue()))).toSorted()
    await expect.poll(values).toEqual(['', 'work slowly'])
    await expect
      .poll(async () =>
        (await Promise.all(pages.map((page) => page.locator('#prompt-problem').textContent()))).join(''),
      )
      .toContain('is being played')
    for (const page of pages) await settled(page)
    expect((await world.narratoria.store.findSession(id))!.turns).toBe(1)
  })

  test('a screen that failed to load is loaded on request, and when the server is back', async () => {
    const line = await openLine(Number(new URL(world.url).port))
    try {
      const { id } = await world.narratoria.openSession()
      const { page } = await open(addressOf(id, `http://127.0.0.1:${line.port}`))
      await play(page, 'light the torch')
      const read = { tools: 'Striking a flint', assets: 'A lit torch', state: /^torch$/, skills: 'Actor' }
      // The code of the screens is already loaded.
      for (const [screen, what] of Object.entries(read)) {
        await page.evaluate((hash) => (location.hash = hash), `#/s/${id}/${screen}`)
        await page.getByText(what).first().waitFor()
      }
      await page.reload()
      await page.getByText(read.skills).first().waitFor()
      await page.route(/\/api\/(sessions\/[^/]+\/(turns|assets|state)|skills)/, (route) => route.abort())
      for (const [screen, what] of Object.entries(read).slice(0, 3)) {
        await page.evaluate((hash) => (location.hash = hash), `#/s/${id}/${screen}`)
        await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
        await page.unroute(/\/api\/(sessions\/[^/]+\/(turns|assets|state)|skills)/)
        await page.getByRole('button', { name: 'Try again' }).press('Enter')
        await page.getByText(what).first().waitFor()
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
        await page.route(/\/api\/(sessions\/[^/]+\/(turns|assets|state)|skills)/, (route) => route.abort())
      }
      await page.evaluate((hash) => (location.hash = hash), `#/s/${id}/assets`)
      await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
      line.cut()
      line.refuse(true)
      await page.getByText('The connection to the server is lost.').waitFor()
      await page.unroute(/\/api\/(sessions\/[^/]+\/(turns|assets|state)|skills)/)
      line.refuse(false)
      await page.getByText(read.assets).first().waitFor()
    } finally {
      await line.close()
    }
  })

  test('two clicks while the server is slow act once', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(addressOf(id))
    for (const prompt of ['one', 'two', 'three']) await play(page, prompt)
    const asked: string[] = []
    let answer = () => {}
    await page.route('**/api/sessions{,/*/undo*,/*/redo*}', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      asked.push(new URL(route.request().url()).pathname.split('/').at(-1)!)
      await new Promise<void>((resolve) => (answer = resolve))
      return route.continue()
    })
    const twice = async (name: RegExp) => {
      const before = asked.length
      await page
        .getByRole('button', { name })
        .last()
        .evaluate((button: HTMLElement) => (button.click(), button.click()))
      await expect.poll(() => asked.length).toBeGreaterThan(before)
      answer()
    }
    await twice(/^Undo/)
    await expect.poll(() => page.locator('article').count()).toBe(2)
    await twice(/^Redo/)
    await expect.poll(() => page.locator('article').count()).toBe(3)
    await page.getByRole('link', { name: 'Home' }).click()
    await twice(/^New story/)
    await page.getByLabel('What do you do?').waitFor()
    expect(asked).toEqual(['undo', 'redo', 'sessions'])
  })

  test('a reload during a turn shows all of it so far and follows it to its end', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(addressOf(id))
    await send(page, 'work through the night')
    await narration(page, 'You begin to dig.').waitFor()
    await page.reload()
    await narration(page, 'You begin to dig.').waitFor()
    await page.getByRole('button', { name: 'Stop this turn' }).waitFor()
    await narration(page, 'The chest is here.').waitFor()
    await settled(page)
    expect(await page.locator('.turn .prompt').allTextContents()).toEqual(['work through the night'])
  })

  test('a connection lost during a turn is restored without loss or repetition', async () => {
    const line = await openLine(Number(new URL(world.url).port))
    try {
      const { id } = await world.narratoria.openSession()
      const { page } = await open(addressOf(id, `http://127.0.0.1:${line.port}`))
      await send(page, 'work slowly')
      await narration(page, 'You begin to dig.').waitFor()
      line.cut()
      await narration(page, 'The chest is here.').waitFor()
      await settled(page)
      expect(await page.locator('.prose p').filter({ hasText: 'You begin to dig.' }).count()).toBe(1)
      line.cut()
      line.refuse(true)
      await page.getByText('The connection to the server is lost.').waitFor()
      line.refuse(false)
      await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached' })
      await play(page, 'after the storm')
    } finally {
      await line.close()
    }
  })

  test('a restored connection is shown at once, before the next event', async () => {
    const line = await openLine(Number(new URL(world.url).port))
    try {
      const { id } = await world.narratoria.openSession()
      const { page } = await open(addressOf(id, `http://127.0.0.1:${line.port}`))
      // Otherwise a ping would report it later.
      await page.addInitScript(() => {
        const Plain = EventSource
        window.EventSource = class extends Plain {
          override set onmessage(listen: (event: MessageEvent<string>) => void) {
            super.onmessage = (event: MessageEvent<string>) => !event.data.includes('"ping"') && listen(event)
          }
        }
      })
      await page.reload()
      await play(page, 'before the storm')
      line.refuse(true)
      line.cut()
      await page.getByText('The connection to the server is lost.').waitFor()
      line.refuse(false)
      await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached' })
    } finally {
      await line.close()
    }
  })

  test('after the server is killed during a turn and restarted, the page shows the stored story and keeps the typed prompt', async () => {
    const folder = await createFolder()
    let host = await startHost(folder, 0)
    try {
      const id = await apiClient(host.url).createSession('Killed')
      const { page } = await open(addressOf(id, host.url))
      await play(page, 'before the storm')
      await send(page, 'work for long')
      await narration(page, 'You wait for the tide.').waitFor()
      await page.getByLabel('What do you do?').fill('typed while it worked')
      host.child.kill('SIGKILL')
      await once(host.child, 'exit')
      await page.getByText('The connection to the server is lost.').waitFor()
      host = await startHost(folder, host.port)
      await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached' })
      await page.locator('.interrupted', { hasText: 'work for long' }).waitFor()
      expect(await page.locator('.turn .prompt').allTextContents()).toEqual(['before the storm'])
      expect(await page.getByLabel('What do you do?').inputValue()).toBe('typed while it worked')
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.keyboard.press('Escape')
      await play(page, 'after the storm')
      expect(await page.locator('.turn .prompt').allTextContents()).toEqual(['before the storm', 'after the storm'])
    } finally {
      host.child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })
})
