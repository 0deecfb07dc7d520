import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilStill } from '../support/axe.ts'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

/** Stores the size of every visible text; in a drawing, the scaled size. */
function rememberSizes(): number {
  const sizeOf = (element: Element) => {
    const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1
    return Number.parseFloat(getComputedStyle(element).fontSize) * scale
  }
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      (hasText(element) || element.matches('input:not([type=checkbox], [aria-hidden=true])')) &&
      element.checkVisibility(),
  )
  Reflect.set(window, 'sizeOf', sizeOf)
  Reflect.set(
    window,
    'sizes',
    shown.map((element) => [element, sizeOf(element)]),
  )
  return shown.length
}

/** The texts that are not twice their stored size. */
function notGrown(): string[] {
  const sizeOf = Reflect.get(window, 'sizeOf') as (element: Element) => number
  const sizes = Reflect.get(window, 'sizes') as [Element, number][]
  return sizes
    .filter(([element, before]) => element.isConnected && sizeOf(element) < before * 1.95)
    .map(([element, before]) => `${element.outerHTML.slice(0, 120)}: ${before} → ${sizeOf(element)}`)
}

/** The focused element, whether it looks different without the focus, and whether it was asked about before. */
async function lookOfFocus(): Promise<{ name: string; seen: boolean; isRepeated: boolean } | undefined> {
  const element = document.activeElement
  // The guards at the ends of a dialog move the focus.
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return undefined
  if (element.dataset.testid?.startsWith('sentinel')) return undefined
  // The controls of a media player are drawn by the browser and not visible to the page.
  if (element instanceof HTMLMediaElement) return undefined
  const around =
    element.closest('.prompt-field, .field, .MuiInputBase-root, .MuiSwitch-root, .MuiCheckbox-root') ?? element
  const properties = ['outline', 'border', 'box-shadow', 'background-color', 'stroke', 'stroke-width']
  const look = async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
    const looks = [around, ...around.querySelectorAll('*')].flatMap((part) =>
      [undefined, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(part, pseudo)
        return properties.map((property) => style.getPropertyValue(property)).join()
      }),
    )
    return looks.join('\n')
  }
  const focused = await look()
  element.blur()
  const unfocused = await look()
  element.focus()
  const named = element.getAttribute('aria-label') ?? element.id
  const stop = { name: `${element.tagName} ${named} ${element.textContent?.slice(0, 40)}`, seen: focused !== unfocused }
  const isRepeated = element.dataset.reached !== undefined
  element.dataset.reached = ''
  return { ...stop, isRepeated }
}

describeInBrowser('text and focus', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ opening: { text: 'A hall.', choices: [{ text: 'light the torch', hint: 'dry' }] } })
  })
  afterAll(() => world.close())

  /** Shows every screen, dialog and menu after a few turns. */
  async function onEveryScreen(page: Page, look: (screen: string) => Promise<void>): Promise<void> {
    await page.getByLabel('What do you do?').waitFor()
    await look('a new story')
    for (const prompt of ['show everything', 'light the torch', 'sing a song', 'try twice']) await play(page, prompt)
    await look('Narrative')
    await goTo(page, 'Tools')
    await page.locator('.graph-node').first().waitFor()
    await look('Tools')
    await goTo(page, 'Assets')
    await page.locator('.gallery figure').first().waitFor()
    await look('Assets')
    await goTo(page, 'State')
    await page.locator('.tree').first().waitFor()
    await look('State')
    await goTo(page, 'Skills')
    await page.locator('.skill-line').first().waitFor()
    await look('Skills')
    await page.getByRole('link', { name: /Actor/ }).click()
    await page.getByLabel('Temperature').waitFor()
    await look("a skill's form")
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Theme').waitFor()
    await look('the settings')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.locator('.story-card').first().waitFor()
    await look('the stories')
  }

  const newStory = async () =>
    (await open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/narrative`)).page

  test('on every screen all text grows to 200 %, also in drawings, logs, chips and forms, and every focusable element shows its focus', async () => {
    const page = await newStory()
    const kinds = { Tools: '.graph-node text, .log p, .status-chip', "a skill's form": 'label' }
    const unseen = new Set<string>()
    await onEveryScreen(page, async (screen) => {
      for (const kind of (kinds[screen as keyof typeof kinds] ?? 'button').split(', '))
        expect(await page.locator(kind).count(), `${kind} on ${screen}`).toBeGreaterThan(0)
      expect(await page.evaluate(rememberSizes), screen).toBeGreaterThan(5)
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await page.evaluate(untilStill)
      expect(await page.evaluate(notGrown), screen).toEqual([])
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      await page.evaluate(() =>
        document.querySelectorAll('[data-reached]').forEach((one) => delete (one as HTMLElement).dataset.reached),
      )
      const stops = new Set<string>()
      // At most once around.
      for (let count = 0; count < 60; count++) {
        await page.keyboard.press('Tab')
        const stop = await page.evaluate(lookOfFocus)
        if (stop?.isRepeated) break
        if (!stop) continue
        if (!stop.seen) unseen.add(`${screen}: ${stop.name}`)
        stops.add(stop.name)
      }
      expect(stops.size, screen).toBeGreaterThan(2)
    })
    expect([...unseen]).toEqual([])
  }, 900_000)

  test('at 200 % the text of the plan’s graph stays within its nodes', async () => {
    const page = await newStory()
    await play(page, 'try twice')
    await goTo(page, 'Tools')
    await page.locator('.graph-node').first().waitFor()
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const outside = await page.locator('.graph-node').evaluateAll((nodes) =>
      nodes.flatMap((node) => {
        const frame = node.querySelector('rect')!.getBoundingClientRect()
        return [...node.querySelectorAll('text')]
          .filter((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect()
            return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
          })
          .map((text) => text.textContent)
      }),
    )
    expect(outside).toEqual([])
  })
})
