import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Response,
  chromium,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkAnswer } from './api-contract.ts'

const unread = Symbol('unread')

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where the browser is: `NARRATORIA_CHROMIUM`, nowhere where that is empty; else where systems have it. */
export function findBrowser(): string | undefined {
  const named = process.env.NARRATORIA_CHROMIUM
  return named === undefined ? candidates.find((path) => existsSync(path)) : named || undefined
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
  const seen: Promise<string>[] = []
  const contexts: BrowserContext[] = []
  beforeAll(async () => void (browser = await launchBrowser(path)))
  // Whatever a page asked for and got is held to the API's description. A body that is still on its way ends with its page.
  afterEach(async () => {
    const checks = Promise.all(seen.splice(0))
    await Promise.race([checks, new Promise((resolve) => setTimeout(resolve, 1_000))])
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    expect((await checks).filter((problem) => problem !== '')).toEqual([])
  })
  afterAll(() => browser.close())
  define({
    async open(url, options) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
      contexts.push(context)
      context.on('response', (response) => seen.push(checkResponse(response)))
      return openPage(context, url)
    },
  })
}

/** What is wrong with an answer that a page got; nothing where the page has been left since. */
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

async function openPage(context: BrowserContext, url: string): Promise<OpenPage> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(url)
  return { page, problems }
}
