import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where the browser is: `NARRATORIA_CHROMIUM`, else where systems have it. */
export function findBrowser(): string | undefined {
  const named = process.env.NARRATORIA_CHROMIUM
  return named === undefined ? candidates.find((path) => existsSync(path)) : named
}

/** Starts the browser without a window; it asks nobody on the network anything. */
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

/** What a browser test works with. */
export interface BrowserTools {
  /** A page in a profile of its own; whatever goes wrong in it is in `problems`. */
  open: (url: string, options?: BrowserContextOptions) => Promise<OpenPage>
}

/** A page, with everything that it complained about. */
export interface OpenPage {
  page: Page
  problems: string[]
}

/**
 * Tests that need a real browser. Where there is none they say so: as failures where continuous integration runs, else
 * as skipped.
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
      'No browser was found. Install one (on Debian: apt-get install -y chromium), or name one in NARRATORIA_CHROMIUM.'
    if (process.env.CI) throw new Error(message)
    process.stderr.write(`${message}\n`)
    skip(message)
  })
}

function withBrowser(path: string, define: (tools: BrowserTools) => void): void {
  let browser: Browser
  beforeAll(async () => void (browser = await launchBrowser(path)))
  afterAll(() => browser.close())
  define({ open: (url, options) => openPage(browser, url, options) })
}

async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(url)
  return { page, problems }
}
