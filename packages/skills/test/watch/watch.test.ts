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
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSkills, type SkillRegistry, type SkillsChange } from '../../src/index.ts'
import { buildWorld, manifest, type World } from '../world.ts'

const waiting = { timeout: 60_000, interval: 10 }

interface Watched {
  registry: SkillRegistry
  changes: SkillsChange[]
  /** Waits for a change of the skill. */
  seen: (kind: keyof SkillsChange, name: string) => Promise<void>
}

async function watchSkills(world: World, roots = [world.root]): Promise<Watched> {
  const registry = await openSkills({ roots, home: world.home, watch: true, environment: {} })
  onTestFinished(() => registry.close())
  const changes: SkillsChange[] = []
  registry.on('changed', (change) => changes.push(change))
  const seen = (kind: keyof SkillsChange, name: string) =>
    vi.waitFor(() => expect(changes.flatMap((change) => change[kind])).toContain(name), waiting)
  return { registry, changes, seen }
}

/** The number of folders that this process watches; 0 on systems other than Linux. */
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
  test('FR-035: a new skill folder is found', async () => {
    const world = buildWorld()
    const { registry, seen } = await watchSkills(world)
    world.skill('torch', { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' })
    await seen('added', 'torch')
    await vi.waitFor(() => expect(registry.get('torch')?.scripts).toHaveLength(1), waiting)
  })

  test('SC-010: a skill that is moved into a root is found', async () => {
    const world = buildWorld()
    const { registry, seen } = await watchSkills(world)
    const folder = world.skill('ready', { 'skill.json': manifest('ready') }, join(world.folder, 'elsewhere'))
    renameSync(folder, join(world.root, 'ready'))
    await seen('added', 'ready')
    symlinkSync(join(world.root, 'ready'), join(world.root, 'zz-link'))
    cpSync(join(world.root, 'ready'), join(world.root, 'copy'), { recursive: true })
    writeFileSync(join(world.root, 'copy/skill.json'), JSON.stringify(manifest('copy')))
    await seen('added', 'copy')
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
  ])('FR-035: a change of %s is reported', async (_, change) => {
    const world = buildWorld()
    const folder = world.skill('torch', {
      'skill.json': manifest('torch', { prompt: 'docs/prompt.md' }),
      'docs/prompt.md': 'Words.',
      'scripts/torch.mjs': '',
      'scripts/lib/deep/part.mjs': '',
    })
    world.skill('other', { 'skill.json': manifest('other') })
    const { changes, seen } = await watchSkills(world)
    change(folder)
    await seen('changed', 'torch')
    expect(changes.flatMap(({ changed }) => changed)).not.toContain('other')
  })

  test('FR-035: a removed skill is reported, and found again when its folder is back', async () => {
    const world = buildWorld()
    const files = { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' }
    const folder = world.skill('torch', files)
    const { registry, changes, seen } = await watchSkills(world)
    rmSync(folder, { recursive: true })
    await seen('removed', 'torch')
    expect(registry.list()).toEqual([])
    world.skill('torch', files)
    await seen('added', 'torch')
    changes.length = 0
    writeFileSync(join(folder, 'scripts/torch.mjs'), '// the new folder is watched too')
    await seen('changed', 'torch')
  })

  test('FR-035: an invalid manifest removes the skill with a warning, and a fixed one adds it again', async () => {
    const world = buildWorld()
    const folder = world.skill('torch', { 'skill.json': manifest('torch') })
    const { registry, seen } = await watchSkills(world)
    writeFileSync(join(folder, 'skill.json'), '{ oops')
    await seen('removed', 'torch')
    expect(registry.warnings).toMatchObject([{ code: 'invalid_json' }])
    writeFileSync(join(folder, 'skill.json'), JSON.stringify(manifest('torch')))
    await seen('added', 'torch')
    expect(registry.warnings).toEqual([])
  })

  test('FR-035: a root that is created, removed and created again is watched', async () => {
    const world = buildWorld()
    const late = join(world.folder, 'late')
    const { registry, changes, seen } = await watchSkills(world, [late])
    for (const name of ['first', 'second']) {
      world.skill(name, { 'skill.json': manifest(name) }, late)
      await seen('added', name)
      rmSync(late, { recursive: true })
      await seen('removed', name)
    }
    expect(registry.list()).toEqual([])
    expect(changes.length).toBeGreaterThanOrEqual(4)
  })

  test('FR-035: a root that is a link is watched when its target changes', async () => {
    const world = buildWorld()
    for (const name of ['one', 'two']) world.skill(name, { 'skill.json': manifest(name) }, join(world.folder, name))
    const link = join(world.folder, 'link')
    symlinkSync(join(world.folder, 'one'), link)
    const { registry, seen } = await watchSkills(world, [link])
    unlinkSync(link)
    symlinkSync(join(world.folder, 'two'), link)
    await seen('added', 'two')
    expect(registry.list().map(({ name }) => name)).toEqual(['two'])
  })

  test('FR-058: changes in a data folder are ignored', async () => {
    const world = buildWorld()
    const folder = world.skill('torch', { 'skill.json': manifest('torch'), 'data/old.txt': '' })
    world.skill('other', { 'skill.json': manifest('other') })
    const { changes, seen } = await watchSkills(world)
    for (let index = 0; index < 20; index += 1) writeFileSync(join(folder, `data/${index}.txt`), 'x')
    mkdirSync(join(folder, 'data/deep'))
    // Changes are reported in order, so one of the data folder would be in this report or an earlier one.
    world.skill('other', { 'prompt.md': 'A change.' })
    await seen('changed', 'other')
    expect(changes).toEqual([{ added: [], changed: ['other'], removed: [] }])
  })

  test('FR-035: a skill may be named "data", and a nested folder with this name is watched', async () => {
    const world = buildWorld()
    const { changes, seen } = await watchSkills(world)
    const folder = world.skill('data', { 'skill.json': manifest('data'), 'scripts/data/table.json': '' })
    await seen('added', 'data')
    changes.length = 0
    writeFileSync(join(folder, 'scripts/data/table.json'), '[]')
    await seen('changed', 'data')
    expect(changes[0]).toMatchObject({ added: [], removed: [] })
  })

  test('FR-035: after many changes at once the skills match the disk', async () => {
    const world = buildWorld()
    const { registry } = await watchSkills(world)
    for (let index = 0; index < 60; index += 1) world.skill(`s${index}`, { 'skill.json': manifest(`s${index}`) })
    for (let index = 0; index < 60; index += 2) rmSync(join(world.root, `s${index}`), { recursive: true })
    await vi.waitFor(() => expect(registry.list()).toHaveLength(30), waiting)
  })

  test('FR-035: circular links inside a watched skill are harmless', async () => {
    const world = buildWorld()
    const folder = world.skill('torch', { 'skill.json': manifest('torch') })
    symlinkSync('.', join(folder, 'here'))
    symlinkSync('../..', join(folder, 'up'))
    const { registry, seen } = await watchSkills(world)
    writeFileSync(join(folder, 'prompt.md'), 'x')
    await seen('changed', 'torch')
    expect(registry.get('torch')?.prompt).toBe('x')
  })

  test('FR-035: after close nothing is watched and no change is reported', async () => {
    const world = buildWorld()
    world.skill('torch', { 'skill.json': manifest('torch'), 'scripts/torch.mjs': '' })
    const before = watches()
    const { registry, changes } = await watchSkills(world)
    expect(watches()).toBe(before + (process.platform === 'linux' ? 3 : 0))
    writeFileSync(join(world.root, 'torch/prompt.md'), 'not reported')
    await registry.close()
    expect(watches()).toBe(before)
    const later = await watchSkills(world)
    writeFileSync(join(world.root, 'torch/prompt.md'), 'reported by the other registry only')
    await later.seen('changed', 'torch')
    expect(changes).toEqual([])
    expect(registry.get('torch')?.name).toBe('torch')
  })
})

test('FR-035: a skill that another registry disabled is disabled', async () => {
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
