import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, type Page, type Response, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkAnswer } from './api-contract.ts'

const unread = Symbol('unread')

// The shell without a user interface comes first: it takes a third less processor time for the same pages.
const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of the browser: `NARRATORIA_CHROMIUM`, none if that is empty. Defaults to the usual paths. */
export function findBrowser(): string | undefined {
  const named = process.env.NARRATORIA_CHROMIUM
  return named === undefined ? candidates.find((path) => existsSync(path)) : named || undefined
}

/** Starts the browser without a window and without background requests. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** Options of a page. */
export interface OpenOptions extends BrowserContextOptions {
  /** Whether the screens show their details, which players switch on. Defaults to true. */
  details?: boolean
}

/** The tools of a browser test. */
export interface BrowserTools {
  /** Opens a page in a profile without history. `problems` collects its errors. */
  open: (url: string, options?: OpenOptions) => Promise<OpenPage>
}

/** A page, with its errors and warnings. */
export interface OpenPage {
  page: Page
  problems: string[]
}

/**
 * Tests that need a real browser. Without one they fail in continuous integration and are skipped elsewhere.
 */
export function describeInBrowser(name: string, define: (tools: BrowserTools) => void): void {
  const path = findBrowser()
  describe(`${name} in a browser`, () => {
    if (path === undefined) reportMissing()
    else withBrowser(path, define)
  })
}

function reportMissing(): void {
  test('needs a browser', ({ skip }) => {
    const message =
      'No browser was found. Install one (on Debian: apt-get install -y chromium-headless-shell), or name one in NARRATORIA_CHROMIUM.'
    if (process.env.CI) throw new Error(message)
    process.stderr.write(`${message}\n`)
    skip(message)
  })
}

function withBrowser(path: string, define: (tools: BrowserTools) => void): void {
  let browser: Browser
  const seen: Promise<string>[] = []
  const used: Profile[] = []
  const cleaned: Profile[] = []
  beforeAll(async () => void (browser = await launchBrowser(path)))
  // Every response is checked against the description of the API. A body that is still sent ends with its page.
  afterEach(async () => {
    const checks = Promise.all(seen.splice(0))
    await Promise.race([checks, new Promise((resolve) => setTimeout(resolve, 1_000))])
    for (const profile of used.splice(0)) if (await clean(profile)) cleaned.push(profile)
    expect((await checks).filter((problem) => problem !== '')).toEqual([])
  })
  afterAll(() => browser.close())
  define({
    async open(url, { details = true, ...given } = {}) {
      const options = { viewport: { width: 1280, height: 860 }, ...given }
      const key = JSON.stringify({ details, ...options })
      const index = cleaned.findIndex((profile) => profile.key === key)
      const [profile = await openProfile(key, options)] = index < 0 ? [] : cleaned.splice(index, 1)
      used.push(profile)
      return openPage(profile.page, url)
    },
  })

  async function openProfile(key: string, options: BrowserContextOptions): Promise<Profile> {
    const context = await browser.newContext(options)
    if ((JSON.parse(key) as OpenOptions).details) await context.addInitScript(withDetails)
    context.on('response', (response) => seen.push(checkResponse(response)))
    const page = await context.newPage()
    const profile: Profile = { key, options, page, isChanged: false }
    // What a test adds to every load of a page cannot be removed.
    const add = page.addInitScript.bind(page)
    page.addInitScript = (...script) => {
      profile.isChanged = true
      return add(...script)
    }
    return profile
  }
}

/** A profile of the browser with one page. A cleaned one loads a page three times faster than a new one, because it has the code. */
interface Profile {
  key: string
  options: BrowserContextOptions
  page: Page
  isChanged: boolean
}

/** Makes a profile as good as new, or closes it and returns false. */
async function clean({ page, options, isChanged }: Profile): Promise<boolean> {
  const context = page.context()
  const others = context.pages().filter((other) => other !== page)
  if (isChanged || page.isClosed()) {
    await context.close()
    return false
  }
  page.removeAllListeners()
  await Promise.all(others.map((other) => other.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.evaluate(forget)
  await context.clearCookies()
  await page.emulateMedia({
    colorScheme: options.colorScheme ?? null,
    forcedColors: options.forcedColors ?? null,
    reducedMotion: options.reducedMotion ?? null,
  })
  if (options.viewport) await page.setViewportSize(options.viewport)
  await page.goto('about:blank')
  return true
}

/** Removes everything that a page stored in its browser. */
async function forget(): Promise<void> {
  try {
    localStorage.clear()
    sessionStorage.clear()
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // A page without an address of its own has no storage.
  }
}

/** Shows the details of every screen, which are off by default, unless the page has preferences already. */
function withDetails(): void {
  const screens = ['tools', 'assets', 'state', 'skills', 'settings', 'export', 'notes'].map((name) => [
    `details.${name}`,
    true,
  ])
  const key = 'narratoria.preferences'
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(Object.fromEntries(screens)))
  } catch {
    // A page without an address of its own has no storage.
  }
}

/** The fault of a response; none if the page was left meanwhile. */
async function checkResponse(response: Response): Promise<string> {
  const { pathname, search } = new URL(response.url())
  const faked = response.headers()['x-test-answer'] !== undefined
  if (!pathname.startsWith('/api/') || faked) return ''
  const contentType = response.headers()['content-type'] ?? ''
  const body = contentType.startsWith('application/json') ? await response.json().catch(() => unread) : undefined
  if (body === unread) return ''
  try {
    const method = response.request().method()
    checkAnswer({ method, path: pathname + search, status: response.status(), contentType, body })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

async function openPage(page: Page, url: string): Promise<OpenPage> {
  page.setDefaultTimeout(process.env.CI ? 80_000 : 20_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(url)
  return { page, problems }
}
