import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { importLongStory } from '../support/long-story.ts'
import { play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('a story of 1,000 turns', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())

  test('opens at its end, renders only a few turns, and can be read from the start', async () => {
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

  test('scrolls with few rendered turns in every frame, one of them visible', async () => {
    const id = await importLongStory(world.narratoria, 1_000)
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    await page.getByText('Step 1000.').waitFor()
    await page.getByRole('region', { name: 'Story' }).hover()
    await page.mouse.wheel(0, -400)
    const frames = await page.evaluate(async () => {
      const story = document.querySelector('.story')!
      const seen: { items: number; blank: boolean }[] = []
      for (let frame = 0; frame < 240; frame++) {
        story.scrollTop -= 90
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const { left, top, width, height } = story.getBoundingClientRect()
        // At several heights, because there is space between two turns.
        const looks = [0.25, 0.5, 0.75].map((share) =>
          document.elementFromPoint(left + width / 2, top + height * share),
        )
        const blank = looks.every((element) => !element?.closest('.story-item'))
        seen.push({ items: document.querySelectorAll('.story-item').length, blank })
      }
      return seen
    })
    expect(Math.max(...frames.map(({ items }) => items))).toBeLessThan(40)
    expect(frames.filter(({ blank }) => blank)).toEqual([])
    const read = await page.locator('article').first().getAttribute('aria-label')
    expect(Number(read!.replace(/\D/g, ''))).toBeLessThan(970)
  })

  test('keeps the scroll position of a reader who scrolled up while narration arrives', async () => {
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
