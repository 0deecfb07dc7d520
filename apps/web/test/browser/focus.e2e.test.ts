import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

/** Activates the named element with the keyboard. */
async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement)

describeInBrowser('focus after an activated element disappears', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ opening: { text: 'A hall.', choices: [{ text: 'light the torch' }] } })
  })
  afterAll(() => world.close())

  async function newStory(screen = 'narrative'): Promise<Page> {
    const { page } = await open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  test('moves from a link of a closed screen, and from the button of a new story', async () => {
    const page = await newStory()
    const main = page.locator('#main')
    await play(page, 'light the torch')
    await play(page, 'something else')
    await press(page.getByRole('button', { name: 'More about turn 1' }))
    await press(page.getByRole('menuitem', { name: 'What the tools did in turn 1' }))
    await page.getByText('Striking a flint').waitFor()
    await expect.poll(() => hasFocus(main)).toBe(true)
    await press(page.getByRole('link', { name: 'To the newest turn' }))
    await page.getByRole('article', { name: 'echo' }).waitFor()
    await expect.poll(() => hasFocus(main)).toBe(true)
    // The navigation stays and keeps the focus.
    await goTo(page, 'State')
    expect(await hasFocus(page.getByRole('link', { name: 'State' }))).toBe(true)
    await page.getByRole('link', { name: 'Home' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Narratoria' }).waitFor()
    await expect.poll(() => hasFocus(main)).toBe(true)
    await press(page.getByRole('button', { name: 'New story' }))
    await expect.poll(() => hasFocus(page.getByLabel('What do you do?'))).toBe(true)
  })

  test('moves from the buttons that show the rest of a long log or list', async () => {
    const page = await newStory()
    await play(page, 'flood 300 30000')
    await goTo(page, 'Tools')
    const older = page.getByRole('button', { name: /^Show \d+ older lines/ })
    await press(older)
    await older.waitFor({ state: 'detached' })
    expect(await hasFocus(page.getByRole('log', { name: 'Log of flood' }))).toBe(true)

    const keys = Array.from({ length: 130 }, (_, index) => [`key ${index}`, index])
    const { id } = await world.narratoria.openSession(undefined, { initialState: Object.fromEntries(keys) })
    await page.evaluate((hash) => (location.hash = hash), `#/s/${id}/state`)
    const others = page.getByRole('button', { name: 'Show the other 30' })
    await press(others)
    await others.waitFor({ state: 'detached' })
    expect(await hasFocus(page.getByRole('listitem').filter({ hasText: 'key 100' }))).toBe(true)
  })
})
