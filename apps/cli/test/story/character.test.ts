import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Io } from '../../src/io.ts'
import { beginningsOf } from '../../src/story/web-opening.ts'
import { narratoria, startCommand, temporaryFolder, until } from '../command-line.ts'

const template = {
  character_creation: { mode: 'guided', guidance: 'One of the crew.' },
  allowed_classes: [{ name: 'Diver', description: 'You go down.', starting_items: ['lamp'] }, { name: 'Cook' }],
  starting_stats: { point_pool: 3, attributes: [{ name: 'force', max: 2 }, { name: 'charm' }] },
}

/** A folder whose campaign "salt" asks about the player's character. */
async function folderWithSalt(): Promise<string> {
  const home = temporaryFolder()
  const about = ['--title', 'Salt', '--place', 'an empty landing', '--goal', 'a brass key']
  expect(await narratoria(['campaign', 'new', './campaigns/salt', ...about], { home })).toMatchObject({ code: 0 })
  mkdirSync(join(home, 'campaigns/salt/characters/player'), { recursive: true })
  writeFileSync(join(home, 'campaigns/salt/characters/player/template.json'), JSON.stringify(template))
  return home
}

async function stateOf(home: string): Promise<{ world: { flags: object; traits: object } }> {
  const run = await narratoria(['play', '--session', 'Salt', '--prompt', 'inventory', '--json', '--planner', 'stub'], {
    home,
  })
  expect(run.code, run.stderr).toBe(0)
  return (JSON.parse(run.stdout) as { state: Awaited<ReturnType<typeof stateOf>> }).state
}

test('§16: a terminal asks about the character, refuses wrong answers, and the story begins with it', async () => {
  const home = await folderWithSalt()
  const play = startCommand(['play', '--campaign', 'salt', '--planner', 'stub', '--plain'], { home, terminal: true })
  play.stdin.write('Ada\nPilot\nforce 3\n1\nforce 2, charm 1\n')
  // The story asks for itself.
  await until(() => play.stdout.includes('empty landing'))
  expect(play.stdout).toContain('One of the crew.')
  expect(play.stdout).toContain('1. Diver. You go down.')
  expect(play.stdout).toMatch(/"Pilot" is not one of the answers/)
  expect(play.stdout).toMatch(/"force" must be an integer from 0 to 2/)
  expect(play.stdout.indexOf('empty landing')).toBeGreaterThan(play.stdout.indexOf('Divide 3 points'))
  play.stdin.end('/quit\n')
  expect(await play.closed).toBe(0)
  const { world } = await stateOf(home)
  expect(world).toMatchObject({ flags: { class: 'Diver', name: 'Ada' }, traits: { force: 2, charm: 1 } })
  const notes = await narratoria(['sessions', 'notes', 'Salt'], { home })
  expect(notes.stdout).toContain('persona: Ada.\n  Diver: You go down.\n')
})

test('a player who leaves the questions has started no story', async () => {
  const home = await folderWithSalt()
  const input = 'Ada\n/quit\n'
  const run = await narratoria(['play', '--campaign', 'salt', '--planner', 'stub', '--plain'], {
    home,
    input,
    terminal: true,
  })
  expect(run.code).toBe(0)
  expect((await narratoria(['sessions', 'list', '--json'], { home })).stdout).toContain('"sessions":[]')
})

test('a script gives the answers in a file, and without them the story begins as it is', async () => {
  const home = await folderWithSalt()
  writeFileSync(join(home, 'ada.json'), JSON.stringify({ name: 'Ada', class: 'Cook' }))
  const once = (...options: string[]) =>
    narratoria(['play', '--campaign', 'salt', '--planner', 'stub', '--prompt', 'look', '--json', ...options], { home })
  expect(JSON.parse((await once('--character', 'ada.json')).stdout)).toMatchObject({
    state: { world: { flags: { class: 'Cook', name: 'Ada' } } },
  })
  expect(JSON.parse((await once()).stdout)).not.toHaveProperty('state.world.flags')
  writeFileSync(join(home, 'ada.json'), JSON.stringify({ class: 'Pilot' }))
  expect(await once('--character', 'ada.json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Diver, Cook'),
  })
  expect(await once('--character', 'none.json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('none.json'),
  })
})

test('the page gets the questions, and a story or the problems of the answers', async () => {
  const home = await folderWithSalt()
  const { PassThrough } = await import('node:stream')
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const io = { ...streams, env: { NARRATORIA_HOME: join(home, 'home') }, cwd: home } as unknown as Io
  const beginnings = beginningsOf(io, { planner: 'stub' })
  const salt = (await beginnings.list()).find(({ name }) => name === 'salt')
  expect(salt?.questions?.map(({ id }) => id)).toEqual(['name', 'class', 'points'])
  expect(await beginnings.begin({ campaign: 'salt', character: { class: 'Pilot' } })).toMatchObject({
    problems: [{ id: 'class' }],
  })
  expect(await beginnings.begin({ campaign: 'salt', character: { class: 'Diver' } })).toMatchObject({
    campaign: 'salt',
    initialState: { world: { flags: { class: 'Diver' } } },
    notes: { persona: 'Diver: You go down.' },
  })
})
