import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { WorldState } from '@narratoria/world'
import { readCampaign, WorldPlayer, writeCampaign, writePlayedWorld } from '../src/index.ts'

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'narratoria-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function salt(folder: string) {
  const path = join(folder, 'salt')
  await writeCampaign(path, { title: 'Salt', place: 'an empty landing', goal: 'a brass key' })
  await mkdir(join(path, 'lore'))
  await writeFile(join(path, 'lore/salt.md'), 'Salt was money here.\n')
  const { campaign } = await readCampaign(path)
  return campaign!
}

it('a played world begins where the story was, with what was moved, changed, known and added', async () => {
  const folder = await temporaryFolder()
  const campaign = await salt(folder)
  const state: WorldState = {
    turn: 9,
    at: { player: 'room', goal: 'player', stranger: 'room' },
    is: { table: { broken: true }, stranger: { dead: true } },
    flags: { storm: true },
    visited: { start: 0, room: 4 },
    happened: { 'met:stranger': 1, 'seen:room': 4 },
    knows: { player: { price: { turn: 2 } }, stranger: { d4_1: { turn: 4 } } },
    talked: { stranger: { goal: { turn: 2 } } },
    feelings: { stranger: -20 },
    descriptions: { room: 'The room is full of smoke.' },
    deeds: { d4_1: { turn: 4, act: 'take', by: 'player', thing: 'goal', place: 'room', important: true } },
    said: { stranger: { '1': { turn: 2, line: 'It costs more than you have.' } } },
    added: { things: { new_5_1: { name: 'tin bell', description: 'It is dented.', at: 'room', portable: false } } },
    exits: { room: { up: 'start' } },
    ended: 'found',
  }
  const path = join(folder, 'salt-on')
  const { files, leftOut } = await writePlayedWorld(path, {
    world: campaign.world,
    state,
    opening: 'Smoke rises.',
    campaign,
  })
  expect(files).toContain('lore/salt.md')
  expect(leftOut).toEqual([
    'the record of what was done in each turn, and who knows of it',
    'what people said in each turn, word for word',
    'the ending "Found" that was reached',
    expect.stringContaining('tests'),
  ])
  const { campaign: on, problems } = await readCampaign(path)
  expect(problems).toEqual([])
  const { world } = on!
  expect(world).toMatchObject({
    opening: 'Smoke rises.',
    player: { at: 'room' },
    flags: { storm: true },
    places: { room: { description: 'The room is full of smoke.' } },
    things: { goal: { at: 'player' }, table: { is: ['broken'] }, new_5_1: { name: 'tin bell', at: 'room' } },
    people: { stranger: { at: 'room' } },
  })
  // The table is not where the key is any more.
  expect(world.things['goal']).not.toHaveProperty('appearance')
  expect(world.state).toEqual({
    turn: 9,
    is: { stranger: { dead: true } },
    visited: state.visited,
    happened: state.happened,
    knows: { player: { price: { turn: 2 } } },
    talked: state.talked,
    feelings: state.feelings,
    exits: state.exits,
  })
  const player = new WorldPlayer(world)
  const { text } = player.play('look')
  expect(text).toContain('full of smoke')
  expect(text).toContain('tin bell')
  expect(player.play('inventory').text).toContain('brass key')
  expect(player.play('up').state.at?.['player']).toBe('start')
})

it('a thing that was unlocked, opened or put out begins so', async () => {
  const folder = await temporaryFolder()
  const { world } = await salt(folder)
  const chest = { name: 'chest', at: 'room', openable: true, lockable: true, is: ['locked', 'lit'] }
  const path = join(folder, 'open')
  await writePlayedWorld(path, {
    world: { ...world, things: { ...world.things, chest } },
    state: { is: { chest: { locked: false, lit: false, open: true } } },
  })
  const { campaign } = await readCampaign(path)
  expect(campaign?.world.things['chest']?.is).toEqual(['open'])
  expect(campaign?.world).not.toHaveProperty('state')
})

it('a folder that exists is refused and stays as it is', async () => {
  const folder = await temporaryFolder()
  const campaign = await salt(folder)
  await expect(writePlayedWorld(campaign.path, { world: campaign.world, state: {} })).rejects.toThrow('EEXIST')
  expect((await readdir(folder)).toSorted()).toEqual(['salt'])
})

it('an exit in the state of a world that leads to an unknown place is a problem with file and line', async () => {
  const folder = await temporaryFolder()
  const { path } = await salt(folder)
  await writeFile(join(path, 'world/state.yaml'), 'state:\n  exits:\n    room:\n      up: attic\n')
  const { problems } = await readCampaign(path)
  expect(problems).toMatchObject([{ code: 'unknown_id', at: 'world/state.yaml:4' }])
})
