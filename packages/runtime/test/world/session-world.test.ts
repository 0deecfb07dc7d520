import { readdirSync, readFileSync } from 'node:fs'
import { ScriptedPlanner } from '@narratoria/planner/testing'
import type { JsonObject, TurnEvent } from '@narratoria/protocol'
import type { World } from '@narratoria/world'
import { expect, onTestFinished, test } from 'vitest'
import type { Campaigns, PlayableCampaign } from '../../src/world/index.ts'
import { commandIn, createNarratoria } from '../../src/index.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const hall: World = {
  title: 'The Hall',
  opening: 'The stair ends in a hall.',
  player: { at: 'hall' },
  places: { hall: { name: 'hall', description: 'A long, low hall.' } },
  things: {},
  people: {},
}
const campaign: PlayableCampaign = {
  name: 'hall',
  version: '1.0.0',
  digest: 'a1',
  world: hall,
  path: '/campaigns/hall',
}
const only = (found: PlayableCampaign | undefined): Campaigns => ({
  find: async (name) => (name === found?.name ? found : undefined),
})

async function openHost({
  campaigns,
  store = new MemorySessionStore(),
  home: given,
}: {
  campaigns?: Campaigns
  store?: MemorySessionStore
  home?: string
}) {
  const home = given ?? (await temporaryFolder())
  const planner = new ScriptedPlanner([{ narrative: 'You wait.' }])
  const host = await createNarratoria({ skillRoots: [], home, planner, store, campaigns })
  onTestFinished(() => host.close())
  return { host, planner, store, home }
}

async function eventsOf(turn: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const events: TurnEvent[] = []
  for await (const event of turn) events.push(event)
  return events
}

test('§16: a session in a campaign has its title, opening and world, and stores no more than its name and digest', async () => {
  const { host, planner } = await openHost({ campaigns: only(campaign) })
  const session = await host.openSession('first', { campaign: 'hall' })
  expect(session).toMatchObject({ title: 'The Hall', opening: expect.stringContaining('The stair ends in a hall.') })
  const state = { world: { campaign: { name: 'hall', version: '1.0.0', digest: 'a1' } } }
  expect(await session.state()).toEqual(state)
  await session.play('I wait').result
  expect(planner.requests[0]?.world).toEqual({ world: hall, state: state.world })
})

test('§16: a world of the session alone is part of its state', async () => {
  const { host, planner, home } = await openHost({})
  const session = await host.openSession(undefined, { world: hall, title: 'Mine' })
  expect(session.title).toBe('Mine')
  await session.play('I wait').result
  expect(planner.requests[0]?.world?.world).toEqual(hall)
  const compiled = readFileSync(`${home}/worlds/${readdirSync(`${home}/worlds`)[0]}`, 'utf8')
  expect((JSON.parse(compiled) as JsonObject).world).toEqual(hall)
})

test('§16: a campaign that changed under a running story is reported once, and the story goes on', async () => {
  const changed = { ...campaign, version: '1.1.0', digest: 'b2', world: { ...hall, title: 'The Great Hall' } }
  const home = await temporaryFolder()
  const store = new MemorySessionStore()
  const { host } = await openHost({ campaigns: only(campaign), store, home })
  await (await host.openSession('first', { campaign: 'hall' })).close()
  const { host: later, planner } = await openHost({ campaigns: only(changed), store, home })
  const session = await later.openSession('first')
  const warnings = [...(await eventsOf(session.play('I wait'))), ...(await eventsOf(session.play('I wait')))].filter(
    ({ type }) => type === 'warning',
  )
  expect(warnings).toMatchObject([{ code: 'campaign_changed', message: expect.stringContaining('1.1.0') }])
  expect(planner.requests[0]?.world?.world.title).toBe('The Great Hall')
})

test('a campaign that is gone is played from its compiled file, and without one in no world', async () => {
  const home = await temporaryFolder()
  const store = new MemorySessionStore()
  const { host } = await openHost({ campaigns: only(campaign), store, home })
  const session = await host.openSession('first', { campaign: 'hall' })
  await session.play('I wait').result
  await session.close()
  const { host: later, planner } = await openHost({ store, home })
  await (await later.openSession('first')).play('I wait').result
  expect(planner.requests[0]?.world?.world).toEqual(hall)
  await later.close()
})

test('an unknown campaign is refused before a session is created', async () => {
  const { host } = await openHost({ campaigns: only(campaign) })
  await expect(host.openSession('first', { campaign: 'tower' })).rejects.toMatchObject({ code: 'unknown_campaign' })
  expect(await host.listSessions()).toEqual([])
})

test('§16: a number plays the choice, which a story in a world offers before and after each turn', async () => {
  const { host, planner } = await openHost({})
  const world = { ...hall, things: { lamp: { name: 'lamp', at: 'hall', light: true } } }
  const session = await host.openSession(undefined, { world })
  const [first, second] = await session.choices()
  expect(second?.text).toMatch(/lamp/)
  await session.play('2').result
  expect(planner.requests[0]?.prompt).toBe(second?.text)
  expect(await session.choices()).toEqual(expect.arrayContaining([first]))
})

test.each([
  ['undo', 'undo'],
  ['  Undo.', 'undo'],
  ['help', 'help'],
  ['I undo the knot', undefined],
  ['inventory', undefined],
])('"%s" is the command %s', (prompt, command) => {
  expect(commandIn(prompt)).toBe(command)
})

test('the words of a turn carry the name of the player, and are planned without it, also when the turn is played again', async () => {
  const planner = new ScriptedPlanner([{ narrative: 'You wait.' }])
  const host = await createNarratoria({ skillRoots: [], home: await temporaryFolder(), planner })
  onTestFinished(() => host.close())
  const session = await host.openSession('shared')
  const { turnId } = await session.play('I wait', { player: 'Ada' }).result
  await session.retry({ turn: turnId, player: 'Ada' }).result
  await session.continue({ player: 'Ada' }).result
  expect((await session.alternatives(turnId)).map(({ prompt }) => prompt)).toEqual(['Ada: I wait', 'Ada: I wait'])
  expect((await session.turns()).at(-1)?.prompt).toBe('')
  expect(planner.requests.map(({ prompt }) => prompt)).toEqual(['I wait', 'I wait'])
})
