import { brotliCompressSync } from 'node:zlib'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { findBrowser, launchBrowser } from '../../../apps/web/test/support/browser.ts'
import { importLongStory } from '../../../apps/web/test/support/long-story.ts'
import { type World, createFolder, openWorld } from '../../../apps/web/test/support/world.ts'
import type { BenchCase } from '../bench-case.ts'

const root = new URL('../../../apps/web/', import.meta.url)
const hostProgram = fileURLToPath(new URL('test/fixtures/web-host.ts', root))

/** The web app compared with its limits: 60 ms, 150 kB, twice the memory. */
export function cases(): BenchCase[] {
  const browser = findBrowser()
  if (browser === undefined) console.log('web: no browser was found; the cases that need one are skipped')
  return [
    ...(browser === undefined ? [] : [eventToPixel(browser), longStoryFrames(browser)]),
    firstAguiEvent(),
    firstLoad(),
    streamMemory(),
  ]
}

const floodedEvents = 5_000

/** Resolves to the delay of each line in a tool's log: from the time in its text to the time when it was drawn. */
const watchLog = `new Promise((resolve) => {
  const delays = []
  const seen = new WeakSet()
  const look = () => {
    const lines = [...document.querySelectorAll('.log p')].filter((line) => !seen.has(line))
    lines.forEach((line) => seen.add(line))
    if (lines.length === 0) return
    // The frame with the lines is drawn before the next task.
    requestAnimationFrame(() => setTimeout(() => {
      const now = Date.now()
      for (const line of lines) {
        const stamp = /Event \\d+ (\\d+)/.exec(line.textContent)
        if (stamp) delays.push(now - Number(stamp[1]))
      }
    }))
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true })
  const ended = setInterval(() => {
    if (!document.querySelector('.tool-completed')) return
    clearInterval(ended)
    observer.disconnect()
    resolve(delays)
  }, 100)
})`

function eventToPixel(executablePath: string): BenchCase {
  let world: World
  let browser: Browser
  return {
    name: 'from a tool’s event to the pixel, 95th percentile at 1,000 events a second',
    rounds: 3,
    reference: { name: 'the limit', run: () => 60 },
    contenders: [
      {
        name: 'the page',
        bar: 1,
        prepare: async () => {
          world = await openWorld()
          browser = await launchBrowser(executablePath)
        },
        run: async () => {
          const { id } = await world.narratoria.openSession()
          const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
          await page.addInitScript(`localStorage.setItem('narratoria.preferences', '{"details.tools":true}')`)
          await page.goto(`${world.url}/#/s/${id}/tools`)
          await page.getByText('Nothing has happened yet').waitFor()
          const delays = page.evaluate(watchLog) as Promise<number[]>
          await page.request.post(`${world.url}/api/sessions/${id}/turns`, {
            data: { prompt: `flood ${floodedEvents} 1000` },
          })
          const drawn = (await delays).toSorted((a, b) => a - b)
          await page.close()
          // An event that was not drawn counts as infinitely late.
          return drawn[Math.ceil(floodedEvents * 0.95) - 1] ?? Number.POSITIVE_INFINITY
        },
        close: async () => {
          await browser.close()
          await world.close()
        },
      },
    ],
  }
}

/** Scrolls through a story for 300 frames, up and down, and resolves to the time of each frame in milliseconds. */
const scrollThrough = `(async () => {
  const story = document.querySelector('.story')
  const times = []
  let last = await new Promise(requestAnimationFrame)
  let step = -60
  for (let frame = 0; frame < 300; frame++) {
    if (story.scrollTop + step < 0 || story.scrollTop + step > story.scrollHeight - story.clientHeight) step = -step
    story.scrollTop += step
    const now = await new Promise(requestAnimationFrame)
    times.push(now - last)
    last = now
  }
  return times
})()`

function longStoryFrames(executablePath: string): BenchCase {
  let world: World
  let browser: Browser
  /** The 95th percentile of the frame times while a story with that many turns is scrolled. */
  async function frameTime(turns: number): Promise<number> {
    const id = await importLongStory(world.narratoria, turns)
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    await page.goto(`${world.url}/#/s/${id}/narrative`)
    await page.getByText(`Step ${turns}.`).waitFor()
    await page.getByRole('region', { name: 'Story' }).hover()
    await page.mouse.wheel(0, -200)
    const times = ((await page.evaluate(scrollThrough)) as number[]).toSorted((a, b) => a - b)
    await page.close()
    return times[Math.floor(times.length * 0.95)]!
  }
  return {
    name: 'time of a frame while a story is scrolled, 95th percentile',
    rounds: 5,
    slow: true,
    reference: {
      name: '10 turns',
      prepare: async () => {
        world = await openWorld()
        browser = await launchBrowser(executablePath)
      },
      run: () => frameTime(10),
      close: async () => {
        await browser.close()
        await world.close()
      },
    },
    contenders: [{ name: '1,000 turns', bar: 1.5, run: () => frameTime(1_000) }],
  }
}

function firstLoad(): BenchCase {
  return {
    name: 'JavaScript of the first load, compressed',
    rounds: 1,
    unit: 'MB',
    reference: { name: 'the limit', run: () => 0.15 },
    contenders: [{ name: 'the page', bar: 1, run: compressedScripts }],
  }
}

/** The compressed size in MB of the scripts that the page loads at first. */
function compressedScripts(): number {
  const page = new URL('dist/page/', root)
  const html = readFileSync(new URL('index.html', page), 'utf8')
  const scripts = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path!))
  // What a script imports is added while the set is read.
  for (const path of scripts)
    for (const [, name] of readFileSync(new URL(path, page), 'utf8').matchAll(
      /(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g,
    ))
      scripts.add(`assets/${name}`)
  return [...scripts].reduce((sum, path) => sum + brotliCompressSync(readFileSync(new URL(path, page))).length, 0) / 1e6
}

function streamMemory(): BenchCase {
  return {
    name: 'memory of the server with 100 open event streams, a turn of 20,000 events played',
    rounds: 3,
    slow: true,
    unit: 'MB',
    reference: { name: 'one stream', run: () => memoryWith(1) },
    contenders: [{ name: '100 streams', bar: 2, run: () => memoryWith(100) }],
  }
}

async function memoryWith(streams: number): Promise<number> {
  const folder = await createFolder()
  const child = spawn(process.execPath, [hostProgram, folder, '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const url = line.toString().trim().replace(/\/$/, '')
    const json = { 'Content-Type': 'application/json' }
    const created = await fetch(`${url}/api/sessions`, { method: 'POST', headers: json, body: '{}' })
    const { sessionId } = (await created.json()) as { sessionId: string }
    const stop = new AbortController()
    const open = () => fetch(`${url}/api/sessions/${sessionId}/events`, { signal: stop.signal })
    const responses = await Promise.all(Array.from({ length: streams }, open))
    const ends = responses.map(async ({ body }) => {
      for await (const chunk of body!) if (Buffer.from(chunk).includes('"lineLength":1')) return
    })
    const body = JSON.stringify({ prompt: 'flood 20000 5000' })
    await fetch(`${url}/api/sessions/${sessionId}/turns`, { method: 'POST', headers: json, body })
    let peak = 0
    const watching = setInterval(() => (peak = Math.max(peak, residentBytes(child))), 50)
    await Promise.all(ends)
    clearInterval(watching)
    stop.abort()
    return peak / 1e6
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The resident memory of a process in bytes. Linux only. */
function residentBytes({ pid }: ChildProcess): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
  return Number(pages) * 4_096
}

/** The time from a request for a run until its first event, while the story has turns already. */
function firstAguiEvent(): BenchCase {
  let world: World
  return {
    name: 'from an AG-UI request to its first event',
    rounds: 25,
    reference: { name: 'the limit', run: () => 50 },
    contenders: [
      {
        name: 'POST /agui',
        bar: 1,
        prepare: async () => {
          world = await openWorld()
        },
        // Below the limit of changes per second.
        beforeEach: () => sleep(150),
        async run() {
          const messages = [{ id: crypto.randomUUID(), role: 'user', content: 'hello' }]
          const startedAt = performance.now()
          const response = await fetch(`${world.url}/agui`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ threadId: 'castle', runId: 'run', messages }),
          })
          const reader = response.body!.getReader()
          await reader.read()
          const elapsedMs = performance.now() - startedAt
          while (!(await reader.read()).done);
          return elapsedMs
        },
        close: () => world.close(),
      },
    ],
  }
}
