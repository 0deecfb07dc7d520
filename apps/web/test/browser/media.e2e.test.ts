import type { Locator, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { goTo, play, send } from '../support/play.ts'
import { recordFilm } from '../support/record-film.ts'
import { say, scenes } from '../support/scenes.ts'
import { type World, openWorld } from '../support/world.ts'

/** Long enough that a browser does not load all of it at once. */
const soundSeconds = 900

describeInBrowser('audio and video', ({ open }) => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => {
    delete scenes['sing and dance']
    return world.close()
  })

  /** Plays a turn that writes real audio and video, and returns a page that shows them. */
  async function openGallery() {
    const { id } = await world.narratoria.openSession()
    const opened = await open(`${world.url}/#/s/${id}/narrative`)
    scenes['sing and dance'] = [
      {
        toolId: 'bard',
        steps: [
          {
            file: {
              name: 'song.wav',
              silenceSeconds: soundSeconds,
              mediaType: 'audio/wav',
              metadata: { title: 'A song' },
            },
          },
          {
            file: {
              name: 'dance.webm',
              base64: await recordFilm(opened.page),
              mediaType: 'video/webm',
              metadata: { title: 'A dance' },
            },
          },
          say('They sing and dance.'),
        ],
      },
    ]
    await play(opened.page, 'sing and dance')
    return opened
  }

  test('001 §12.2: audio plays and can be sought', async () => {
    const { page, problems } = await openGallery()
    const ranges = new Map<string, Promise<number | undefined>>()
    page.on('request', (request) => {
      const range = request.headers()['range']
      if (range !== undefined) ranges.set(range, statusOf(request))
    })
    await goTo(page, 'Assets')
    const audio = page.locator('figure', { hasText: 'A song' }).locator('audio')
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBeCloseTo(soundSeconds)
    // With the keyboard, as a player would.
    await audio.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => timeOf(audio)).toBeGreaterThan(0.2)
    expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false)
    const far = soundSeconds - 60
    await audio.evaluate((element: HTMLAudioElement, time) => void (element.currentTime = time), far)
    await expect.poll(() => timeOf(audio)).toBeGreaterThan(far + 0.2)
    const starts = [...ranges.keys()].map((range) => Number(/^bytes=(\d+)-/.exec(range)?.[1]))
    expect(Math.max(...starts)).toBeGreaterThan(1_000_000)
    expect(new Set(await Promise.all(ranges.values()))).toEqual(new Set([206]))
    expect(problems).toEqual([])
  })

  test.each(['Narrative', 'Assets'])('audio that plays on %s continues when its turn is stored', async (screen) => {
    const { id } = await world.narratoria.openSession()
    const { page } = await open(`${world.url}/#/s/${id}/narrative`)
    await send(page, 'sing along')
    if (screen !== 'Narrative') await goTo(page, screen)
    const audio = page.locator('figure', { hasText: 'A song' }).locator('audio')
    await audio.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => timeOf(audio)).toBeGreaterThan(0)
    await audio.evaluate((element) => Reflect.set(element, 'known', true))
    await expect.poll(async () => (await world.narratoria.store.findSession(id))?.turns).toBe(1)
    await page.waitForTimeout(1_000)
    expect(await audio.evaluate((element) => Reflect.get(element, 'known') as unknown)).toBe(true)
    expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false)
  })

  test('001 §12.2: video plays in the story and in the gallery', async () => {
    const { page, problems } = await openGallery()
    for (const screen of ['Narrative', 'Assets']) {
      if (screen !== 'Narrative') await goTo(page, screen)
      const video = page.locator('figure', { hasText: 'A dance' }).locator('video')
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth), { message: screen })
        .toBe(64)
      await video.focus()
      await page.keyboard.press('Space')
      await expect.poll(() => timeOf(video), { message: screen }).toBeGreaterThan(0.2)
      // The drawn pixel has the colour of the video.
      expect(await middleOf(video), screen).toEqual([
        expect.closeTo(103, -1.7),
        expect.closeTo(58, -1.7),
        expect.closeTo(183, -1.7),
      ])
    }
    expect(problems).toEqual([])
  })
})

async function statusOf(request: Request): Promise<number | undefined> {
  return (await request.response())?.status()
}

function timeOf(media: Locator): Promise<number> {
  return media.evaluate((element: HTMLMediaElement) => element.currentTime)
}

/** The colour in the middle of a video, as the browser decoded it. */
function middleOf(video: Locator): Promise<number[]> {
  return video.evaluate((element: HTMLVideoElement) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.drawImage(element, -32, -32, 64, 64)
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
  })
}
