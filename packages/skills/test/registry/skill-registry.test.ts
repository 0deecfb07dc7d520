import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSkills, SkillError, type SkillRegistry, type SkillRegistryOptions } from '../../src/index.ts'
import { buildWorld, manifest, type World } from '../world.ts'

async function open(world: World, options: Partial<SkillRegistryOptions> = {}): Promise<SkillRegistry> {
  const registry = await openSkills({ roots: [world.root], home: world.home, environment: {}, ...options })
  onTestFinished(() => registry.close())
  return registry
}

const schema = {
  type: 'object',
  properties: {
    provider: { type: 'string', enum: ['host', 'openai'], default: 'host' },
    apiKey: { type: 'string', 'x-sensitive': true },
    detail: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
    creative: { type: 'boolean', default: true },
    tags: { type: 'array', items: { type: 'string' }, default: [], maxItems: 2 },
    model: { type: 'string', 'x-env-var': 'STORY_MODEL', default: 'small' },
  },
}

function storyteller(world: World, files: Record<string, unknown> = {}): string {
  return world.skill('storyteller', { 'skill.json': manifest('storyteller'), 'config-schema.json': schema, ...files })
}

describe('enabled and available', () => {
  test('FR-063: a disabled skill is listed but not available to planners, even after a restart', async () => {
    const world = buildWorld()
    world.skill('a', {
      'skill.json': manifest('a', { scripts: [{ name: 'go', path: 'scripts/go' }] }),
      'scripts/go': '',
    })
    world.skill('b', { 'skill.json': manifest('b') })
    const registry = await open(world)
    const path = registry.get('a')!.scripts[0]!.path
    expect(registry.scriptAt(path)).toMatchObject({ skill: { name: 'a' }, script: { name: 'go' } })
    await registry.setEnabled('a', false)
    const reopened = await open(world)
    for (const now of [registry, reopened]) {
      expect(now.isEnabled('a')).toBe(false)
      expect(now.list().map(({ name, enabled }) => [name, enabled])).toEqual([
        ['a', false],
        ['b', true],
      ])
      expect(now.available().map(({ name }) => name)).toEqual(['b'])
      expect(now.scriptAt(path)).toBeUndefined()
    }
    await reopened.setEnabled('a', true)
    expect(registry.available().map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('FR-030: available skills are sorted by priority, then by name', async () => {
    const world = buildWorld()
    const priorities = { b: 50, c: 90, a: 50, d: 0 }
    for (const [name, priority] of Object.entries(priorities))
      world.skill(name, { 'skill.json': manifest(name, { priority }) })
    const registry = await open(world)
    expect(registry.available().map(({ name }) => name)).toEqual(['c', 'a', 'b', 'd'])
    expect(registry.list().map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('FR-033: a script is found by any path to its file, but only if it may be run', async () => {
    const world = buildWorld()
    const folder = world.skill('a', { 'skill.json': manifest('a'), 'scripts/go.mjs': '' })
    const prompt = world.skill('p', { 'SKILL.md': '---\nname: p\ndescription: d\n---\n', 'scripts/go.mjs': '' })
    symlinkSync(folder, join(world.folder, 'link'))
    const registry = await open(world)
    expect(registry.scriptAt(join(world.folder, 'link/scripts/go.mjs'))?.skill.name).toBe('a')
    expect(registry.scriptAt(join(prompt, 'scripts/go.mjs'))).toBeUndefined()
    expect(registry.scriptAt('/bin/sh')).toBeUndefined()
  })

  test('FR-063: an unknown skill is an error, except for health', async () => {
    const registry = await open(buildWorld())
    await expect(registry.setEnabled('no', true)).rejects.toMatchObject({ code: 'unknown_skill' })
    await expect(registry.setConfig('no', {})).rejects.toSatisfy((error) => SkillError.isInstance(error))
    expect(() => registry.dataDir('no')).toThrow('"no"')
    expect(registry.get('no')).toBeUndefined()
    registry.reportResult('no', { state: 'failed' })
  })
})

const settingsFile = ({ home }: World, name: string) => join(home, 'skill-data', name, 'config.json')
const dataFolder = ({ home }: World, name: string) => join(home, 'skill-data', name, 'data')

describe('settings', () => {
  test('SC-011: saved settings overlay the defaults, also after a restart', async () => {
    const world = buildWorld()
    storyteller(world)
    const registry = await open(world)
    expect(registry.resolveConfig('storyteller')).toEqual({
      values: { provider: 'host', detail: 3, creative: true, tags: [], model: 'small' },
      issues: [],
    })
    expect(await registry.setConfig('storyteller', { detail: 5, tags: ['dark'] })).toEqual({ saved: true, issues: [] })
    expect(await registry.setConfig('storyteller', { creative: false })).toMatchObject({ saved: true })
    const reopened = await open(world)
    for (const now of [registry, reopened])
      expect(now.resolveConfig('storyteller').values).toMatchObject({ detail: 5, tags: ['dark'], creative: false })
    expect(JSON.parse(readFileSync(settingsFile(world, 'storyteller'), 'utf8'))).toEqual({
      detail: 5,
      tags: ['dark'],
      creative: false,
    })
    await reopened.setConfig('storyteller', { detail: null })
    expect(registry.resolveConfig('storyteller').values).toMatchObject({ detail: 3, creative: false })
  })

  test('FR-041: the file is replaced atomically and readable only by its owner', async () => {
    const world = buildWorld()
    const folder = storyteller(world, { 'config.json': { detail: 2 } })
    const registry = await open(world)
    const file = settingsFile(world, 'storyteller')
    await registry.setConfig('storyteller', { creative: true })
    const before = statSync(file).ino
    await registry.setConfig('storyteller', { apiKey: 'sk-secret', creative: null })
    const status = statSync(file)
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('{"detail":2}')
    expect(status.mode & 0o777).toBe(0o600)
    expect(status.ino).not.toBe(before)
    expect(registry.savedConfig('storyteller')).toEqual({ detail: 2, apiKey: 'sk-secret' })
  })

  test.each([
    ['an invalid choice', { provider: 'claude' }, 'provider', 'one of host, openai'],
    ['a string for a number', { detail: 'many' }, 'detail', 'an integer, not a string'],
    ['a fraction', { detail: 2.5 }, 'detail', 'without a fraction'],
    ['a number that is too small', { detail: 0 }, 'detail', '1 or more'],
    ['a number that is too large', { detail: 9 }, 'detail', '5 or less'],
    ['a string for a toggle', { creative: 'yes' }, 'creative', 'true or false'],
    ['a string for a list', { tags: 'dark' }, 'tags', 'list of strings'],
    ['a list that is too long', { tags: ['a', 'b', 'c'] }, 'tags', 'at most 2'],
    ['an unknown setting', { colour: 'red' }, 'colour', 'provider, apiKey, detail'],
  ])('FR-043: %s saves nothing, and the issue has the field and the reason', async (_, changes, field, text) => {
    const world = buildWorld()
    storyteller(world)
    const registry = await open(world)
    const outcome = await registry.setConfig('storyteller', { model: 'large', ...changes })
    expect(outcome).toMatchObject({ saved: false, issues: [{ field, message: expect.stringContaining(text) }] })
    expect(existsSync(settingsFile(world, 'storyteller'))).toBe(false)
  })

  test('FR-043: a required setting without default must have a value', async () => {
    const world = buildWorld()
    const required = {
      type: 'object',
      properties: { url: { type: 'string' }, n: { type: 'number' } },
      required: ['url'],
    }
    world.skill('strict', { 'skill.json': manifest('strict'), 'config-schema.json': required })
    const registry = await open(world)
    const issue = { field: 'url', message: 'is required; give it a value' }
    expect(registry.resolveConfig('strict')).toEqual({ values: {}, issues: [issue] })
    expect(await registry.setConfig('strict', { n: 1 })).toEqual({ saved: false, issues: [issue] })
    expect(await registry.setConfig('strict', { n: 1, url: 'x' })).toMatchObject({ saved: true })
  })

  test('FR-043: several invalid settings can be fixed one by one', async () => {
    const world = buildWorld()
    const text = { type: 'string' }
    const strict = {
      type: 'object',
      properties: { url: text, key: text, n: { type: 'number' } },
      required: ['url', 'key'],
    }
    const folder = world.skill('strict', { 'skill.json': manifest('strict'), 'config-schema.json': strict })
    writeFileSync(join(folder, 'config.json'), '{"n":"many","old":1}')
    const registry = await open(world)
    expect(await registry.setConfig('strict', { url: 'x' })).toEqual({ saved: true, issues: [] })
    expect(await registry.setConfig('strict', { key: 'y', n: 'more' })).toMatchObject({ saved: false })
    expect(await registry.setConfig('strict', { url: null, old: null })).toMatchObject({ saved: false })
    expect(await registry.setConfig('strict', { old: null })).toMatchObject({ saved: true })
    expect(await registry.setConfig('strict', { n: 1 })).toMatchObject({ saved: true })
    expect(await registry.setConfig('strict', { key: 'y' })).toMatchObject({ saved: true })
    expect(registry.savedConfig('strict')).toEqual({ n: 1, url: 'x', key: 'y' })
  })

  test('FR-042: ${VAR} is resolved when used, converted to the type of its setting and never saved resolved', async () => {
    const world = buildWorld()
    storyteller(world)
    const environment: Record<string, string> = { KEY: 'k-1', LEVEL: '4', LIST: 'a, b', FLAG: 'false' }
    const registry = await open(world, { environment })
    const changes = {
      apiKey: 'Bearer ${KEY}',
      detail: '${LEVEL}',
      tags: '${LIST}',
      creative: '${FLAG}',
      model: '$${KEY}',
    }
    expect(await registry.setConfig('storyteller', changes)).toMatchObject({ saved: true })
    expect(registry.resolveConfig('storyteller')).toEqual({
      values: { provider: 'host', apiKey: 'Bearer k-1', detail: 4, tags: ['a', 'b'], creative: false, model: '${KEY}' },
      issues: [],
    })
    environment.KEY = 'k-2'
    expect(registry.resolveConfig('storyteller').values.apiKey).toBe('Bearer k-2')
    await registry.setConfig('storyteller', { provider: 'openai' })
    expect(readFileSync(settingsFile(world, 'storyteller'), 'utf8')).toContain('Bearer ${KEY}')
  })

  test('FR-042: a missing variable is an issue and a warning, and the other settings work', async () => {
    const world = buildWorld()
    storyteller(world, { 'config.json': { apiKey: '${NO_SUCH_KEY}', detail: '${LEVEL}' } })
    const registry = await open(world, { environment: { LEVEL: '99' } })
    const { values, issues } = registry.resolveConfig('storyteller')
    expect(values).toMatchObject({ provider: 'host', model: 'small' })
    expect(values).not.toHaveProperty('apiKey')
    expect(issues).toEqual([
      { field: 'apiKey', message: expect.stringMatching(/^cannot be used: .*NO_SUCH_KEY is not set/) },
      { field: 'detail', message: 'must be 5 or less' },
    ])
    expect(registry.warnings).toMatchObject([{ code: 'invalid_config' }, { code: 'invalid_config' }])
  })

  test('FR-042: the variable of a setting overrides its default, but not a saved value', async () => {
    const world = buildWorld()
    storyteller(world)
    const registry = await open(world, { environment: { STORY_MODEL: 'from-env' } })
    expect(registry.resolveConfig('storyteller').values.model).toBe('from-env')
    await registry.setConfig('storyteller', { model: 'chosen' })
    expect(registry.resolveConfig('storyteller').values.model).toBe('chosen')
  })

  test.each([
    ['broken', '{ "apiKey": "sk-12345678" oops'],
    ['an array', '[]'],
    ['not UTF-8', Buffer.from([0x7b, 0xff])],
  ])(
    'FR-064: with a config.json that is %s the defaults are used, with a warning, and it is not overwritten',
    async (_, content) => {
      const world = buildWorld()
      const folder = storyteller(world, { 'config.json': content })
      const registry = await open(world)
      expect(registry.warnings).toMatchObject([{ code: 'invalid_config', path: join(folder, 'config.json') }])
      expect(JSON.stringify(registry.warnings)).not.toContain('sk-12345678')
      const { values, issues } = registry.resolveConfig('storyteller')
      expect(values).toMatchObject({ provider: 'host' })
      expect(issues).toMatchObject([{ field: '' }])
      expect(await registry.setConfig('storyteller', { detail: 1 })).toMatchObject({ saved: false })
      expect(readFileSync(join(folder, 'config.json'))).toEqual(Buffer.from(content))
    },
  )

  test('FR-064: a setting that is not in the schema is a warning and not passed to scripts', async () => {
    const world = buildWorld()
    storyteller(world, { 'config.json': { colour: 'red', detail: 2 } })
    const registry = await open(world)
    expect(registry.warnings).toMatchObject([{ code: 'invalid_config', message: expect.stringContaining('"colour"') }])
    expect(registry.resolveConfig('storyteller').values).not.toHaveProperty('colour')
  })

  test('FR-043: saving settings of a skill without a schema is refused', async () => {
    const world = buildWorld()
    world.skill('plain', { 'skill.json': manifest('plain'), 'config.json': { a: 1 } })
    const registry = await open(world)
    expect(registry.resolveConfig('plain')).toEqual({ values: {}, issues: [] })
    await expect(registry.setConfig('plain', { a: 1 })).rejects.toMatchObject({ code: 'no_settings' })
  })

  test('FR-041: a config.json that was edited by hand is used immediately', async () => {
    const world = buildWorld()
    const folder = storyteller(world, { 'config.json': { detail: 2 } })
    const registry = await open(world)
    writeFileSync(join(folder, 'config.json'), '{"detail": 4}')
    expect(registry.resolveConfig('storyteller').values.detail).toBe(4)
  })
})

describe('snapshots and reloads', () => {
  test('FR-035: a snapshot keeps its skills, scripts and settings when they change', async () => {
    const world = buildWorld()
    const folder = storyteller(world, { 'config.json': { detail: 2 }, 'scripts/go.mjs': '' })
    const registry = await open(world)
    const snapshot = registry.snapshot()
    await registry.setConfig('storyteller', { detail: 5 })
    await registry.setEnabled('storyteller', false)
    rmSync(folder, { recursive: true })
    await registry.reload()
    expect(registry.list()).toEqual([])
    expect(snapshot.available()).toMatchObject([{ name: 'storyteller', enabled: true }])
    expect(snapshot.scriptAt(join(folder, 'scripts/go.mjs'))?.script.name).toBe('go')
    expect(snapshot.resolveConfig('storyteller').values.detail).toBe(2)
  })

  test('FR-035: a reload reports added, changed and removed skills', async () => {
    const world = buildWorld()
    for (const name of ['stays', 'changes', 'goes']) world.skill(name, { 'skill.json': manifest(name) })
    const registry = await open(world)
    const changes: unknown[] = []
    registry.on('changed', (change) => changes.push(change))
    world.skill('comes', { 'skill.json': manifest('comes') })
    world.skill('changes', { 'prompt.md': 'New.' })
    rmSync(join(world.root, 'goes'), { recursive: true })
    await registry.reload()
    await registry.reload()
    expect(changes).toEqual([{ added: ['comes'], changed: ['changes'], removed: ['goes'] }])
    expect(registry.get('changes')?.prompt).toBe('New.')
  })

  test('FR-035: a listener that throws does not prevent later reloads', async () => {
    const world = buildWorld()
    const registry = await open(world)
    registry.once('changed', () => {
      throw new Error('the host is broken')
    })
    world.skill('one', { 'skill.json': manifest('one') })
    await expect(registry.reload()).rejects.toThrow('the host is broken')
    world.skill('two', { 'skill.json': manifest('two') })
    await registry.reload()
    expect(registry.list()).toHaveLength(2)
  })
})

describe('data folders', () => {
  test('FR-058, FR-062: a data folder is created in the home when it is first used, and the folder of the skill is not changed', async () => {
    const world = buildWorld()
    const folder = world.skill('keeper', { 'skill.json': manifest('keeper') })
    const registry = await open(world)
    expect(existsSync(dataFolder(world, 'keeper'))).toBe(false)
    expect(registry.dataDir('keeper')).toBe(dataFolder(world, 'keeper'))
    expect(existsSync(dataFolder(world, 'keeper'))).toBe(true)
    expect(readdirSync(folder)).toEqual(['skill.json'])
  })

  test('FR-059: the data of a skill is kept after a restart, and for a turn that started before the skill was removed', async () => {
    const world = buildWorld()
    const folder = world.skill('keeper', { 'skill.json': manifest('keeper') })
    const snapshot = (await open(world)).snapshot()
    writeFileSync(join(snapshot.dataDir('keeper'), 'kept.txt'), 'x')
    const reopened = await open(world)
    expect(readFileSync(join(reopened.dataDir('keeper'), 'kept.txt'), 'utf8')).toBe('x')
    rmSync(folder, { recursive: true })
    await reopened.reload()
    expect(snapshot.dataDir('keeper')).toBe(dataFolder(world, 'keeper'))
    expect(existsSync(folder)).toBe(false)
    expect(() => reopened.dataDir('keeper')).toThrow('keeper')
  })

  test('FR-059: data that lies in the folder of a skill is the start of the data in the home', async () => {
    const world = buildWorld()
    world.skill('keeper', { 'skill.json': manifest('keeper'), 'data/kept.txt': 'x' })
    const registry = await open(world)
    writeFileSync(join(registry.dataDir('keeper'), 'kept.txt'), 'y')
    expect(readFileSync(join(world.root, 'keeper/data/kept.txt'), 'utf8')).toBe('x')
    expect(readFileSync(join((await open(world)).dataDir('keeper'), 'kept.txt'), 'utf8')).toBe('y')
  })

  test('FR-060: hosts with different homes share no settings, secrets or data', async () => {
    const world = buildWorld()
    storyteller(world)
    const ada = await open(world)
    const bob = await open({ ...world, home: join(world.folder, 'bob') })
    await ada.setConfig('storyteller', { apiKey: 'sk-of-ada', detail: 5 })
    writeFileSync(join(ada.dataDir('storyteller'), 'kept.txt'), 'x')
    expect(bob.resolveConfig('storyteller').values).not.toHaveProperty('apiKey')
    expect(bob.resolveConfig('storyteller').values.detail).toBe(3)
    expect(bob.secrets()).toEqual([])
    expect(readdirSync(bob.dataDir('storyteller'))).toEqual([])
  })

  test('FR-060: each skill has a data folder of its own, whatever is in the folder of the skill', async () => {
    const world = buildWorld()
    for (const name of ['one', 'two']) world.skill(name, { 'skill.json': manifest(name), data: 'a file in the way' })
    const registry = await open(world)
    const dirs = ['one', 'two'].map((name) => registry.dataDir(name))
    expect(new Set(dirs).size).toBe(2)
    for (const dir of dirs) {
      expect(dir.startsWith(world.home)).toBe(true)
      expect(statSync(dir).isDirectory()).toBe(true)
    }
  })
})
