import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { moveTo } from '../support/keyboard.ts'
import { goTo, play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, details: false }

describeInBrowser('a phone', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())
  const newStory = async (options: object) =>
    open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/narrative`, options)

  test('below the last turn are two buttons and a menu with words, each large enough for a finger', async () => {
    const { page } = await newStory(phone)
    await play(page, 'sing a song')
    await page.getByRole('button', { name: /^Retry/ }).click()
    await page.getByText('Version 2 of 2').waitFor()
    await play(page, 'look around')
    const actions = page.getByRole('group', { name: 'Turn 2: actions' })
    await actions.getByRole('button', { name: /^More about turn 2/ }).waitFor()
    expect(await actions.locator('button, a').allTextContents()).toEqual(['Undo', 'Retry', ''])
    const sizes = await page.locator('.turn-actions :is(button, a)').evaluateAll((targets) =>
      targets.map((target) => {
        const { width, height } = target.getBoundingClientRect()
        return { name: target.getAttribute('aria-label'), width, height }
      }),
    )
    expect(sizes.length).toBeGreaterThan(5)
    for (const { name, width, height } of sizes) {
      expect(width, `${name}`).toBeGreaterThanOrEqual(44)
      expect(height, `${name}`).toBeGreaterThanOrEqual(44)
    }
    await actions.getByRole('button', { name: /^More/ }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Continue without an act',
      'Edit the text',
      'Backstage: what happened in turn 2',
    ])
    await page.getByRole('menuitem', { name: 'Continue without an act' }).click()
    await page.getByRole('group', { name: 'Turn 3: actions' }).waitFor()
  })

  test('without choices the arrow to the end of the story is beside the field', async () => {
    const { page } = await newStory({ ...phone, viewport: { width: 390, height: 560 } })
    for (const prompt of ['sing a song', 'look around', 'sing a long song']) await play(page, prompt)
    const arrow = page.getByRole('button', { name: 'Go to the end of the story' })
    const boxOf = async (part: string) => (await page.locator(part).boundingBox())!
    expect(await page.getByRole('list', { name: 'Choices' }).count()).toBe(0)
    expect(await arrow.count()).toBe(0)
    const before = await boxOf('.story')
    await page.locator('.story').press('Home')
    await arrow.waitFor()
    expect(await boxOf('.story')).toEqual(before)
    const [{ x, y, width, height }, field] = [(await arrow.boundingBox())!, await boxOf('.prompt-field')]
    expect(field.x + field.width).toBeLessThanOrEqual(x)
    expect(x + width).toBeLessThanOrEqual(390)
    expect([y >= field.y, y + height <= field.y + field.height]).toEqual([true, true])
    await arrow.tap()
    await arrow.waitFor({ state: 'detached' })
  })

  test.each([
    [390, 844],
    [320, 256],
  ])('at %i × %i all choices are in one row, and the keyboard brings each into sight', async (width, height) => {
    const { page } = await newStory({ viewport: { width, height }, details: false })
    await play(page, 'sing a song')
    const choices = page.getByRole('list', { name: 'Choices' }).getByRole('button')
    expect(await choices.count()).toBe(2)
    // As wide as suggestions of a world.
    await choices.evaluateAll((buttons) => {
      for (const button of buttons) button.style.width = '16rem'
    })
    const tops = await choices.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await page.getByRole('region', { name: 'Story' }).focus()
    await moveTo(page, choices.last())
    await expect
      .poll(async () => {
        const { x, width: long } = (await choices.last().boundingBox())!
        return [x >= 0, x + long <= width, x, long]
      })
      .toEqual([true, true, expect.any(Number), expect.any(Number)])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

  test('an extra is switched off and on where its settings are', async () => {
    const { page } = await newStory(phone)
    await goTo(page, 'Extras')
    await page.getByRole('link', { name: /Actor/ }).click()
    const actor = page.getByRole('article', { name: 'Actor' })
    await actor.getByRole('switch', { name: 'Actor is used' }).click()
    await actor.getByText('Switched off').waitFor()
    expect(world.narratoria.skills.isEnabled('actor')).toBe(false)
    await actor.getByRole('switch', { name: 'Actor is used' }).click()
    await actor.getByText('Switched off').waitFor({ state: 'detached' })
    expect(world.narratoria.skills.isEnabled('actor')).toBe(true)
  })
})
