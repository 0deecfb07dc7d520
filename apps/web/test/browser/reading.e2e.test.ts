import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { importLongStory } from '../support/long-story.ts'
import { goTo, narration, play, send, settled } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

describeInBrowser('reading', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world.close())
  const addressOf = (id: string) => `${world.url}/#/s/${id}/narrative`

  test('a new story begins at its beginning, and a button shows that it goes on below', async () => {
    const session = await world.narratoria.openSession(undefined, { opening: 'A long road. '.repeat(400) })
    const { page } = await open(addressOf(session.id), { viewport: { width: 390, height: 600 } })
    const button = page.getByRole('button', { name: 'Go to the end of the story' })
    await button.waitFor()
    const scrolled = () => page.getByRole('region', { name: 'Story' }).evaluate(({ scrollTop }) => scrollTop)
    expect(await scrolled()).toBe(0)
    await button.click()
    await expect.poll(scrolled).toBeGreaterThan(500)
    await button.waitFor({ state: 'detached' })
  })

  test('the reading position is kept while another screen is shown', async () => {
    const { page } = await open(addressOf(await importLongStory(world.narratoria, 200)))
    const story = page.getByRole('region', { name: 'Story' })
    await page.getByText('I take step number 200').waitFor()
    await story.hover()
    // Turned by the wheel, as a reader does.
    while ((await story.evaluate((element) => element.scrollTop)) > 20_000) await page.mouse.wheel(0, -8_000)
    await expect.poll(() => page.locator('.turn-loading').count()).toBe(0)
    const seen = () =>
      page.evaluate(() => {
        const top = document.querySelector('.story')!.getBoundingClientRect().top
        const turns = [...document.querySelectorAll('article')]
        const first = turns.find((turn) => turn.getBoundingClientRect().bottom > top)
        return first?.querySelector('.prompt')?.textContent
      })
    const before = await seen()
    await goTo(page, 'State')
    await page.getByRole('navigation').getByRole('link', { name: 'Narrative' }).click()
    await page.locator('article').first().waitFor()
    await expect.poll(seen).toBe(before)
    // A new turn does not move what is being read.
    await send(page, 'and on')
    await settled(page)
    expect(await seen()).toBe(before)
    await page.getByRole('button', { name: 'Go to the end of the story' }).click()
    await page.locator('.turn .prompt', { hasText: 'and on' }).waitFor()
    await goTo(page, 'State')
    await page.getByRole('navigation').getByRole('link', { name: 'Narrative' }).click()
    await page.locator('.turn .prompt', { hasText: 'and on' }).waitFor()
  })

  test('a screen reader hears whole sentences while the text streams without a pause', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(addressOf(id))
    await page.getByLabel('What do you do?').waitFor()
    await page.evaluate(() => {
      const heard: { text: string; live: boolean }[] = []
      Object.assign(window, { heard })
      const log = document.querySelector('[role=log]')!
      new MutationObserver(() => {
        const live = document.querySelector('.turn-live[aria-busy=true]') !== null
        if (log.textContent) heard.push({ text: log.textContent, live })
      }).observe(log, { childList: true, subtree: true, characterData: true })
    })
    await send(page, 'read it piece by piece')
    await narration(page, 'Sentence 15 goes').waitFor()
    await settled(page)
    const heard = await page.evaluate(() => (window as unknown as { heard: { text: string; live: boolean }[] }).heard)
    expect(heard.filter(({ live }) => live).length).toBeGreaterThan(1)
    for (const { text, live } of heard) if (live) expect(text).toMatch(/^\s*Sentence .*end\.$/s)
    const all = heard.map(({ text }) => text).join(' ')
    for (let number = 1; number <= 15; number += 1)
      expect(all.split(`Sentence ${number} goes`), `sentence ${number}`).toHaveLength(2)
  })

  test('what was announced of a turn that another tab has undone is withdrawn', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(addressOf(id))
    await play(page, 'sing a song')
    const log = page.locator('[role=log]')
    await expect.poll(() => log.textContent()).toContain('2 choices below.')
    const { page: other } = await open(addressOf(id))
    await other.getByRole('button', { name: 'Undo this turn' }).click()
    await page.locator('article').waitFor({ state: 'detached' })
    await expect.poll(() => log.textContent()).toBe('')
  })

  test('the field has the focus when the page is opened and in a new story, and the arrows recall prompts', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(addressOf(id))
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await expect.poll(focused).toBe('prompt')
    for (const prompt of ['one', 'two']) await play(page, prompt)
    const field = page.getByLabel('What do you do?')
    await field.press('ArrowUp')
    expect(await field.inputValue()).toBe('two')
    await field.press('ArrowUp')
    expect(await field.inputValue()).toBe('one')
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    expect(await field.inputValue()).toBe('')
    await field.fill('three')
    await field.press('ArrowUp')
    expect(await field.inputValue()).toBe('three')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('button', { name: 'New story' }).click()
    await page.getByRole('navigation').waitFor()
    await expect.poll(focused).toBe('prompt')
  })

  test('text at 400 % leaves half of the page to the story', async () => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(addressOf(id), { viewport: { width: 320, height: 256 } })
    await play(page, 'sing a song')
    const box = await page.getByRole('region', { name: 'Story' }).boundingBox()
    expect(box!.height).toBeGreaterThan(96)
    for (const name of ['Settings', 'Send']) expect(await page.getByRole('button', { name }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'State' }).click()
    await page.getByRole('heading', { level: 1, name: 'State' }).waitFor()
  })
})
