import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { openLine } from '../support/line.ts'
import { goTo, narration, send } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('the page without its server', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())
  const openStory = async (port = world.server.port) => {
    const { id } = await world.narratoria.openSession()
    return (await open(`http://127.0.0.1:${port}/#/s/${id}/narrative`)).page
  }

  test('a screen whose code could not be loaded says so, and opens once the server is back', async () => {
    const line = await openLine(world.server.port)
    try {
      const page = await openStory(line.port)
      // As slow as a phone: the code of the other screens has not arrived.
      await page.route(/state-screen/, (route) => route.abort())
      await page.reload()
      await page.getByLabel('What do you do?').fill('a draft')
      line.refuse(true)
      line.cut()
      await page.getByRole('navigation').getByRole('link', { name: 'State' }).click()
      await page.getByText('This screen could not be loaded').waitFor()
      await page.getByRole('link', { name: 'Narrative' }).click()
      expect(await page.getByLabel('What do you do?').inputValue()).toBe('a draft')
      await page.getByRole('link', { name: 'State' }).click()
      await page.getByText('This screen could not be loaded').waitFor()
      await page.unroute(/state-screen/)
      line.refuse(false)
      await page.getByText('Nothing is known yet').waitFor()
    } finally {
      await line.close()
    }
  })

  test('the screens open without the server once the story was shown', async () => {
    const line = await openLine(world.server.port)
    try {
      const page = await openStory(line.port)
      await page.getByLabel('What do you do?').waitFor()
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /skills-screen/.test(name)),
      )
      line.refuse(true)
      line.cut()
      await page.getByText('The connection to the server is lost.').waitFor()
      await goTo(page, 'Tools')
      await page.getByText('Nothing has happened yet').waitFor()
    } finally {
      await line.close()
    }
  })

  test('a page of an upgraded server is loaded anew, with the draft', async () => {
    const page = await openStory()
    await page.route(/state-screen/, (route) => route.abort())
    await page.reload()
    await page.getByLabel('What do you do?').fill('a draft')
    // The new server has files of other names.
    await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ status: 404 }))
    page.on('request', (request) => request.isNavigationRequest() && void page.unrouteAll())
    const loaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'State' }).click()
    await loaded
    await page.getByText('Nothing is known yet').waitFor()
    await page.getByRole('link', { name: 'Narrative' }).click()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('a draft')
  })

  test('a page without its server says so, tries again on request, and connects within two seconds', async () => {
    const line = await openLine(world.server.port)
    try {
      const page = await openStory(line.port)
      await send(page, 'work for long')
      await narration(page, 'You wait for the tide.').waitFor()
      line.refuse(true)
      line.cut()
      await page.getByRole('button', { name: 'Try now' }).waitFor()
      await page.getByText('The turn goes on when the server can be reached again.').waitFor()
      expect(await page.getByRole('progressbar').count()).toBe(0)
      await page.getByLabel('What do you do?').fill('look around')
      await page.keyboard.press('Enter')
      await page.getByText('Your words stay here until it is back.').waitFor()
      await page.getByRole('button', { name: 'Try now' }).click()
      // The waits between two tries grow up to their longest.
      const triedAt: number[] = []
      page.on('requestfailed', () => triedAt.push(Date.now()))
      await expect.poll(() => triedAt.length).toBeGreaterThan(5)
      line.refuse(false)
      await page.getByRole('button', { name: 'Try now' }).waitFor({ state: 'detached' })
      // After the longest wait one try is enough, so the page is back within two seconds of the server.
      const waits = triedAt.slice(1).map((at, index) => at - triedAt[index]!)
      expect(Math.min(...waits.slice(-3))).toBeLessThan(1_500)
      await page.getByText('Your words stay here until it is back.').waitFor({ state: 'detached' })
      expect(await page.getByLabel('What do you do?').inputValue()).toBe('look around')
    } finally {
      await line.close()
    }
  })

  test('an address without its token is answered with a page that says what to do', async () => {
    const guarded = await openWorld({ token: 'a-token-of-24-characters' })
    try {
      const { page } = await open(`${guarded.url}/`)
      await page.getByText('This server needs its token').waitFor()
      await page.goto(guarded.server.url)
      await page.getByText('Begin a story').waitFor()
      await page.context().clearCookies()
      await page.reload()
      await page.getByText('This server needs its token').waitFor()
    } finally {
      await guarded.close()
    }
  })
})
