import { ScriptedPlanner } from '@narratoria/planner/testing'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createNarratoria } from '../../src/index.ts'
import type { PlayableCampaign } from '../../src/world/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

function version(digest: string): PlayableCampaign {
  const place = { hall: { name: `hall ${digest}` } }
  const world = { title: 'Hall', opening: 'A hall.', player: { at: 'hall' }, places: place, things: {}, people: {} }
  return { name: 'hall', version: '1.0.0', digest, world, path: '/campaigns/hall' }
}

/** A host with a campaign whose files a test edits: a number of each version, and what reading them gives. */
async function openHost() {
  const files = { stamp: '1', read: (): PlayableCampaign | undefined => version('a'), reads: 0 }
  const planner = new ScriptedPlanner([{ narrative: 'You wait.' }])
  const host = await createNarratoria({
    skillRoots: [],
    home: await temporaryFolder(),
    planner,
    campaigns: {
      async find() {
        files.reads += 1
        return files.read()
      },
      stampOf: async () => files.stamp,
    },
  })
  onTestFinished(() => host.close())
  const session = await host.openSession('first', { campaign: 'hall' })
  const play = async () => {
    const warnings: TurnEvent[] = []
    for await (const event of session.play('I wait')) if (event.type === 'warning') warnings.push(event)
    return { place: planner.requests.at(-1)?.world?.world.places['hall']?.name, warnings }
  }
  return { files, play, host, session }
}

test('§16: a campaign that is edited while it is played is read again before the next turn, and the player is informed', async () => {
  const { files, play } = await openHost()
  expect(await play()).toEqual({ place: 'hall a', warnings: [] })
  Object.assign(files, { stamp: '2', read: () => version('b') })
  expect(await play()).toMatchObject({ place: 'hall b', warnings: [{ code: 'campaign_changed' }] })
  expect(await play()).toEqual({ place: 'hall b', warnings: [] })
  Object.assign(files, { stamp: '3', read: () => version('c') })
  expect(await play()).toMatchObject({ place: 'hall c', warnings: [{ code: 'campaign_changed' }] })
})

test('an unchanged campaign is read once, and one that changed once more', async () => {
  const { files, play } = await openHost()
  await play()
  await play()
  expect(files.reads).toBe(1)
  files.stamp = '2'
  await play()
  await play()
  expect(files.reads).toBe(2)
})

test('an edit with an error is reported once with its place, and the story goes on as it was until it is corrected', async () => {
  const { files, play } = await openHost()
  Object.assign(files, {
    stamp: '2',
    read: () => {
      throw new Error('The campaign "hall" has errors: world/map.yaml:12: "lamp" is not known.')
    },
  })
  const { place, warnings } = await play()
  expect(place).toBe('hall a')
  expect(warnings).toMatchObject([{ code: 'campaign_invalid', message: expect.stringContaining('world/map.yaml:12') }])
  expect((await play()).warnings).toEqual([])
  Object.assign(files, { stamp: '3', read: () => version('b') })
  expect((await play()).place).toBe('hall b')
})

test('turns of two sessions at the same time read an edited campaign once', async () => {
  const { files, play, host } = await openHost()
  await play()
  const other = await host.openSession('second', { campaign: 'hall' })
  const before = files.reads
  Object.assign(files, { stamp: '2', read: () => version('b') })
  await Promise.all([play(), other.play('I wait').result])
  expect(files.reads).toBe(before + 1)
})

test('a campaign whose folder is gone is played as it was', async () => {
  const { files, play } = await openHost()
  Object.assign(files, { stamp: '2', read: () => undefined })
  expect(await play()).toMatchObject({ place: 'hall a' })
})
