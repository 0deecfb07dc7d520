// Takes the screenshots of docs/screenshots in a real browser: every screen in both themes, on a wide page and on a phone.
// Usage, after a build: node scripts/take-screenshots.ts [--to=FOLDER] [NAME…]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { findBrowser, launchBrowser } from '../test/support/browser.ts'
import { goTo, play, settled } from '../test/support/play.ts'

const given = process.argv.slice(2)
const elsewhere = given.find((word) => word.startsWith('--to='))?.slice('--to='.length)
const target = elsewhere ?? fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const program = fileURLToPath(new URL('../../cli/bin/narratoria.js', import.meta.url))
const wanted = given.filter((word) => !word.startsWith('--'))
const looks = [
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'phone-light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

const folder = await mkdtemp(join(tmpdir(), 'narratoria-screenshots-'))
const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--share'], {
  cwd: folder,
  env: { ...process.env, HOME: folder, NARRATORIA_HOME: join(folder, 'home') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const address = await addressOf(server)
const path = findBrowser()
if (path === undefined) throw new Error('No browser was found; install Chromium or name one in NARRATORIA_CHROMIUM.')
const browser = await launchBrowser(path)
let actualLink = ''
await mkdir(target, { recursive: true })

/** A page of its own profile, which follows the theme of the system. */
async function open(url: string, language?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: looks[0].viewport, reducedMotion: 'reduce' })
  await context.addInitScript((chosen) => {
    const key = 'narratoria.preferences'
    if (localStorage.getItem(key) === null) localStorage.setItem(key, '{"theme":"system"}')
    if (chosen !== undefined) localStorage.setItem('narratoria.language', chosen)
    // A browser without sound has no voices; this one begins each sentence and never ends it.
    const voices = [{ name: 'English', lang: 'en-GB' }]
    const speak = (sentence: SpeechSynthesisUtterance) => sentence.onstart?.({} as SpeechSynthesisEvent)
    const speech = Object.assign(new EventTarget(), { getVoices: () => voices, speak, cancel() {}, pause() {} })
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    window.SpeechSynthesisUtterance = class {
      text: string
      constructor(text: string) {
        this.text = text
      }
    } as unknown as typeof SpeechSynthesisUtterance
  }, language)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  return page
}

/** Takes a picture in each look. */
async function shoot(page: Page, name: string): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return
  await page.locator('.notice').waitFor({ state: 'detached' })
  // Nothing is shown as pointed at.
  await page.mouse.move(0, 0)
  await page
    .locator('main:not(.screen-narrative)')
    .evaluateAll((screens) => screens.forEach((each) => (each.scrollTop = 0)))
  for (const { name: look, colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    // The open row of a list is in sight.
    await page
      .locator('.skill-line-current')
      .evaluateAll((rows) => rows.forEach((row) => row.scrollIntoView({ block: 'nearest' })))
    await page.waitForTimeout(400)
    // A loaded picture is painted only when it is decoded. One that lies outside of the view may never be loaded.
    const decode = async () => {
      const loaded = [...document.images].filter(({ complete }) => complete)
      await Promise.allSettled(loaded.map((image) => image.decode()))
    }
    await page.evaluate(() => {
      for (const image of document.images) image.loading = 'eager'
    })
    await page
      .waitForFunction(() => [...document.images].every(({ complete }) => complete), undefined, { timeout: 10_000 })
      .catch(() => {})
    await page.evaluate(decode)
    await page.waitForTimeout(100)
    await writeFile(join(target, `${name}-${look}.webp`), await capture(page, viewport))
  }
  await page.setViewportSize(looks[0].viewport)
  process.stdout.write(`${name}\n`)
}

/** A picture of three quarters of the size, as small as text stays readable: a clone of the repository contains all of them. */
async function capture(page: Page, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, width, height, scale: width > 400 ? 0.75 : 1 }
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 50, clip })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}

/** Shows the switch of a screen, and takes pictures without and with the details. */
async function shootBoth(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  const details = page.getByRole('switch', { name: 'Technical details' })
  await details.check()
  await page.waitForTimeout(300)
  await shoot(page, `${name}-details`)
  await details.uncheck()
}

const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More about this story' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

try {
  const page = await open(address)
  await page.getByText('The Packet Boat').first().waitFor()
  await shoot(page, 'home-empty')
  await page.getByRole('button', { name: /The Packet Boat/ }).click()
  const dialog = page.getByRole('dialog')
  const prompt = page.getByLabel('What do you do?')
  await dialog.or(prompt).first().waitFor()
  if (await dialog.isVisible()) {
    await shoot(page, 'character')
    await dialog.getByRole('button', { name: 'Begin' }).click()
  }
  await prompt.waitFor()
  await page.locator('.choices button').first().waitFor()
  await shoot(page, 'opening')
  // The picture of the harbour is shown where it is seen.
  await play(page, 'Look around')
  await page.getByRole('button', { name: 'Go north to the Dry Anchor' }).click()
  await page.locator('.prompt').nth(1).waitFor()
  await settled(page)
  for (const words of ['Look around', 'Hello, Hester.', 'Roll 2d6 for luck']) await play(page, words)
  // Another version of the turn is another branch.
  await page.getByRole('button', { name: /^Retry/ }).click()
  await page.getByText('Version 2 of 2').waitFor()
  await play(page, 'Ask Hester about the light')
  await shoot(page, 'story')
  await page.getByRole('region', { name: 'Story' }).focus()
  await page.keyboard.press('r')
  await shoot(page, 'reading')
  await page.keyboard.press('Escape')
  await menu(page, 'Read aloud')
  await page.getByRole('region', { name: 'Reading aloud' }).waitFor()
  await shoot(page, 'listening')
  await page.getByRole('region', { name: 'Reading aloud' }).getByRole('button', { name: 'Close' }).click()
  for (const [item, name] of [
    ['Branches', 'branches'],
    ['Notes for the narrator', 'notes'],
    ['Keyboard shortcuts', 'shortcuts'],
  ] as const) {
    await menu(page, item)
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(300)
    await shoot(page, name)
    await close(page)
  }
  await page.getByRole('button', { name: 'Find in this story' }).click()
  await page.getByRole('searchbox').fill('brandy')
  await page.locator('.find-excerpt').waitFor()
  await shoot(page, 'find')
  await page.getByRole('button', { name: /^Close the search/ }).click()
  for (const [screen, name] of [
    ['Backstage', 'tools'],
    ['Journal', 'state'],
    ['Pictures', 'assets'],
    ['Extras', 'skills'],
  ] as const) {
    await goTo(page, screen)
    await page.waitForTimeout(500)
    await shootBoth(page, name)
  }
  await page.getByRole('link', { name: /^Narrator/ }).click()
  await page.getByRole('heading', { name: 'Narrator' }).waitFor()
  await shoot(page, 'skill')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('combobox', { name: 'Theme' }).waitFor()
  await shoot(page, 'settings')
  await page.getByRole('button', { name: 'Set up language models' }).click()
  await page.getByRole('button', { name: 'Find models' }).waitFor()
  await shoot(page, 'models')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').getByRole('link', { name: 'Story' }).click()
  await menu(page, 'Play with others')
  await page.getByLabel('Your name in this story').fill('Mina')
  await page.getByLabel('Name of the guest').fill('Ada')
  // The link as it is with `--host`, on a home network.
  await page.route('**/share/people', async (route) => {
    const response = await route.fetch()
    const invitation = (await response.json()) as { url: string }
    actualLink = invitation.url
    return route.fulfill({ response, json: { ...invitation, url: actualLink.replace('127.0.0.1', '192.168.0.20') } })
  })
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Invitation link').waitFor()
  await shoot(page, 'share')
  await close(page)
  const guest = await open(actualLink)
  await guest.getByText(/^It is .*’s turn/).waitFor()
  await shoot(guest, 'guest')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.locator('.story-card').first().waitFor()
  await page.locator('.cover').first().waitFor()
  await shoot(page, 'home')
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Export …' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, 'export')
  await close(page)
  const story = await page.locator('.story-card a').first().getAttribute('href')
  // Japanese needs fonts that few machines for builds have.
  for (const language of ['de']) {
    const other = await open(address, language)
    await other.evaluate((hash) => (location.hash = hash), story!)
    await other.locator('#prompt').waitFor()
    await other.waitForTimeout(500)
    await shoot(other, `story-${language}`)
    await other.evaluate((hash) => (location.hash = hash.replace(/narrative$/, 'skills/storyteller')), story!)
    await other.locator('#setting-style').waitFor()
    await shoot(other, `skill-${language}`)
  }
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Narratoria cannot be reached' }).waitFor()
  await shoot(page, 'offline')
} finally {
  await browser.close()
  server.kill('SIGINT')
  await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
}

/** The address that the server prints. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout!) {
    text += String(chunk)
    const found = /plays at (http:\S+)/.exec(text)
    if (found) return found[1]!
  }
  throw new Error('The server did not start.')
}
