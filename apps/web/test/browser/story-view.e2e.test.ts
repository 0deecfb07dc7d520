import { afterAll, beforeAll, expect, test } from 'vitest'
import { followSystemTheme } from '../support/axe.ts'
import { describeInBrowser } from '../support/browser.ts'
import { importLongStory } from '../support/long-story.ts'
import { narration, play } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

/** The contrast between the ground of the match that is counted and that of the others. */
function contrastOfMatches(): number {
  const story = document.querySelector('.story')!
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const lightness = (name: string) => {
    context.fillStyle = getComputedStyle(story, `::highlight(${name})`).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [darker = 0, lighter = 0] = [lightness('found'), lightness('found-here')].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describeInBrowser('the view of a story', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())
  const story = (id: string) => open(`${world.url}/#/s/${id}/narrative`)
  const newStory = async () => story((await world.narratoria.openSession()).id)

  test('a long prompt is folded, and unfolds by keyboard', async () => {
    const { page } = await newStory()
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')
    await play(page, words)
    const prompt = page.locator('.turn .prompt')
    const folded = (await prompt.boundingBox())!.height
    const unfold = page.getByRole('button', { name: 'Show all of it' })
    await unfold.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await prompt.boundingBox())!.height).toBeGreaterThan(folded * 1.5)
    expect(await page.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
    await play(page, 'short words')
    expect(await page.getByRole('button', { name: 'Show all of it' }).count()).toBe(0)
  })

  test('a picture opens in a viewer, and the focus returns to it', async () => {
    const { page, problems } = await newStory()
    await play(page, 'light the torch')
    const picture = page.getByRole('button', { name: 'Enlarge: A lit torch' })
    await picture.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'A lit torch' })
    await viewer.waitFor()
    const { width, height } = (await viewer.boundingBox())!
    expect([width, height]).toEqual(Object.values(page.viewportSize()!))
    const link = viewer.getByRole('link', { name: 'Open the file in a new tab' })
    expect(await link.getAttribute('href')).toMatch(/^\/api\//)
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    expect(await picture.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
  })

  test('words are found in the whole story, far from what is in the page', async () => {
    const { page } = await story(await importLongStory(world.narratoria, 300))
    await followSystemTheme(page)
    await narration(page, 'Step 300.').waitFor()
    await page.keyboard.press('Control+f')
    await page.getByRole('searchbox', { name: 'Find in this story' }).fill('"step number 7"')
    await page.getByText('1 of 1 · turn 7').waitFor()
    const turn = page.getByRole('article', { name: 'Turn 7', exact: true })
    await turn.waitFor()
    await expect
      .poll(async () => {
        const [found, region] = [
          await turn.boundingBox(),
          await page.getByRole('region', { name: 'Story' }).boundingBox(),
        ]
        return Math.round(Math.abs((found?.y ?? -9_999) - region!.y))
      })
      .toBeLessThan(250)
    const marked = () =>
      page.evaluate(() => [...((CSS.highlights.get('found') as Iterable<Range> | undefined) ?? [])].map(String))
    await expect.poll(marked).toContain('step number 7')
    await page.getByRole('searchbox').fill('step 12')
    const status = page.locator('.find [role=status]')
    await expect.poll(() => status.textContent()).toMatch(/^1 of \d+ · turn 12$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => status.textContent()).toMatch(/^2 of \d+ · turn 1\d\d$/)
    // The match that is counted stands out among the others, with forced colours, too.
    const counted = () => page.evaluate(() => [...(CSS.highlights.get('found-here') ?? [])].map(String))
    await expect.poll(async () => (await counted()).length).toBeGreaterThan(0)
    expect((await marked()).length).toBeGreaterThan((await counted()).length)
    for (const look of [
      { colorScheme: 'light', forcedColors: 'none' },
      { colorScheme: 'dark', forcedColors: 'none' },
      { colorScheme: 'dark', forcedColors: 'active' },
    ] as const) {
      await page.emulateMedia(look)
      await expect.poll(() => page.evaluate(contrastOfMatches), { message: JSON.stringify(look) }).toBeGreaterThan(3)
    }
    await page.emulateMedia({ forcedColors: 'none' })
    await page.getByRole('searchbox').fill('no such words at all')
    await page.getByText('No turn has these words.').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('prompt')
    expect(await marked()).toEqual([])
  })

  test('the button of the search opens and closes it, and shows whether it is open', async () => {
    const { page } = await story(await importLongStory(world.narratoria, 3))
    const button = page.getByRole('button', { name: 'Find in this story' })
    for (const isOpen of [true, false]) {
      expect(await button.getAttribute('aria-expanded')).toBe(String(!isOpen))
      await button.click()
      await page.getByRole('searchbox').waitFor({ state: isOpen ? 'visible' : 'detached' })
    }
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('what is found far down in a long turn is scrolled into sight', async () => {
    const { page } = await newStory()
    await play(page, Array.from({ length: 900 }, (_, index) => `word${index}`).join(' '))
    await page.keyboard.press('Control+f')
    await page.getByRole('searchbox').fill('word850')
    const isInSight = () =>
      page.evaluate(() => {
        const ranges = [...((CSS.highlights.get('found') as Iterable<Range> | undefined) ?? [])]
        // The prompt, which has the word, too, is folded above it.
        const range = ranges.find(({ startContainer }) => startContainer.parentElement?.closest('.prose'))
        const view = document.querySelector('.story')!.getBoundingClientRect()
        const place = range?.getBoundingClientRect()
        return place !== undefined && place.height > 0 && place.top >= view.top && place.bottom <= view.bottom
      })
    await expect.poll(isInSight).toBe(true)
  })

  test.each([0, 300])('words of the opening are found and scrolled to: %i turns', async (turns) => {
    const id = turns === 0 ? (await world.narratoria.openSession()).id : await importLongStory(world.narratoria, turns)
    const { page } = await story(id)
    await page.locator(turns === 0 ? '.opening' : '.turn', { hasText: turns === 0 ? 'begins' : 'Step 300.' }).waitFor()
    await page.keyboard.press('Control+f')
    await page.getByRole('searchbox').fill('begins')
    await page.getByText('1 of 1 · opening').waitFor()
    const isInSight = () =>
      page.evaluate(() => {
        const [range] = [...((CSS.highlights.get('found') as Iterable<Range> | undefined) ?? [])]
        const view = document.querySelector('.story')!.getBoundingClientRect()
        const place = range?.getBoundingClientRect()
        return place !== undefined && place.height > 0 && place.top >= view.top && place.bottom <= view.bottom
      })
    await expect.poll(isInSight).toBe(true)
  })

  test('the arrow to the end of the story covers no text, and takes no room from it on a phone', async () => {
    const { page } = await story(await importLongStory(world.narratoria, 60))
    const arrow = page.getByRole('button', { name: 'Go to the end of the story' })
    const heightOfStory = async () => (await page.locator('.story').boundingBox())!.height
    const choice = page.locator('.choices button span').first()
    await choice.evaluate((words) => void (words.textContent = 'Ask Hester Lamb about the brandy'))
    for (const width of [390, 768, 900, 1_100, 1_600]) {
      await page.setViewportSize({ width, height: 800 })
      await page.keyboard.press('Tab')
      await page.locator('.story').press('End')
      await arrow.waitFor({ state: 'detached' })
      const whole = await heightOfStory()
      await page.locator('.story').evaluate((element) => {
        element.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))
        element.scrollTop = 2_000
      })
      await arrow.waitFor()
      const covered = await page.locator('.to-end').evaluate((strip) => {
        const button = strip.querySelector('button')!.getBoundingClientRect()
        const view = document.querySelector('.story')!.getBoundingClientRect()
        if (button.top >= view.bottom) return false
        const column = document.querySelector('.story-content')!.getBoundingClientRect()
        const { height, display } = getComputedStyle(strip, '::before')
        const strength = display === 'none' ? 0 : Number.parseFloat(height)
        return button.left < column.right && !(strength >= button.height)
      })
      expect(covered, `${width} px`).toBe(false)
      if (width >= 640) continue
      expect(await heightOfStory(), `${width} px`).toBe(whole)
      const [view, choices, field, button] = await Promise.all(
        [page.locator('.story'), page.locator('.choices'), page.locator('.prompt-field'), arrow].map(
          async (part) => (await part.boundingBox())!,
        ),
      )
      expect(button!.y).toBeGreaterThanOrEqual(view!.y + view!.height)
      expect(button!.x).toBeGreaterThanOrEqual(choices!.x + choices!.width)
      expect(button!.x + button!.width).toBeLessThanOrEqual(width)
      expect(button!.y + button!.height).toBeLessThanOrEqual(field!.y)
    }
  })

  test('a turn that was found on the first screen is opened at its place', async () => {
    const id = await importLongStory(world.narratoria, 120)
    const { page } = await open(`${world.url}/#/`)
    await page.getByLabel('Search all stories').fill('"step number 31"')
    await page.locator(`.found a[href*="${id}"]`).click()
    await page.getByRole('article', { name: 'Turn 31', exact: true }).waitFor()
  })

  test('branches are a tree in which the keyboard moves, and any of them can be continued', async () => {
    const { page } = await newStory()
    for (const prompt of ['step one', 'step two', 'step three']) await play(page, prompt)
    await page.getByRole('button', { name: 'More about turn 1' }).click()
    await page.getByRole('menuitem', { name: 'Branch: go on from here' }).click()
    await expect.poll(() => page.locator('article').count()).toBe(1)
    await play(page, 'another way')
    await page.getByRole('button', { name: 'Branches' }).click()
    const items = page.getByRole('treeitem')
    await items.first().waitFor()
    expect(await items.allTextContents()).toEqual([
      'Turns 1 to 3, from the beginningstep one… step three',
      'Turn 2, branching off after turn 1 (you are here)another way',
    ])
    expect(await items.evaluateAll((all) => all.map((item) => item.ariaLevel))).toEqual(['1', '2'])
    await expect.poll(() => items.nth(1).evaluate((item) => item === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('.turn .prompt').allTextContents())
      .toEqual(['step one', 'step two', 'step three'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('prompt')
  })

  test('text size, font, width and motion are chosen, apply at once and are kept', async () => {
    const { page } = await newStory()
    await play(page, 'look around')
    const look = () =>
      page.locator('.turn .prose').evaluate((prose) => {
        const { fontSize, fontFamily } = getComputedStyle(prose)
        const { width } = prose.closest('.story-content')!.getBoundingClientRect()
        const { transitionDuration } = getComputedStyle(document.querySelector('.rail-pill')!)
        return { size: Number.parseFloat(fontSize), font: fontFamily.split(',')[0], width, transitionDuration }
      })
    const before = await look()
    await page.getByRole('button', { name: 'Settings' }).click()
    const choose = async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await choose('Text size', 'Very large')
    await choose('Story font', 'OpenDyslexic')
    await choose('Story width', 'Narrow')
    await choose('Motion', 'Reduced')
    const check = async () => {
      const { size, font, width, transitionDuration } = await look()
      expect(size).toBeGreaterThan(before.size * 1.3)
      expect(font).toBe('OpenDyslexic')
      expect(width / size).toBeLessThan(before.width / before.size)
      expect(Number.parseFloat(transitionDuration)).toBeLessThan(0.001)
    }
    await check()
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px OpenDyslexic'))).toBe(true)
    await page.reload()
    await narration(page, 'You said: look around').waitFor()
    await check()
  })

  test('the theme is one click away on the first screen', async () => {
    const { page } = await open(`${world.url}/#/`)
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await page.getByRole('button', { name: 'Light' }).click()
    await expect.poll(scheme).toBe('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Same as the system' }).click()
    await expect.poll(scheme).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(scheme).toBe('light')
  })
})
