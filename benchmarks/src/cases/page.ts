import { type Server, createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { findBrowser, launchBrowser } from '../../../apps/web/test/support/browser.ts'
import { importLongStory } from '../../../apps/web/test/support/long-story.ts'
import { startHost } from '../../../apps/web/test/support/start-host.ts'
import { type World, createFolder, openWorld } from '../../../apps/web/test/support/world.ts'
import type { BenchCase } from '../bench-case.ts'

/** The page in a browser: its first visit, long stories, and its way back to a server that was away. */
export function cases(): BenchCase[] {
  const browser = findBrowser()
  if (browser === undefined) {
    console.log('page: no browser was found; the cases are skipped')
    return []
  }
  return [...firstVisit(browser), ...longStory(browser), reconnect(browser)]
}

const viewport = { width: 1280, height: 860 }
/** A slow connection of a phone, in bytes a second and milliseconds. */
const connection = { throughput: 200_000, latencyMs: 150 }

interface Visit {
  paintMs: number
  readyMs: number
}

/** Opens an address in a new profile over a slow connection. It is ready when `isReady` holds in the page. */
async function visit(browser: Browser, url: string, isReady: string): Promise<Visit> {
  // What the tests evaluate is not part of the page.
  const context = await browser.newContext({ viewport, bypassCSP: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: connection.latencyMs,
    downloadThroughput: connection.throughput,
    uploadThroughput: connection.throughput,
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(isReady, undefined, { polling: 20 })
  const readyMs = (await page.evaluate('performance.now()')) as number
  const paintMs = (await page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity`,
  )) as number
  await context.close()
  return { paintMs, readyMs }
}

/** A page with the markup, the style and the fonts of the page, and as many bytes in place of its scripts and data. */
async function openStaticPage(world: World, browser: Browser, story: string): Promise<{ server: Server; url: string }> {
  const loaded = new Map<string, { type: string; bytes: number; body?: Buffer }>()
  const page = await browser.newPage({ viewport })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const types = new Map<string, { path: string; type: string }>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname, search } = new URL(response.url)
    if (!pathname.endsWith('/events')) types.set(requestId, { path: pathname + search, type: response.mimeType })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = types.get(requestId)
    if (known) loaded.set(known.path, { type: known.type, bytes: encodedDataLength })
  })
  await page.goto(`${world.url}/#/s/${story}/narrative`)
  await page.getByText('Step 12.').waitFor()
  await page.close()
  const html = await (await fetch(world.url)).text()
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)![1]!
  const scripts = [...loaded].filter(([path]) => path.endsWith('.js') || path.startsWith('/api/'))
  // Bytes that cannot be compressed, as a script that does nothing.
  const fillers = scripts.map(([, { bytes }], index) => {
    loaded.set(`/filler-${index}.js`, {
      type: 'text/javascript',
      bytes,
      body: Buffer.from(
        `/*${randomBytes(Math.max(1, Math.ceil(bytes / 2)))
          .toString('hex')
          .slice(0, bytes)}*/`,
      ),
    })
    return `<script defer src="/filler-${index}.js"></script>`
  })
  const inert = html
    .replaceAll(/<script[\s\S]*?<\/script>|<link rel="(?:modulepreload|manifest)"[^>]*>/g, '')
    .replace('</body>', `${fillers.join('')}</body>`)
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://host').pathname
    const file = loaded.get(path)
    if (path === '/') return response.setHeader('Content-Type', 'text/html; charset=utf-8').end(inert)
    if (file?.body) return response.setHeader('Content-Type', file.type).end(file.body)
    void fetch(world.url + path, { headers: { 'Accept-Encoding': 'identity' } }).then(async (found) => {
      if (path === style) response.setHeader('Content-Encoding', 'br')
      response.writeHead(found.status, { 'Content-Type': found.headers.get('content-type') ?? 'text/plain' })
      const compressed = path === style ? readFileSync(stylePath(path)) : Buffer.from(await found.arrayBuffer())
      response.end(compressed)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

function stylePath(path: string): URL {
  return new URL(`../../../apps/web/dist/page${path}.br`, import.meta.url)
}

const isStaticReady = `document.readyState === 'complete'`
const isPageReady = `document.querySelector('#prompt') !== null && document.querySelector('.turn .prose') !== null`

function firstVisit(executablePath: string): BenchCase[] {
  return (['paintMs', 'readyMs'] as const).map((measured): BenchCase => {
    let world: World
    let browser: Browser
    let plain: { server: Server; url: string }
    let story: string
    return {
      name:
        measured === 'paintMs'
          ? 'first paint of a story on a slow connection'
          : 'a first visit until the story is readable and the field is there, on a slow connection',
      rounds: 5,
      reference: {
        name: 'a static page of the same bytes',
        prepare: async () => {
          world = await openWorld()
          browser = await launchBrowser(executablePath)
          story = await importLongStory(world.narratoria, 12)
          plain = await openStaticPage(world, browser, story)
        },
        run: async () => (await visit(browser, plain.url, isStaticReady))[measured],
        close: async () => {
          plain.server.closeAllConnections()
          plain.server.close()
          await browser.close()
          await world.close()
        },
      },
      contenders: [
        {
          name: 'the page',
          bar: measured === 'paintMs' ? 1 : 1.5,
          run: async () => (await visit(browser, `${world.url}/#/s/${story}/narrative`, isPageReady))[measured],
        },
      ],
    }
  })
}

/** Opens a story in a new page. Resolves with the page and the time until its last turn is shown. */
async function openStory(browser: Browser, world: World, story: string): Promise<{ page: Page; openMs: number }> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${world.url}/#/`)
  await page.getByText('Begin a story').waitFor()
  const openMs = (await page.evaluate(`new Promise((resolve) => {
    const startedAt = performance.now()
    const look = () => {
      const last = document.querySelector('.story-item:last-of-type .prose')
      if (last?.textContent.includes('Step 10000.')) requestAnimationFrame(() => resolve(performance.now() - startedAt))
      else requestAnimationFrame(look)
    }
    location.hash = '#/s/${story}/narrative'
    look()
  })`)) as number
  return { page, openMs }
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
}

/** Scrolls up through a story for 300 frames, and resolves to the 95th percentile of the frame times. */
const scrollUp = `(async () => {
  const story = document.querySelector('.story')
  const times = []
  let last = await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < 300; frame++) {
    story.scrollTop -= 60
    const now = await new Promise(requestAnimationFrame)
    times.push(now - last)
    last = now
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]
})()`

function longStory(executablePath: string): BenchCase[] {
  const kinds = [
    { name: 'a story of 10,000 turns until its last turn is shown', limit: 1_000, rounds: 5 },
    { name: 'heap of the page with a story of 10,000 turns', limit: 15, unit: 'MB', rounds: 3 },
    { name: 'time of a frame while a story of 10,000 turns is scrolled, 95th percentile', limit: 33, rounds: 3 },
  ] as const
  return kinds.map((kind): BenchCase => {
    let world: World
    let browser: Browser
    let story: string
    return {
      name: kind.name,
      rounds: kind.rounds,
      slow: true,
      ...('unit' in kind && { unit: kind.unit }),
      reference: { name: 'the limit', run: () => kind.limit },
      contenders: [
        {
          name: 'the page',
          bar: 1,
          prepare: async () => {
            world = await openWorld()
            browser = await launchBrowser(executablePath)
            story = await importLongStory(world.narratoria, 10_000)
          },
          run: async () => {
            const { page, openMs } = await openStory(browser, world, story)
            try {
              if (kind.limit === 1_000) return openMs
              await page.getByRole('region', { name: 'Story' }).hover()
              await page.mouse.wheel(0, -200)
              const frameMs = (await page.evaluate(scrollUp)) as number
              if (kind.limit === 33) return frameMs
              return (await heapBytes(await page.context().newCDPSession(page))) / 1e6
            } finally {
              await page.close()
            }
          },
          close: async () => {
            await browser.close()
            await world.close()
          },
        },
      ],
    }
  })
}

function reconnect(executablePath: string): BenchCase {
  let browser: Browser
  return {
    name: 'from the return of a server that was killed until the page is connected again',
    rounds: 5,
    slow: true,
    reference: { name: 'the limit', run: () => 2_000 },
    contenders: [
      {
        name: 'the page',
        bar: 1,
        prepare: async () => void (browser = await launchBrowser(executablePath)),
        run: async () => {
          const folder = await createFolder()
          const first = await startHost(folder, 0)
          const page = await browser.newPage({ viewport })
          try {
            await page.goto(first.url)
            await page.getByRole('button', { name: 'New story' }).click()
            await page.locator('#prompt').waitFor()
            first.child.kill('SIGKILL')
            await once(first.child, 'exit')
            await page.getByText('The connection to the server is lost.').waitFor()
            const second = await startHost(folder, first.port)
            const backAt = performance.now()
            await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached' })
            const elapsedMs = performance.now() - backAt
            second.child.kill('SIGKILL')
            await once(second.child, 'exit')
            return elapsedMs
          } finally {
            await page.close()
          }
        },
        close: () => browser.close(),
      },
    ],
  }
}
