import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { importLongStory } from '../support/long-story.ts'
import { play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('a story of 1,000 turns', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())

  test('it opens at its end, holds a few turns in the page, and can be read from the start', async () => {
    const id = await importLongStory(world.narratoria, 1_000)
    const { page, problems } = await open(`${world.url}/#/s/${id}/narrative`)
    await page.getByText('Step 1000.').waitFor()
    expect(await page.locator('.story-item').count()).toBeLessThan(40)
    const story = page.getByRole('region', { name: 'Story' })
    await expect
      .poll(() => story.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight))
      .toBeLessThan(3)

    await story.focus()
    await page.keyboard.press('Home')
    await page.getByText('Step 1.', { exact: false }).first().waitFor()
    await page.locator('article[aria-label="Turn 1"]').waitFor()
    expect(await page.locator('.story-item').count()).toBeLessThan(40)
    await page.getByRole('button', { name: 'Go to the end of the story' }).click()
    await page.locator('article[aria-label="Turn 1000"]').waitFor()
    await play(page, 'a thousand and one')
    await page.locator('article[aria-label="Turn 1001"]').waitFor()
    expect(problems).toEqual([])
  })

  test('it scrolls smoothly: while it is leafed through, no pause is one that a reader would notice', async () => {
    const id = await importLongStory(world.narratoria, 1_000)
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    await page.getByText('Step 1000.').waitFor()
    await page.getByRole('region', { name: 'Story' }).hover()
    await page.mouse.wheel(0, -400)
    const pauses = await page.evaluate(async () => {
      const story = document.querySelector('.story')!
      const times: number[] = []
      let last = performance.now()
      for (let frame = 0; frame < 240; frame++) {
        story.scrollTop -= 90
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = performance.now()
        times.push(now - last)
        last = now
      }
      return times.toSorted((a, b) => a - b)
    })
    const middle = pauses[Math.floor(pauses.length / 2)]!
    const high = pauses[Math.floor(pauses.length * 0.95)]!
    // Generous for a machine that draws without a graphics card and is busy with other tests.
    const read = await page.locator('article').first().getAttribute('aria-label')
    expect(Number(read!.replace(/\D/g, ''))).toBeLessThan(970)
    expect(middle).toBeLessThan(60)
    expect(high).toBeLessThan(250)
  })

  test('a reader who scrolled up is not torn away by what is told', async () => {
    const id = await importLongStory(world.narratoria, 60)
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    await page.getByText('Step 60.').waitFor()
    await page.getByLabel('What do you do?').fill('work slowly')
    await page.keyboard.press('Enter')
    await page.locator('.turn-live').waitFor()
    const story = page.getByRole('region', { name: 'Story' })
    await story.hover()
    await page.mouse.wheel(0, -2_500)
    await page.getByRole('button', { name: 'Go to the end of the story' }).waitFor()
    const top = () => story.evaluate((element) => element.scrollTop)
    await page.waitForTimeout(700)
    const before = await top()
    await page.waitForTimeout(1_500)
    expect(Math.abs((await top()) - before)).toBeLessThan(5)
  })
})
