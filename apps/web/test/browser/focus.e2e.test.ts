import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play, send, told } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

/** Presses what has the name with the keyboard. */
async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement)

describeInBrowser('what is pressed and goes hands the focus on', ({ open }) => {
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
  const promptOf = (page: Page) => page.getByLabel('What do you do?')

  test('a turn that is stopped, and what is done with its words', async () => {
    const page = await newStory()
    const stop = async () => {
      await send(page, 'work for long')
      await told(page, 'You wait for the tide.').waitFor()
      await press(page.getByRole('button', { name: 'Stop this turn' }))
      await page.getByText('You stopped this turn').waitFor()
    }
    for (const name of ['Put it back into the field', 'Dismiss']) {
      await stop()
      expect(await hasFocus(promptOf(page)), 'Stop').toBe(true)
      await press(page.getByRole('button', { name }))
      await page.getByText('You stopped this turn').waitFor({ state: 'detached' })
      expect(await hasFocus(promptOf(page)), name).toBe(true)
    }
  })

  test('the last redo, which is told', async () => {
    const page = await newStory()
    await play(page, 'one')
    await press(page.getByRole('button', { name: 'Undo this turn' }))
    const redo = page.getByRole('button', { name: /^Redo/ })
    await press(redo)
    await redo.waitFor({ state: 'detached' })
    expect(await hasFocus(promptOf(page))).toBe(true)
    await page.getByRole('alert').filter({ hasText: 'The turn is back.' }).waitFor()
  })

  test('whoever goes elsewhere while a slow server takes the words is not called back', async () => {
    const page = await newStory()
    let answer!: () => void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/turns', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await held
      return route.continue()
    })
    await send(page, 'tell a tale')
    const settings = page.getByRole('button', { name: 'Settings' })
    await settings.focus()
    answer()
    await told(page, 'You are not alone.').waitFor()
    await page.getByRole('button', { name: 'Go down' }).waitFor()
    expect(await hasFocus(settings)).toBe(true)
  })

  test("a skill's settings that are saved or discarded", async () => {
    const page = await newStory('skills/actor')
    const sentences = page.getByLabel('Sentences')
    await sentences.fill('3')
    const save = page.getByRole('button', { name: 'Save' })
    await press(save)
    await page.getByText('Saved. It counts from the next turn on.').waitFor()
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    expect(await hasFocus(save)).toBe(true)
    await sentences.fill('4')
    const discard = page.getByRole('button', { name: 'Discard changes' })
    await press(discard)
    await expect.poll(() => sentences.inputValue()).toBe('3')
    expect(await hasFocus(discard)).toBe(true)
  })

  test('links that go with their screen, and a story that is begun', async () => {
    const page = await newStory()
    const main = page.locator('#main')
    await play(page, 'light the torch')
    await play(page, 'something else')
    await press(page.getByRole('link', { name: 'What the tools did in turn 1' }))
    await page.getByText('Striking a flint').waitFor()
    await expect.poll(() => hasFocus(main)).toBe(true)
    await press(page.getByRole('link', { name: 'To the newest turn' }))
    await page.getByRole('article', { name: 'echo' }).waitFor()
    await expect.poll(() => hasFocus(main)).toBe(true)
    // The navigation stays, and keeps what it has.
    await goTo(page, 'State')
    expect(await hasFocus(page.getByRole('link', { name: 'State' }))).toBe(true)
    await page.getByRole('button', { name: 'Stories' }).click()
    await page.getByLabel('Name of a new story').fill('Begun')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Begun' }).waitFor()
    await expect.poll(() => hasFocus(main)).toBe(true)
  })

  test('the rest of a long log and of a long list', async () => {
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
