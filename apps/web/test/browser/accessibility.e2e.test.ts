import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sideways, untilStill } from '../support/axe.ts'
import { describeInBrowser } from '../support/browser.ts'
import { importLongStory } from '../support/long-story.ts'
import { goTo, play, send, settled, narration } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

/** Whether a label is shown completely, on one line. */
function isWhole(label: Element): boolean {
  const { height, left, right } = label.getBoundingClientRect()
  const line = Number.parseFloat(getComputedStyle(label).fontSize) * 1.8
  return height > 10 && height < line && left >= 0 && right <= innerWidth && label.scrollWidth <= right - left + 1
}

describeInBrowser('accessibility', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      opening: { text: 'A hall.', choices: [{ text: 'light the torch', hint: 'dry', difficulty: 'easy' }] },
    })
  })
  afterAll(() => world.close())
  const newStory = async (options = {}) => {
    const opened = await open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/narrative`, options)
    await opened.page.getByLabel('What do you do?').waitFor()
    return opened
  }

  test('every control can be reached and used with the keyboard', async () => {
    const { page } = await newStory()
    // The field has the focus first. The link is before everything else.
    const text = () => page.evaluate(() => document.activeElement?.textContent)
    for (let count = 0; count < 30 && (await text()) !== 'Skip to the content'; count++)
      await page.keyboard.press('Shift+Tab')
    expect(await text()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    const reached = new Set<string>()
    for (let count = 0; count < 14; count++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(() => {
        const element = document.activeElement!
        return element.getAttribute('aria-label') ?? element.textContent ?? ''
      })
      reached.add(name.trim())
    }
    expect([...reached].join('|')).toMatch(/light the torch/)
    await page.getByLabel('What do you do?').focus()
    await page.keyboard.type('by hand')
    await page.keyboard.press('Enter')
    await narration(page, 'You said: by hand').waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Undo this turn' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('article').count()).toBe(0)
    await page.getByRole('link', { name: 'State' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'State' }).waitFor()
    await page.getByRole('button', { name: 'Settings' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Settings')
  })

  test('every flow can be completed with the keyboard only', async () => {
    const { page } = await newStory()
    const press = (key: string) => page.keyboard.press(key)
    /** Presses Tab until the named element has the focus. */
    const tabTo = async (name: RegExp) => {
      for (let count = 0; count < 90; count++) {
        await press('Tab')
        const reached = await page.evaluate(() => {
          const { activeElement: element } = document
          const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
          return element?.getAttribute('aria-label') || labels[0]?.textContent || element?.textContent || ''
        })
        if (name.test(reached)) return
      }
      throw new Error(`No stop is named ${name}.`)
    }
    const prompts = () => page.locator('.turn .prompt').allTextContents()
    const focused = () => page.evaluate(() => document.activeElement?.id)

    await tabTo(/^light the torch/)
    await press('Enter')
    await narration(page, 'The torch catches.').waitFor()
    await settled(page)
    // The player types from here on.
    expect(await focused()).toBe('prompt')
    await page.keyboard.type('look around')
    await press('Enter')
    await narration(page, 'You said: look around').waitFor()
    await settled(page)
    await page.getByRole('region', { name: 'Story' }).focus()
    await tabTo(/^More about turn 1/)
    await press('Enter')
    await page.getByRole('menu').waitFor()
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    await expect.poll(prompts).toEqual(['light the torch'])
    expect(await focused()).toBe('prompt')
    await page.getByRole('region', { name: 'Story' }).focus()
    await tabTo(/^Retry/)
    await press('Enter')
    await page.getByText('Version 2 of 2').waitFor()
    await settled(page)
    await page.getByRole('region', { name: 'Story' }).focus()
    await tabTo(/^Previous version/)
    await press('Enter')
    await page.getByText('Version 1 of 2').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Next version')
    await tabTo(/^Undo/)
    await press('Enter')
    await expect.poll(prompts).toEqual([])
    await tabTo(/^Redo/)
    await press('Enter')
    await expect.poll(prompts).toEqual(['light the torch'])

    await page.getByLabel('What do you do?').focus()
    await page.keyboard.type('work for long')
    await press('Enter')
    await narration(page, 'You wait for the tide.').waitFor()
    await press('Escape')
    await page.getByText('You stopped this turn').waitFor()

    await tabTo(/^Tools/)
    await press('Enter')
    await tabTo(/^light ?Completed/)
    await press('Enter')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('light')
    await tabTo(/^State/)
    await press('Enter')
    await page.getByRole('tab', { name: 'Tree' }).waitFor()
    await tabTo(/^Tree/)
    await press('ArrowRight')
    await press('Enter')
    await page.getByLabel('The state as JSON').waitFor()

    await tabTo(/^Skills/)
    await press('Enter')
    await tabTo(/^Actor is used/)
    await press('Space')
    await page.getByText('Switched off').first().waitFor()
    await press('Space')
    await page.getByText('Switched off').first().waitFor({ state: 'detached' })
    await tabTo(/^Actor/)
    await press('Enter')
    await page.getByRole('article', { name: 'Actor' }).getByText('Healthy').waitFor()
    await tabTo(/^Sentences/)
    await page.keyboard.type('3')
    await tabTo(/^Save/)
    await press('Enter')
    await page.getByText('Saved. The next turn uses the new settings.').waitFor()

    await tabTo(/^Home/)
    await press('Enter')
    await tabTo(/^More about/)
    await press('Enter')
    await page.getByRole('menu').waitFor()
    await press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('By hand alone')
    await press('Enter')
    await page.getByRole('link', { name: /^By hand alone/ }).waitFor()
  }, 900_000)

  test('with forced colours the selected tab and the start of a prompt are visible', async () => {
    const { page } = await newStory({ forcedColors: 'active' })
    await play(page, 'light the torch')
    const seen = (selector: string, part?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, pseudo) => {
          const colour = getComputedStyle(element, pseudo).backgroundColor
          return colour !== getComputedStyle(document.body).backgroundColor && colour !== 'rgba(0, 0, 0, 0)'
        }, part)
    expect(await seen('.turn .prompt', '::before')).toBe(true)
    await goTo(page, 'State')
    expect(await seen('.MuiTabs-indicator')).toBe(true)
  })

  test('with reduced motion nothing is animated', async () => {
    const { page } = await newStory({ reducedMotion: 'reduce' })
    await send(page, 'work for long')
    await page.locator('.turn-live .prose p').waitFor()
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((animation) => {
          const { duration, iterations } = animation.effect!.getComputedTiming()
          return Number(duration) > 1 && iterations === Infinity
        }).length,
    )
    expect(moving).toBe(0)
  })

  test.each([
    { width: 1280, height: 860 },
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ])('at 200 % text nothing is clipped or overflows the page, %o', async (viewport) => {
    const { page } = await newStory({ viewport })
    await page.goto(`${world.url}/#/s/${await importLongStory(world.narratoria, 12)}/narrative`)
    await page.getByText('Step 12.').waitFor()
    await play(page, 'show everything')
    const story = page.getByRole('region', { name: 'Story' })
    const fromEnd = () =>
      story.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
    const sizeOf = (locator: Locator) =>
      locator.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = await sizeOf(page.locator('.prose p').last())
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await sizeOf(page.locator('.prose p').last())).toBeCloseTo(2 * before, 0)
    await expect.poll(fromEnd, { message: 'the story stays at its end' }).toBeLessThan(3)
    // Also if the text was large before the story was loaded.
    await page.reload()
    await page.getByLabel('What do you do?').waitFor()
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await narration(page, 'Everything lies before you.').waitFor()
    await expect.poll(fromEnd, { message: 'the story is opened at its end' }).toBeLessThan(3)
    for (const screen of ['Narrative', 'Tools', 'Assets', 'State', 'Skills']) {
      const link = page.getByRole('navigation').getByRole('link', { name: screen })
      await link.click()
      await page.evaluate(untilStill)
      expect(await page.evaluate(sideways), screen).toEqual([])
      expect(await link.locator('.rail-label').evaluate(isWhole), `the label of ${screen}`).toBe(true)
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Narrative' }).click()
    const field = (await page.getByLabel('What do you do?').boundingBox())!
    expect(field.y + field.height).toBeLessThanOrEqual(viewport.height)
  })

  test('001 §12.3: on a phone the rail is a bar at the bottom of the page', async () => {
    const { page } = await newStory({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const bar = (await page.getByRole('navigation').boundingBox())!
    expect(bar.width).toBe(390)
    expect(bar.y + bar.height).toBeCloseTo(844, 0)
    for (const screen of ['Tools', 'Assets', 'State', 'Skills', 'Narrative']) {
      const link = page.getByRole('navigation').getByRole('link', { name: screen })
      const box = (await link.boundingBox())!
      expect(box.height).toBeGreaterThanOrEqual(44)
      await link.tap()
    }
    await page.getByLabel('What do you do?').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
