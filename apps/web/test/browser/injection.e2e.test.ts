import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play, send } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('injection', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())

  test('text from tools and players is shown as text on every screen and never runs', async () => {
    const { id } = await world.narratoria.openSession(`<img src=x onerror="window.injected='name'">`)
    const { page, problems } = await open(`${world.url}/#/s/${id}/narrative`)
    await play(page, `<img src=x onerror="window.injected='prompt'">`)
    await send(page, 'inject')
    await page.locator('.prose p', { hasText: "window.injected='narration'" }).waitFor()
    await page.locator('.choices button', { hasText: "window.injected='choice'" }).waitFor()
    const check = async (where: string) => {
      expect(await page.evaluate(() => Reflect.get(window, 'injected') as unknown), where).toBeUndefined()
      expect(await page.locator('main img[src="x"], main script, [onerror]').count(), where).toBe(0)
    }
    await check('streamed')
    await page.reload()
    await page.locator('.prose p', { hasText: "window.injected='streamed'" }).waitFor()
    await check('stored')
    await goTo(page, 'Tools')
    await page.locator('.log p', { hasText: "window.injected='log'" }).waitFor()
    await page.locator('.tool-summary', { hasText: "window.injected='summary'" }).waitFor()
    await check('tools')
    await goTo(page, 'Assets')
    await page.getByText("window.injected='title'").first().waitFor()
    await check('assets')
    await goTo(page, 'State')
    await page.locator('.tree-key', { hasText: "window.injected='key'" }).waitFor()
    await check('state')
    await goTo(page, 'Skills')
    await page.getByRole('link', { name: /Actor/ }).click()
    await page.getByLabel('Prompt of this skill').waitFor()
    await check('skills')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('main').getByText("window.injected='name'").first().waitFor()
    await check('stories')
    expect(problems).toEqual([])
  })

  test('an SVG that is opened by itself runs no script', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    await play(page, 'show everything')
    const url = await page.getByRole('img', { name: 'note.svg' }).getAttribute('src')
    const { page: alone } = await open(world.url + url!)
    await alone.locator('circle').waitFor()
    expect(await alone.evaluate(() => Reflect.get(window, 'injected') as unknown)).toBeUndefined()
  })
})
