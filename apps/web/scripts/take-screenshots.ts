// Takes the screenshots of docs/screenshots in a real browser: node scripts/take-screenshots.ts
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PlanRequest, StubPlanner } from '@narratoria/planner'
import { openSqliteSessionStore, createNarratoria } from '@narratoria/runtime'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openWebServer } from '@narratoria/web'
import { findBrowser, launchBrowser } from '../test/support/browser.ts'
import { goTo, play, send, settled } from '../test/support/play.ts'
import { ScenePlanner } from '../test/support/scene-planner.ts'
import { recordFilm } from '../test/support/record-film.ts'
import { say, scenes, ui } from '../test/support/scenes.ts'
import { createFolder } from '../test/support/world.ts'

const target = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const shipped = fileURLToPath(new URL('../../../skills/', import.meta.url))
const opening = {
  title: 'The Door Without a Handle',
  text:
    'The stair ends in a hall that has not seen daylight since the river moved. Water ticks somewhere behind the walls. ' +
    'A torch, cold but dry, hangs in an iron ring, and at the far end waits a door with no handle and a great many marks.',
  choices: [{ text: 'Light the torch' }, { text: 'Examine the door' }, { text: 'Roll to listen at the wall' }],
}

/** Plans with the shipped skills, and scenes for what they do not do, such as failing. */
class MixedPlanner extends StubPlanner {
  readonly #scenes = new ScenePlanner()

  override plan(request: PlanRequest) {
    return scenes[request.prompt] ? this.#scenes.plan(request) : super.plan(request)
  }
}

const folder = await createFolder()
const narratoria = await createNarratoria({
  skillRoots: [shipped, join(folder, 'skills')],
  home: join(folder, 'home'),
  planner: new MixedPlanner(),
  store: await openSqliteSessionStore(join(folder, 'sessions.db')),
})
const settings = {
  describe: () => ({
    planner: 'auto',
    model: null,
    planners: [
      { id: 'auto', label: 'Automatic: a model where there is one' },
      { id: 'stub', label: 'Stub: rules, no model' },
    ],
    models: [{ id: 'qwen2.5-0.5b', label: 'qwen2.5-0.5b' }],
  }),
}
const server = await openWebServer({ narratoria, opening, settings })
const path = findBrowser()
if (path === undefined) throw new Error('No browser was found; install Chromium or name one in NARRATORIA_CHROMIUM.')
const browser = await launchBrowser(path)
await mkdir(target, { recursive: true })

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  await page.goto(server.url)
  await page.getByLabel('What do you do?').waitFor()
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(target, `${name}.png`) })
  process.stdout.write(`${name}\n`)
}

scenes['Dig where the floor is soft'] = scenes['work slowly']!
scenes['Light every lamp'] = scenes['build a hall']!
scenes['Climb the rotten rope'] = scenes['fail permanently']!

const page = await open()
await shoot(page, 'opening')
await play(page, 'I light the torch and examine the door')
await play(page, 'Roll 2d6+3 to pick the lock')
await shoot(page, 'narrative')
await send(page, 'Dig where the floor is soft')
await page.locator('.working').getByText('Digging').waitFor()
await shoot(page, 'narrative-working')
await goTo(page, 'Tools')
await shoot(page, 'tools-running')
await page.getByText('This turn is finished.').waitFor()
await page.goBack()
await send(page, 'Light every lamp')
await goTo(page, 'State')
await page.getByText(/^This turn has changed .* values so far/).waitFor()
await shoot(page, 'state-live')
await page.goBack()
await page.getByRole('button', { name: 'Stop this turn' }).click()
await page.getByText('You stopped this turn').waitFor()
await shoot(page, 'narrative-stopped')
await page.getByRole('button', { name: 'Dismiss' }).click()
await play(page, 'Climb the rotten rope')
await shoot(page, 'narrative-failure')
await goTo(page, 'Tools')
await shoot(page, 'tools-failure')
await page.goBack()
scenes['Look through the chest'] = [
  {
    toolId: 'chest',
    steps: [
      {
        file: {
          name: 'film.webm',
          base64: await recordFilm(page),
          mediaType: 'video/webm',
          metadata: { title: 'A vision of the river' },
        },
      },
      {
        file: {
          name: 'song.wav',
          silenceSeconds: 95,
          mediaType: 'audio/wav',
          metadata: { title: 'Water behind the walls' },
        },
      },
      { file: { name: 'chest.glb', text: 'glTF', mediaType: 'model/gltf-binary', metadata: { title: 'The chest' } } },
      ui('open_map', { region: 'The Fens', markers: [1, 2, 3] }),
      say('A song, a vision, and the chest itself: all of it fits into your hands.'),
    ],
  },
]
await play(page, 'Look through the chest')
await shoot(page, 'narrative-media')
await play(page, 'I steal an apple from the merchant')
await page
  .getByRole('button', { name: /^Retry/ })
  .last()
  .click()
await page.getByText('2/2').waitFor()
await settled(page)
await shoot(page, 'narrative-retold')
await goTo(page, 'Tools')
await shoot(page, 'tools')
await goTo(page, 'Assets')
await shoot(page, 'assets')
await goTo(page, 'State')
await shoot(page, 'state')
await page
  .getByRole('button', { name: /^Who wrote/ })
  .nth(3)
  .click()
await shoot(page, 'state-origin')
await page.keyboard.press('Escape')
await page.getByRole('tab', { name: 'JSON' }).click()
await shoot(page, 'state-json')
await goTo(page, 'Skills')
await shoot(page, 'skills')
await page.getByRole('link', { name: /Actor/ }).click()
await page.getByLabel('API key', { exact: true }).fill('short')
await page.getByLabel('Temperature').fill('9')
await page.getByRole('button', { name: 'Save' }).click()
await page.getByText(/nothing was saved/).waitFor()
await shoot(page, 'skill-settings')
await goTo(page, 'Narrative').catch(() => {})
await page.getByRole('button', { name: 'Settings' }).click()
await shoot(page, 'settings')
await page.keyboard.press('Escape')
await page.getByRole('button', { name: 'Stories' }).click()
await shoot(page, 'stories')

const phone = await open({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
})
await shoot(phone, 'phone-narrative')
for (const screen of ['Tools', 'Assets', 'State', 'Skills']) {
  await goTo(phone, screen)
  await shoot(phone, `phone-${screen.toLowerCase()}`)
}

await phone.getByRole('link', { name: /Storyteller/ }).click()
await phone.getByRole('heading', { name: 'Storyteller' }).waitFor()
await shoot(phone, 'phone-skill-settings')
await phone.getByRole('button', { name: 'Settings', exact: true }).click()
await phone.getByRole('combobox', { name: 'Theme' }).waitFor()
await shoot(phone, 'phone-settings')

const large = await open()
await large.evaluate(() => (document.documentElement.style.fontSize = '200%'))
// Every turn is measured again, in sequence.
await large.waitForFunction(() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.story')!
  return scrollHeight - scrollTop - clientHeight < 3 && document.querySelector('article[aria-label]') !== null
})
await large.waitForTimeout(3_000)
await shoot(large, 'large-text')

const light = await open()
await light.evaluate(() => localStorage.setItem('narratoria.preferences', JSON.stringify({ theme: 'light' })))
await light.reload()
await light.getByLabel('What do you do?').waitFor()
await shoot(light, 'light-narrative')

await browser.close()
await server.close()
await narratoria.close()
await rm(folder, { recursive: true, force: true })
