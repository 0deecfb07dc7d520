import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readCampaign } from '@narratoria/campaigns'
import { unpackCampaign } from '@narratoria/campaigns/pack'
import { expect, it } from 'vitest'
import type { Io } from '../../src/io.ts'
import { beginningsOf } from '../../src/story/web-opening.ts'
import { narratoria, temporaryFolder } from '../command-line.ts'

const answers = ['--title', 'Salt', '--place', 'an empty landing', '--goal', 'a brass key']

it('exports a world as it was played, as a campaign that passes its check and plays on from there', async () => {
  const home = temporaryFolder()
  await narratoria(['campaign', 'new', 'salt', ...answers], { home })
  const play = async (story: string[], prompt: string) => {
    const run = await narratoria(['play', ...story, '--planner', 'stub', '--prompt', prompt, '--json'], { home })
    expect(run.code, run.stderr).toBe(0)
    return JSON.parse(run.stdout) as { state: { world: { at?: object; is?: object } }; narrative: string }
  }
  await play(['--session', 'Before', '--campaign', './salt'], 'talk to the stranger')
  await play(['--session', 'Before'], 'in')
  await play(['--session', 'Before'], 'take the brass key')
  const exported = await narratoria(['campaign', 'export', 'Before', './salt-on'], { home })
  expect(exported.code, exported.stderr).toBe(0)
  expect(exported.stdout).toContain('wrote ./salt-on/world/state.yaml')
  expect(exported.stdout).toContain("left out: the campaign's tests")
  const checked = await narratoria(['campaign', 'check', './salt-on', '--json'], { home })
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, problems: [] })
  expect((await play(['--session', 'After', '--campaign', './salt-on'], 'inventory')).narrative).toContain('brass key')
  // The goal of the campaign is reached in the new story.
  expect(await play(['--session', 'After'], 'out')).toMatchObject({ state: { world: { ended: 'found' } } })
  const start = await narratoria(['campaign', 'export', 'Before', './salt-start', '--start'], { home })
  expect(start).toMatchObject({ code: 2, stderr: expect.stringContaining('did not begin with a premise') })
})

it('exports the world of a premise as it was played, and with --start as it began', async () => {
  const home = temporaryFolder()
  const begin = ['play', '--new', '--title', 'Tower', '--premise', 'It rains on the last lighthouse.']
  const begun = await narratoria([...begin, '--planner', 'stub', '--prompt', 'look', '--json'], { home })
  const { state } = JSON.parse(begun.stdout) as {
    state: { world: { model: { player: { at: string }; places: Record<string, { exits: Record<string, unknown> }> } } }
  }
  const { player, places } = state.world.model
  const [way] = Object.keys(places[player.at]!.exits)
  const moved = await narratoria(['play', '--session', 'Tower', '--planner', 'stub', '--prompt', way!, '--json'], {
    home,
  })
  const { at } = (JSON.parse(moved.stdout) as { state: { world: { at: { player: string } } } }).state.world
  expect(at.player).not.toBe(player.at)
  for (const [folder, options, place] of [
    ['now', [], at.player],
    ['start', ['--start'], player.at],
  ] as const) {
    const exported = await narratoria(['campaign', 'export', 'Tower', `./${folder}`, ...options], { home })
    expect(exported.code, exported.stderr).toBe(0)
    expect(readFileSync(join(home, folder, 'world/map.yaml'), 'utf8')).toMatch(new RegExp(`^start: ${place}$`, 'm'))
    expect(await narratoria(['campaign', 'check', `./${folder}`], { home })).toMatchObject({ code: 0 })
  }
})

it('the web server gets the world of a story as a packed campaign that can be installed', async () => {
  const home = temporaryFolder()
  await narratoria(['campaign', 'new', 'salt', ...answers], { home })
  const io = { env: { NARRATORIA_HOME: join(home, 'home') }, cwd: home } as unknown as Io
  const beginnings = beginningsOf(io, { planner: 'stub' })
  const campaign = { name: join(home, 'salt'), version: '1.0.0', digest: 'any' }
  const state = { world: { campaign, at: { player: 'room', goal: 'player' }, visited: { room: 1 } } }
  const data = await beginnings.packWorld!('salt-on', { state, narrative: 'You have it.', start: false })
  await mkdir(join(home, 'installed'))
  const path = await unpackCampaign(data!, join(home, 'installed'))
  expect(basename(path)).toBe('salt-on')
  const { campaign: on, problems } = await readCampaign(path)
  expect(problems).toEqual([])
  expect(on!.world).toMatchObject({
    opening: 'You have it.',
    player: { at: 'room' },
    things: { goal: { at: 'player' } },
    state: { visited: { room: 1 } },
  })
  expect(await beginnings.packWorld!('none', { state: {}, narrative: '', start: false })).toBeUndefined()
})
