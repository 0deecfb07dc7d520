import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('the page', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())

  test('plays a turn and shows its narration and choices without a console error', async () => {
    const { page, problems } = await open(world.url)
    await page.getByRole('button', { name: 'New story' }).click()
    await play(page, 'sing a song')
    expect(await page.locator('.turn .prose p').allTextContents()).toEqual([
      'The lantern gutters. Somewhere below, water keeps its own slow time.',
      'You are not alone.',
    ])
    expect(await page.locator('.choices button').allTextContents()).toEqual(['Go down', 'Waitand listeneasy'])
    expect(problems).toEqual([])
  })
})
