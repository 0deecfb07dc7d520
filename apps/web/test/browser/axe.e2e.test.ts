import { afterAll, beforeAll, expect, test } from 'vitest'
import { followSystemTheme, loadAxe, violations, violationsInEachLook } from '../support/axe.ts'
import { describeInBrowser } from '../support/browser.ts'
import { memorySetup } from '../support/memory-setup.ts'
import { goTo, narration, play, send } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

const points = { pool: 3, attributes: [{ name: 'force', min: 0, max: 3, default: 0 }] }
const questions = [
  { id: 'name', kind: 'text' as const, question: 'What is your name?', required: false, guidance: 'One of the crew.' },
  { id: 'points', kind: 'points' as const, question: 'Divide 3 points.', required: false, ...points },
]

describeInBrowser('axe', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      opening: { text: 'A hall.', choices: [{ text: 'light the torch', hint: 'dry', difficulty: 'easy' }] },
      settings: {
        describe: () => ({ planner: 'scenes', model: null, planners: [], models: [] }),
        models: memorySetup().setup,
      },
      beginnings: { list: () => [{ name: 'salt', title: 'Salt', questions }], begin: () => ({ title: 'Salt' }) },
    })
  })
  afterAll(() => world.close())
  const newStory = async (options = {}) => {
    const opened = await open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/narrative`, options)
    await opened.page.getByLabel('What do you do?').waitFor()
    await loadAxe(opened.page)
    return opened
  }

  test('axe finds no violation on any screen or dialog in any theme and width', async () => {
    const other = await world.narratoria.openSession(undefined, { title: 'The Marsh' })
    await other.close()
    const { page } = await newStory()
    await followSystemTheme(page)
    await page.getByLabel('What do you do?').waitFor()
    await loadAxe(page)
    const check = async (what: string) => expect(await violationsInEachLook(page), what).toEqual([])
    const leave = async () => {
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog], [role=menu]').waitFor({ state: 'detached' })
    }
    await check('a new story')
    for (const screen of ['Tools', 'Assets', 'State']) {
      await goTo(page, screen)
      await page.locator('.empty').waitFor()
      await check(`${screen}, empty`)
    }
    await goTo(page, 'Skills')
    await page.getByRole('list', { name: 'Skills' }).waitFor()
    await check('no skill chosen')
    await page.getByRole('navigation').getByRole('link', { name: 'Narrative' }).click()
    for (const prompt of [
      'show everything',
      'fail permanently',
      'try twice',
      'look around',
      'write it in Markdown',
      'sing a song',
    ])
      await play(page, prompt)
    await check('a story')
    for (const name of ['Branches', 'Notes for the narrator', 'Settings', 'Edit the text']) {
      await page.getByRole('button', { name }).last().click()
      await page.getByRole('dialog').locator('[role=treeitem], textarea, [role=combobox]').first().waitFor()
      await check(name)
      await leave()
    }
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Set up language models' }).click()
    await page.getByRole('button', { name: 'Find models' }).click()
    await page.getByRole('button', { name: 'Use m' }).waitFor()
    await check('the models')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Find models' }).waitFor({ state: 'detached' })
    await leave()
    await page.getByRole('button', { name: 'More about turn 1' }).click()
    await page.getByRole('menu').waitFor()
    await check('the menu of a turn')
    await leave()
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await check('a picture')
    await leave()
    await page.getByRole('button', { name: 'Find in this story' }).click()
    await page.getByRole('searchbox').fill('lantern')
    await page.locator('.find-excerpt').waitFor()
    await check('a search')
    await page.keyboard.press('Escape')
    const full = { Tools: '.tool', Assets: '.gallery figure', State: '.tree', Skills: '.skill-line' }
    for (const [screen, what] of Object.entries(full)) {
      await goTo(page, screen)
      await page.locator(what).first().waitFor()
      await check(screen)
      if (screen !== 'State') continue
      await page.getByRole('button', { name: 'Who wrote said?' }).click()
      await page.getByRole('dialog').getByText('Written by').waitFor()
      await check('who wrote it')
      await leave()
      await page.getByRole('tab', { name: 'JSON' }).click()
      await check('the state as JSON')
    }
    await page.getByRole('link', { name: /Actor/ }).click()
    await page.getByLabel('Temperature').fill('9')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Some settings are not right/).waitFor()
    await check('a form with an error')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.locator('.story-card').first().waitFor()
    await check('home')
    await page.getByRole('button', { name: 'Salt' }).click()
    await page.getByRole('dialog').waitFor()
    await check('the character')
    await leave()
    const menu = page.getByRole('button', { name: 'More about The Marsh' })
    for (const item of ['Name and tags', 'Export …']) {
      await menu.click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByRole('dialog').waitFor()
      await check(item)
      await leave()
    }
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await check('a deleted story')
    await page.getByRole('button', { name: 'Trash (1)' }).click()
    await page.getByRole('dialog').waitFor()
    await check('the trash')
    await leave()
    await page.evaluate(() => (location.hash = '#/s/nowhere/narrative'))
    await page.getByText('This story cannot be opened').waitFor()
    await check('no such story')
  }, 900_000)

  test('axe finds no violation while the first page loads, when it cannot, and while the connection is lost', async () => {
    const { page } = await newStory()
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/sessions', async (route) => {
      await held
      await route.abort()
    })
    await page.evaluate(() => (location.hash = '#/'))
    await page.getByText('Begin a story').waitFor()
    expect(await violations(page), 'the first page').toEqual([])
    answer()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await violations(page), 'the first page without a server').toEqual([])
    await page.unroute('**/api/sessions')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.story-card').first().waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await loadAxe(page)
    await page.evaluate(() => (location.hash = '#/s/anything/narrative'))
    await page.getByText('The connection to the server is lost.').waitFor()
    expect(await violations(page), 'the connection is lost').toEqual([])
  })

  test('axe finds no violation while a turn is being played', async () => {
    const { page } = await newStory()
    await send(page, 'work for long')
    await narration(page, 'You wait for the tide.').waitFor()
    expect(await violations(page)).toEqual([])
    await goTo(page, 'Tools')
    await page.getByRole('article', { name: 'long' }).waitFor()
    expect(await violations(page)).toEqual([])
  })
})
