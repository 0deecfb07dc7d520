import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyTurnEvent, startTurnView } from '../../../src/api/apply-turn-event.ts'
import type { TurnView } from '../../../src/api/turn-view.ts'
import { apiClient, openStream } from '../../support/api-client.ts'
import { type World, openWorld } from '../../support/world.ts'

let world: World
let api: ReturnType<typeof apiClient>
beforeAll(async () => {
  world = await openWorld()
  api = apiClient(world.url)
})
afterAll(() => world.close())

const finished = (message: { type: string }) => message.type === 'session'

test('40,000 paragraphs of one tool do not block the server, and the finished turn has all of them', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await stream.next()
  const stopWatching = watchEventLoop()
  const narrated = join(world.folder, 'narrated')
  await api.post(`/sessions/${id}/turns`, { prompt: `narrate 40000 until ${narrated}` })
  await stream.until(
    ({ type, ...rest }) => type === 'turn' && JSON.stringify(rest).includes('"narration","text":"Paragraph 39999.'),
  )
  // A reader that joins now gets the newest paragraphs and the number of the earlier ones.
  const late = await openStream(world.url, id)
  const snapshot = await late.next()
  late.close()
  await writeFile(narrated, '')
  await stream.until(finished)
  const longestBlockMs = stopWatching()
  stream.close()
  expect(longestBlockMs).toBeLessThan(5_000)
  const all = Array.from({ length: 40_000 }, (_, index) => `Paragraph ${index}.`)
  expect(snapshot).toMatchObject({
    live: {
      paragraphs: all.slice(-200),
      earlier: { paragraphs: 39_800, characters: all.slice(0, -200).join('\n').length + 1 },
    },
  })
  const [turn] = await api.turns(id)
  expect(turn!.narrative).toBe(all.join('\n\n'))
  const { body } = await api.get<TurnView>(`/sessions/${id}/turns/${turn!.turnId}`)
  expect(body.paragraphs).toEqual(all)
  expect(body.earlier).toBeUndefined()
})

test('the time to fold a narration grows linearly with its length', () => {
  const timeOf = (count: number) => {
    const startedAt = process.cpuUsage()
    let view = startTurnView({ turnId: 't', seq: 1, prompt: 'narrate' })
    for (let index = 0; index < count; index++)
      view = applyTurnEvent(view, { type: 'narration', text: `Paragraph ${index}.`, append: false })
    expect(view.paragraphs.at(-1)).toBe(`Paragraph ${count - 1}.`)
    return cpuMsSince(startedAt)
  }
  timeOf(5_000)
  expect(timeOf(100_000)).toBeLessThan(timeOf(10_000) * 30 + 100)
})

/** Returns a function that stops watching and returns the processor time of the longest iteration of the event loop. */
function watchEventLoop(): () => number {
  let longestMs = 0
  let last = process.cpuUsage()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, cpuMsSince(last))
    last = process.cpuUsage()
  }, 10)
  return () => {
    clearInterval(timer)
    return longestMs
  }
}

// Processor time, because other processes of a busy machine lengthen the time on the clock.
function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
