import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSkills, type SkillRegistry, type SkillsChange } from '../../src/index.ts'
import { buildWorld, manifest, type World } from '../world.ts'

interface Watched {
  registry: SkillRegistry
  changes: SkillsChange[]
  /** Waits until a change names the skill, at most so long as the requirement allows on a busy machine. */
  told: (kind: keyof SkillsChange, name: string) => Promise<void>
}

async function watchSkills(world: World, roots = [world.root]): Promise<Watched> {
  const registry = await openSkills({ roots, home: world.home, watch: true, environment: {} })
  onTestFinished(() => registry.close())
  const changes: SkillsChange[] = []
  registry.on('changed', (change) => changes.push(change))
  const told = (kind: keyof SkillsChange, name: string) =>
    vi.waitFor(() => expect(changes.flatMap((change) => change[kind])).toContain(name), { timeout: 5000, interval: 10 })
  return { registry, changes, told }
}

/** How many folders this process watches, as Linux tells it; 0 elsewhere. */
function watches(): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc/self/fdinfo')
    .map((file) => {
      try {
        return readFileSync(`/proc/self/fdinfo/${file}`, 'utf8')
      } catch {
        return ''
      }
    })
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('inotify')).length
}

describe('a running host', () => {
  test('FR-035: a new skill folder is found within a second', { retry: 2 }, async () => {
    const world = buildWorld()
    const { registry, told } = await watchSkills(world)
    const start = performance.now()
    world.skill('torch', { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' })
    await told('added', 'torch')
    expect(performance.now() - start).toBeLessThan(1000)
    await vi.waitFor(() => expect(registry.get('torch')?.scripts).toHaveLength(1))
  })

  test('FR-035: a change and a removal are found within a second too', { retry: 2 }, async () => {
    const world = buildWorld()
    const folder = world.skill('torch', { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' })
    const { told } = await watchSkills(world)
    const changed = performance.now()
    writeFileSync(join(folder, 'scripts/torch.mjs'), '// new')
    await told('changed', 'torch')
    expect(performance.now() - changed).toBeLessThan(1000)
    const removed = performance.now()
    rmSync(folder, { recursive: true })
    await told('removed', 'torch')
    expect(performance.now() - removed).toBeLessThan(1000)
  })

  test('SC-010: a skill that was prepared elsewhere and moved in is found', async () => {
    const world = buildWorld()
    const { registry, told } = await watchSkills(world)
    const folder = world.skill('ready', { 'skill.json': manifest('ready') }, join(world.folder, 'elsewhere'))
    renameSync(folder, join(world.root, 'ready'))
    await told('added', 'ready')
    symlinkSync(join(world.root, 'ready'), join(world.root, 'zz-link'))
    cpSync(join(world.root, 'ready'), join(world.root, 'copy'), { recursive: true })
    writeFileSync(join(world.root, 'copy/skill.json'), JSON.stringify(manifest('copy')))
    await told('added', 'copy')
    expect(registry.get('copy')?.path).toBe(join(world.root, 'copy'))
  })

  test.each<[what: string, change: (folder: string) => void]>([
    [
      'the manifest',
      (folder) => writeFileSync(join(folder, 'skill.json'), JSON.stringify(manifest('torch', { version: '2.0.0' }))),
    ],
    ['the prompt', (folder) => writeFileSync(join(folder, 'docs/prompt.md'), 'New words.')],
    ['a script', (folder) => writeFileSync(join(folder, 'scripts/torch.mjs'), '// new')],
    ['a file that a script needs', (folder) => writeFileSync(join(folder, 'scripts/lib/deep/part.mjs'), '// new')],
    ['the settings', (folder) => writeFileSync(join(folder, 'config.json'), '{}')],
    ['permissions', (folder) => chmodSync(join(folder, 'scripts/torch.mjs'), 0o644)],
    ['a new script', (folder) => writeFileSync(join(folder, 'scripts/second.mjs'), '', { mode: 0o755 })],
    [
      'a file replaced by another',
      (folder) => {
        writeFileSync(join(folder, 'new.json'), JSON.stringify(manifest('torch', { version: '3.0.0' })))
        renameSync(join(folder, 'new.json'), join(folder, 'skill.json'))
      },
    ],
  ])('FR-035: a change of %s is told', async (_, change) => {
    const world = buildWorld()
    const folder = world.skill('torch', {
      'skill.json': manifest('torch', { prompt: 'docs/prompt.md' }),
      'docs/prompt.md': 'Words.',
      'scripts/torch.mjs': '',
      'scripts/lib/deep/part.mjs': '',
    })
    world.skill('other', { 'skill.json': manifest('other') })
    const { changes, told } = await watchSkills(world)
    change(folder)
    await told('changed', 'torch')
    expect(changes.flatMap(({ changed }) => changed)).not.toContain('other')
  })

  test('FR-035: a removed skill is gone, and back when its folder is', async () => {
    const world = buildWorld()
    const files = { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' }
    const folder = world.skill('torch', files)
    const { registry, changes, told } = await watchSkills(world)
    rmSync(folder, { recursive: true })
    await told('removed', 'torch')
    expect(registry.list()).toEqual([])
    world.skill('torch', files)
    await told('added', 'torch')
    changes.length = 0
    writeFileSync(join(folder, 'scripts/torch.mjs'), '// the new folder is watched too')
    await told('changed', 'torch')
  })

  test('FR-035: a broken manifest takes the skill out with a warning, a mended one brings it back', async () => {
    const world = buildWorld()
    const folder = world.skill('torch', { 'skill.json': manifest('torch') })
    const { registry, told } = await watchSkills(world)
    writeFileSync(join(folder, 'skill.json'), '{ oops')
    await told('removed', 'torch')
    expect(registry.warnings).toMatchObject([{ code: 'invalid_json' }])
    writeFileSync(join(folder, 'skill.json'), JSON.stringify(manifest('torch')))
    await told('added', 'torch')
    expect(registry.warnings).toEqual([])
  })

  test('FR-035: a root that is created, removed and created again is watched', async () => {
    const world = buildWorld()
    const late = join(world.folder, 'late')
    const { registry, changes, told } = await watchSkills(world, [late])
    for (const name of ['first', 'second']) {
      world.skill(name, { 'skill.json': manifest(name) }, late)
      await told('added', name)
      rmSync(late, { recursive: true })
      await told('removed', name)
    }
    expect(registry.list()).toEqual([])
    expect(changes.length).toBeGreaterThanOrEqual(4)
  })

  test('FR-035: a root that is a link follows the link', async () => {
    const world = buildWorld()
    for (const name of ['one', 'two']) world.skill(name, { 'skill.json': manifest(name) }, join(world.folder, name))
    const link = join(world.folder, 'link')
    symlinkSync(join(world.folder, 'one'), link)
    const { registry, told } = await watchSkills(world, [link])
    unlinkSync(link)
    symlinkSync(join(world.folder, 'two'), link)
    await told('added', 'two')
    expect(registry.list().map(({ name }) => name)).toEqual(['two'])
  })

  test('FR-058: what a skill keeps in its data folder is no change', async () => {
    const world = buildWorld()
    const folder = world.skill('torch', { 'skill.json': manifest('torch'), 'data/old.txt': '' })
    const { changes, told } = await watchSkills(world)
    for (let index = 0; index < 20; index += 1) writeFileSync(join(folder, `data/${index}.txt`), 'x')
    mkdirSync(join(folder, 'data/deep'))
    // Longer than any change waits to be told: one that came with the next would be counted as the next.
    await setTimeout(1_000)
    expect(changes).toEqual([])
    writeFileSync(join(folder, 'prompt.md'), 'A change.')
    await told('changed', 'torch')
    expect(changes).toHaveLength(1)
  })

  test('FR-035: a skill may be named "data", and a folder of that name below its own is watched', async () => {
    const world = buildWorld()
    const { changes, told } = await watchSkills(world)
    const folder = world.skill('data', { 'skill.json': manifest('data'), 'scripts/data/table.json': '' })
    await told('added', 'data')
    changes.length = 0
    writeFileSync(join(folder, 'scripts/data/table.json'), '[]')
    await told('changed', 'data')
    expect(changes[0]).toMatchObject({ added: [], removed: [] })
  })

  test('FR-035: many changes at once end in what the disk holds', async () => {
    const world = buildWorld()
    const { registry } = await watchSkills(world)
    for (let index = 0; index < 60; index += 1) world.skill(`s${index}`, { 'skill.json': manifest(`s${index}`) })
    for (let index = 0; index < 60; index += 2) rmSync(join(world.root, `s${index}`), { recursive: true })
    await vi.waitFor(() => expect(registry.list()).toHaveLength(30), { timeout: 5000 })
  })

  test('FR-035: links in circles inside a watched skill do no harm', async () => {
    const world = buildWorld()
    const folder = world.skill('torch', { 'skill.json': manifest('torch') })
    symlinkSync('.', join(folder, 'here'))
    symlinkSync('../..', join(folder, 'up'))
    const { registry, told } = await watchSkills(world)
    writeFileSync(join(folder, 'prompt.md'), 'x')
    await told('changed', 'torch')
    expect(registry.get('torch')?.prompt).toBe('x')
  })

  test('FR-035: after close nothing is left running and nothing is told', async () => {
    const world = buildWorld()
    world.skill('torch', { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' })
    const before = watches()
    const { registry, changes } = await watchSkills(world)
    expect(watches()).toBe(before + (process.platform === 'linux' ? 3 : 0))
    writeFileSync(join(world.root, 'torch/prompt.md'), 'told to nobody')
    await registry.close()
    expect(watches()).toBe(before)
    await setTimeout(600)
    expect(changes).toEqual([])
    expect(registry.get('torch')?.name).toBe('torch')
  })
})

test('FR-035: an enabled state that another process changed is seen', async () => {
  const world = buildWorld()
  world.skill('torch', { 'skill.json': manifest('torch') })
  const here = await openSkills({ roots: [world.root], home: world.home })
  const there = await openSkills({ roots: [world.root], home: world.home })
  onTestFinished(async () => {
    await here.close()
    await there.close()
  })
  await there.setEnabled('torch', false)
  expect(here.available()).toEqual([])
  expect(here.isEnabled('torch')).toBe(false)
})
