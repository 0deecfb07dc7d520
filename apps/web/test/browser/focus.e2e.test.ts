import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play } from '../support/play.ts'
import { memorySetup } from '../support/memory-setup.ts'
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
    const questions = [{ id: 'name', kind: 'text' as const, question: 'What is your name?', required: false }]
    world = await openWorld({
      opening: { text: 'A hall.', choices: [{ text: 'light the torch' }] },
      beginnings: { list: () => [{ name: 'salt', title: 'Salt', questions }], begin: () => ({ title: 'Salt' }) },
      settings: {
        describe: () => ({ planner: 'scenes', model: null, planners: [], models: [] }),
        models: memorySetup().setup,
      },
    })
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
    await press(page.getByRole('menuitem', { name: 'Tools: what happened in turn 1' }))
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
    await page.getByLabel('Your idea').fill('A bell rings under the sea.')
    await press(page.getByRole('button', { name: 'Begin', exact: true }))
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

  test('each dialog is opened by keyboard, keeps the focus, and returns it when it is closed', async () => {
    const page = await newStory()
    await play(page, 'light the torch')
    const dialog = page.getByRole('dialog').last()
    const isWithin = () => dialog.evaluate((found) => found.contains(document.activeElement))
    const pressTab = async (key: string) => {
      const sentinels = '[data-testid^=sentinel]'
      do await page.keyboard.press(key)
      while (await page.evaluate((guard) => document.activeElement!.matches(guard), sentinels))
    }
    /** Uses and closes an open dialog, which `opener` opened. */
    const use = async (name: string, opener: Locator) => {
      await dialog.getByRole('button').last().waitFor()
      await expect.poll(isWithin, { message: `${name}: the focus moves into it` }).toBe(true)
      for (const key of [...Array.from({ length: 12 }, () => 'Tab'), 'Shift+Tab', 'Shift+Tab']) {
        await pressTab(key)
        expect(await isWithin(), `${name}: ${key} stays in it`).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect.poll(() => hasFocus(opener), { message: `${name}: the focus returns` }).toBe(true)
    }
    for (const name of ['Branches', 'Notes for the narrator', 'Edit the text', 'Settings']) {
      const opener = page.getByRole('button', { name })
      await press(opener)
      await use(name, opener)
    }
    const more = page.getByRole('button', { name: 'More about this story' })
    await press(more)
    await press(page.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
    await use('Keyboard shortcuts', more)
    await press(page.getByRole('button', { name: 'Settings' }))
    const models = page.getByRole('button', { name: 'Set up language models' })
    await press(models)
    await page.getByRole('button', { name: 'Find models' }).waitFor()
    await use('the models', models)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Home' }).press('Enter')
    const cover = page.getByRole('button', { name: /^Salt/ })
    await press(cover)
    await use('the character', cover)
    const menu = page.getByRole('button', { name: /^More about/ }).first()
    for (const name of ['Name and tags', 'Export …']) {
      await press(menu)
      await press(page.getByRole('menuitem', { name }))
      await use(name, menu)
    }
  })
})
