import { openWebServer, type WebServer } from '@narratoria/web'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followSystemTheme, loadAxe, sideways, violationsInEachLook } from '../support/axe.ts'
import { describeInBrowser } from '../support/browser.ts'
import { fakeRecognition, say } from '../support/fake-recognition.ts'
import { goTo, narration, play, send, settled } from '../support/play.ts'
import { type World, openWorld } from '../support/world.ts'

const token = 'the-token-of-the-host'

/** A voice that speaks until the test ends its sentence. */ /** Runs in the page: whether all of what is being spoken can be seen. */
function isSpokenInSight(): boolean {
  const [range] = CSS.highlights.get('spoken') ?? []
  const story = document.querySelector('.story')!.getBoundingClientRect()
  const place = (range as Range | undefined)?.getBoundingClientRect()
  return place !== undefined && place.top >= story.top && place.bottom <= story.bottom
}

/** Runs in the page: where the story begins to fade out at its top, scrolled a little, as drawn by the compositor. */
function topOfFade(): number[] {
  const story = document.querySelector('.story')!
  story.scrollTop = 30
  const { paddingTop } = getComputedStyle(story)
  // A sticky element stays within the padding of what scrolls.
  return [story.getBoundingClientRect().top, Number.parseFloat(paddingTop)]
}
const fades = [0, 0]

function fakeVoices(): void {
  const spoken: SpeechSynthesisUtterance[] = []
  class Utterance {
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  const voice = { name: 'Ada', lang: 'en-GB' }
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => [voice],
    cancel() {},
    speak(utterance: SpeechSynthesisUtterance) {
      spoken.push(utterance)
      const start = { name: 'word', charIndex: 0, charLength: 3 } as SpeechSynthesisEvent
      utterance.onstart?.(start)
      utterance.onboundary?.(start)
    },
  })
  Object.assign(window, { spoken, SpeechSynthesisUtterance: Utterance })
  Object.defineProperty(window, 'speechSynthesis', { value: speech })
}

/** The text that a highlight of the page covers. */
const highlighted = (page: Page, name: string) =>
  page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map((range) => (range as Range).toString()).join(), name)
const spokenText = (page: Page) =>
  page.evaluate(() => (window as unknown as { spoken: { text: string }[] }).spoken.at(-1)?.text)
const endSentence = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { spoken: SpeechSynthesisUtterance[] }).spoken.at(-1)!.onend!({} as SpeechSynthesisEvent),
  )

describeInBrowser('what players use', ({ open }) => {
  let world: World
  let shared: WebServer
  beforeAll(async () => {
    world = await openWorld()
    shared = await openWebServer({ narratoria: world.narratoria, token, share: {} })
  })
  afterAll(async () => {
    await shared.close()
    await world.close()
  })
  const newStory = async (options = {}) =>
    open(`${world.url}/#/s/${(await world.narratoria.openSession()).id}/narrative`, { details: false, ...options })

  test('the screens speak the language of players until they ask for details, which is remembered for each', async () => {
    const { page, problems } = await newStory()
    await followSystemTheme(page)
    await loadAxe(page)
    const check = async (what: string) => expect(await violationsInEachLook(page), what).toEqual([])
    await play(page, 'show everything')
    expect(await page.locator('.die[data-sides="6"]').count()).toBe(2)
    expect(await page.locator('.die[data-value="4"] circle').count()).toBe(4)
    await page.getByRole('img', { name: 'Rolled 2d6+3: 12' }).waitFor()
    await play(page, 'light the torch')
    await check('a story with dice')
    await goTo(page, 'Backstage')
    await page.getByRole('region', { name: 'What is happening' }).getByText('Actor').waitFor()
    expect(await page.locator('.tool, .graph').count()).toBe(0)
    await check('what is happening')
    await goTo(page, 'Journal')
    await page.locator('.noted').getByText('Torch', { exact: true }).waitFor()
    expect(await page.locator('.tree').count()).toBe(0)
    await check('what is noted')
    await goTo(page, 'Pictures')
    await page.locator('.gallery figure').first().waitFor()
    expect(await page.locator('.gallery dl').count()).toBe(0)
    for (const width of [390, 1_000, 1_280]) {
      await page.setViewportSize({ width, height: 860 })
      // The proportions of pictures of scenes, which then have no strip beside them.
      const frame = (await page.locator('.gallery .asset-image').first().boundingBox())!
      expect(frame.width / frame.height, `${width} pixels`).toBeCloseTo(16 / 9, 1)
    }
    await goTo(page, 'Extras')
    await page.getByRole('link', { name: /Actor/ }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Scripts' }).count()).toBe(0)
    await check('a skill')
    await page.getByRole('switch', { name: 'Technical details' }).check()
    await page.getByRole('heading', { name: 'Scripts' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Skills' }).waitFor()
    const tabs = () => page.getByRole('navigation').getByRole('link').allTextContents()
    expect(await tabs()).toEqual(['Home', 'Narrative', 'Tools', 'Assets', 'State', 'Skills'])
    await page.getByRole('switch', { name: 'Technical details' }).uncheck()
    await page.getByRole('heading', { level: 1, name: 'Extras' }).waitFor()
    expect(await tabs()).toEqual(['Home', 'Story', 'Backstage', 'Pictures', 'Journal', 'Extras'])
    expect(await page.title()).toContain('Extras')
    await page.getByRole('switch', { name: 'Technical details' }).check()
    await goTo(page, 'Tools')
    expect(await page.locator('.tool').count()).toBe(0)
    await page.getByRole('switch', { name: 'Technical details' }).press('Space')
    await page.locator('.tool').first().waitFor()
    await page.getByText('What the narrator was sent').click()
    await page.getByText('No model narrated the last turn.').waitFor()
    await page.reload()
    await page.locator('.tool').first().waitFor()
    // The empty film of the scene cannot be sought.
    expect(problems.filter((problem) => !problem.includes('416'))).toEqual([])
  })

  test('keys of one letter open screens and modes; reading mode shows the story alone', async () => {
    const { page } = await newStory()
    await play(page, 'sing a song')
    const story = page.getByRole('region', { name: 'Story' })
    await page.keyboard.type('r')
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('r')
    await page.getByLabel('What do you do?').fill('')
    await story.focus()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByText('Reading mode on or off').waitFor()
    await loadAxe(page)
    expect(await violationsInEachLook(page)).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await story.focus()
    await page.keyboard.press('r')
    await page.getByRole('button', { name: /^Leave reading mode/ }).waitFor()
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    expect(await page.getByLabel('What do you do?').isVisible()).toBe(false)
    expect(await narration(page, 'You are not alone.').isVisible()).toBe(true)
    expect(await violationsInEachLook(page), 'reading mode').toEqual([])
    expect(await page.evaluate(topOfFade)).toEqual(fades)
    await page.keyboard.press('Escape')
    await page.getByRole('navigation').waitFor()
    await story.focus()
    await page.keyboard.press('4')
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor()
    await page.keyboard.press('1')
    await story.waitFor()
    await story.focus()
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('prompt')
  })

  test('the story is read aloud sentence by sentence with what is spoken highlighted; dictated words are written', async () => {
    const { page, problems } = await newStory()
    await page.addInitScript(fakeVoices)
    await page.addInitScript(fakeRecognition)
    await page.reload()
    await play(page, 'sing a song')
    await page.getByRole('region', { name: 'Story' }).focus()
    await page.keyboard.press('l')
    const bar = page.getByRole('region', { name: 'Reading aloud' })
    await bar.getByRole('button', { name: 'Pause' }).waitFor()
    const opener = page.getByRole('banner').getByRole('button', { name: 'Read aloud', expanded: true })
    await opener.waitFor()
    // From the first turn in sight: the opening.
    expect(await spokenText(page)).toBe('A new story begins.')
    await bar.getByRole('button', { name: 'Next sentence' }).click()
    await endSentence(page)
    await expect.poll(() => spokenText(page)).toBe('The lantern gutters.')
    expect(await highlighted(page, 'spoken')).toBe('The lantern gutters.')
    expect(await highlighted(page, 'spoken-word')).toBe('The')
    await endSentence(page)
    expect(await highlighted(page, 'spoken')).toBe('Somewhere below, water keeps its own slow time.')
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 420 })
    await expect.poll(() => page.evaluate(isSpokenInSight)).toBe(true)
    await page.setViewportSize({ width, height })
    await bar.getByRole('combobox', { name: 'Voice' }).selectOption('Ada')
    await loadAxe(page)
    expect(await violationsInEachLook(page)).toEqual([])
    await bar.getByRole('button', { name: 'Pause' }).click()
    await bar.getByRole('button', { name: 'Read aloud' }).click()
    expect(await spokenText(page)).toBe('Somewhere below, water keeps its own slow time.')
    await endSentence(page)
    await endSentence(page)
    await expect.poll(() => highlighted(page, 'spoken')).toBe('')
    await bar.getByRole('checkbox', { name: 'Also read new turns' }).check()
    await play(page, 'light the torch')
    await expect.poll(() => spokenText(page)).toBe('The torch catches.')
    await bar.getByRole('button', { name: 'Close' }).click()
    await bar.waitFor({ state: 'detached' })
    await opener.waitFor({ state: 'detached' })

    await page.getByLabel('What do you do?').fill('I')
    await page.getByRole('button', { name: 'Dictate' }).click()
    await say(page, ' open the door ')
    await expect.poll(() => page.getByLabel('What do you do?').inputValue()).toBe('I open the door')
    await page.getByRole('button', { name: 'Stop dictating' }).click()
    await page.getByRole('button', { name: 'Dictate' }).waitFor()
    expect(problems).toEqual([])
  })

  test('the page is in German or Japanese, and nothing overflows from right to left with Arabic text', async () => {
    const { page, problems } = await newStory({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
    await page.getByLabel('Was tust du?').waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    for (const screen of ['Ablauf', 'Tagebuch', 'Extras', 'Geschichte']) {
      await page.getByRole('navigation').getByRole('link', { name: screen }).click()
      await page.getByText('Wird geöffnet …').waitFor({ state: 'detached' })
      expect(await page.evaluate(sideways), screen).toEqual([])
    }
    await page.getByRole('button', { name: 'Einstellungen' }).click()
    await page.getByRole('combobox', { name: 'Sprache' }).click()
    await page.getByRole('option', { name: '日本語' }).click()
    await page.getByLabel('どうしますか？').waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja')
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await page.getByLabel('どうしますか？').fill('انظر إلى البحر')
    await page.getByLabel('どうしますか？').press('Enter')
    await narration(page, /انظر/).waitFor()
    expect(await page.evaluate(sideways), 'from right to left').toEqual([])
    const { start, rail } = await page.evaluate(() => ({
      start: getComputedStyle(document.querySelector('.turn .prompt')!).direction,
      rail: document.querySelector('.send')!.getBoundingClientRect().left,
    }))
    expect(start).toBe('rtl')
    expect(rail).toBeLessThan(100)
    expect(problems).toEqual([])
  })

  test('a file that is dropped on the first screen is imported, and a story is saved as a file', async () => {
    const session = await world.narratoria.openSession(undefined, { title: 'The Fens' })
    await session.play('sing a song').result
    await session.close()
    const exported = await (await fetch(`${world.url}/api/sessions/${session.id}/export?format=json`)).text()
    const { page, problems } = await open(`${world.url}/#/`)
    await page.locator('.story-card', { hasText: 'The Fens' }).waitFor()
    const drop = async (name: string, content: string) => {
      const data = await page.evaluateHandle(
        ([file, text]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([text!], file!))
          return transfer
        },
        [name, content],
      )
      for (const type of ['dragover', 'drop'])
        await page.locator('.import-zone').dispatchEvent(type, { dataTransfer: data })
    }
    await drop('nothing.json', '{"not": "a story"}')
    await page.locator('.import [role=alert]', { hasText: /\w/ }).waitFor()
    await loadAxe(page)
    expect(await violationsInEachLook(page)).toEqual([])
    await page.getByRole('button', { name: 'More about The Fens', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export …' }).click()
    const dialog = page.getByRole('dialog', { name: /The Fens/ })
    const link = dialog.getByRole('link', { name: /^Save: .*Markdown/ })
    const saved = await page.request.get(`${world.url}${await link.getAttribute('href')}`)
    expect(await saved.text()).toContain('The lantern gutters.')
    expect(await violationsInEachLook(page), 'export').toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await drop('fens.json', exported)
    await narration(page, 'The lantern gutters.').waitFor()
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })

  test('two people play one story: each sees the other’s turn live, and the host removes a person', async () => {
    const { page: host } = await open(`http://127.0.0.1:${shared.port}/?token=${token}`)
    const { id } = await world.narratoria.openSession()
    await host.goto(`http://127.0.0.1:${shared.port}/#/s/${id}/narrative`)
    await host.getByRole('button', { name: 'More about this story' }).click()
    await host.getByRole('menuitem', { name: 'Play with others' }).click()
    const dialog = host.getByRole('dialog', { name: 'Play with others' })
    await dialog.getByLabel('Your name in this story').fill('Mina')
    await dialog.getByLabel('Name of the guest').fill('Ada')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = await dialog.getByLabel('Invitation link').inputValue()
    await dialog.getByText('This address works only on this computer.').waitFor()
    await loadAxe(host)
    expect(await violationsInEachLook(host)).toEqual([])
    const size = host.viewportSize()!
    for (const width of [320, 390]) {
      await host.setViewportSize({ width, height: 844 })
      const content = dialog.locator('.MuiDialogContent-root')
      expect(await content.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width}`).toBe(0)
    }
    await host.setViewportSize(size)
    await host.keyboard.press('Escape')
    const { page: guest } = await open(link, { details: false })
    await guest.getByText('It is Mina’s turn.').waitFor()
    await host.getByText('It is your turn.').waitFor()
    await guest.getByText('You can already write.').waitFor()
    await loadAxe(guest)
    expect(await violationsInEachLook(guest)).toEqual([])
    await send(host, 'light the torch')
    await narration(guest, 'The torch catches.').waitFor()
    await guest.locator('.prompt', { hasText: 'Mina: light the torch' }).waitFor()
    await settled(guest)
    await guest.getByText('It is your turn.').waitFor()
    expect(await violationsInEachLook(guest)).toEqual([])
    await host.getByText('As the host, you can still undo, retry and edit turns.').waitFor()
    const goOn = host.getByRole('button', { name: 'Continue: It is Ada’s turn.' })
    expect(await goOn.getAttribute('aria-disabled')).toBe('true')
    await host.getByRole('button', { name: 'Undo this turn' }).press('Enter')
    await host.locator('.prompt', { hasText: 'light the torch' }).waitFor({ state: 'detached' })
    await send(host, '/redo')
    await host.locator('.prompt', { hasText: 'light the torch' }).waitFor()
    await settled(guest)
    await send(guest, 'drop the torch')
    await host.locator('.prompt', { hasText: 'Ada: drop the torch' }).waitFor()
    expect(await guest.getByRole('link', { name: 'Extras', exact: true }).isVisible()).toBe(false)
    // Nor by its key: the journal, the one before it, opens, and stays.
    await guest.locator('main').focus()
    await guest.keyboard.press('4')
    await guest.getByRole('heading', { name: 'Journal', level: 1 }).waitFor()
    await guest.keyboard.press('5')
    expect(new URL(guest.url()).hash).toMatch(/state$/)
    await host.getByRole('button', { name: 'More about this story' }).press('Enter')
    await host.getByRole('menuitem', { name: 'Play with others' }).press('Enter')
    await host.getByRole('button', { name: 'Remove Ada' }).press('Enter')
    await guest.getByText('This page may not open your stories any longer').waitFor()
  })

  test('without the server the page says what can be done, and opens by itself when the server is back', async () => {
    const { page } = await newStory()
    const manifest = await page.request.get(`${world.url}/manifest.webmanifest`)
    for (const { src } of ((await manifest.json()) as { icons: { src: string }[] }).icons)
      expect((await page.request.get(world.url + src)).status(), src).toBe(200)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Narratoria cannot be reached' }).waitFor()
    const fonts = () =>
      page.evaluate(async () => [...(await document.fonts.ready)].map(({ family, status }) => [family, status]))
    await expect.poll(fonts).toEqual([[expect.stringContaining('Roboto Variable'), 'loaded']])
    await loadAxe(page)
    expect(await violationsInEachLook(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByLabel('What do you do?').waitFor()
  })
})
