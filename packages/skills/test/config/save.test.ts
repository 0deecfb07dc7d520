import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openSkills } from '../../src/index.ts'
import { buildWorld, manifest, type World } from '../world.ts'

const run = promisify(execFile)
const numbers = Array.from({ length: 40 }, (_, index) => `n${index}`)
const properties = Object.fromEntries(numbers.map((name) => [name, { type: 'integer' }]))

function counter(world: World): string {
  const schema = { type: 'object', properties }
  return world.skill('counter', { 'skill.json': manifest('counter'), 'config-schema.json': schema })
}

const settingsFolder = ({ home }: World) => join(home, 'skill-data/counter')

async function open(world: World) {
  const registry = await openSkills({ roots: [world.root], home: world.home })
  onTestFinished(() => registry.close())
  return registry
}

test('FR-041: concurrent saves of several processes are all kept, and a reader never sees a partial file', async () => {
  const world = buildWorld()
  counter(world)
  const folder = settingsFolder(world)
  const registries = await Promise.all([open(world), open(world)])
  const source = new URL('../../src/index.ts', import.meta.url).href
  const program = (names: string[]) => `const { openSkills } = await import(${JSON.stringify(source)})
    const registry = await openSkills({ roots: [${JSON.stringify(world.root)}], home: ${JSON.stringify(world.home)} })
    await Promise.all(${JSON.stringify(names)}.map((name) => registry.setConfig('counter', { [name]: 1 })))`
  const others = [numbers.slice(0, 10), numbers.slice(10, 20)].map((names) =>
    run(process.execPath, ['--input-type=module', '-e', program(names)]),
  )
  let isDone = false
  const reading = (async () => {
    while (!isDone) {
      const path = join(folder, 'config.json')
      if (existsSync(path)) JSON.parse(readFileSync(path, 'utf8'))
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  await Promise.all(numbers.slice(20).map((name, index) => registries[index % 2]!.setConfig('counter', { [name]: 1 })))
  await Promise.all(others)
  isDone = true
  await reading
  expect(registries[0]!.savedConfig('counter')).toEqual(Object.fromEntries(numbers.map((name) => [name, 1])))
  expect(readdirSync(folder)).toEqual(['config.json'])
})

test('FR-041: the lock of a dead process is removed', async () => {
  const world = buildWorld()
  counter(world)
  const folder = settingsFolder(world)
  mkdirSync(folder, { recursive: true })
  const registry = await open(world)
  writeFileSync(join(folder, '.config.json.lock'), '')
  utimesSync(join(folder, '.config.json.lock'), 1, 1)
  expect(await registry.setConfig('counter', { n1: 1 })).toMatchObject({ saved: true })
})

test('FR-041: a config.json that links out of the folder is neither read nor written', async () => {
  const world = buildWorld()
  const folder = counter(world)
  writeFileSync(join(world.folder, 'private.json'), '{"n1": 7}')
  symlinkSync(join(world.folder, 'private.json'), join(folder, 'config.json'))
  const registry = await open(world)
  expect(registry.resolveConfig('counter')).toMatchObject({ values: {}, issues: [{ field: '' }] })
  expect(await registry.setConfig('counter', { n2: 2 })).toMatchObject({ saved: false })
  expect(readFileSync(join(world.folder, 'private.json'), 'utf8')).toBe('{"n1": 7}')
})

test('FR-041: a folder named config.json is a warning', async () => {
  const world = buildWorld()
  mkdirSync(join(counter(world), 'config.json'))
  const registry = await open(world)
  expect(registry.warnings).toMatchObject([{ code: 'invalid_config' }])
  expect(await registry.setConfig('counter', { n1: 1 })).toMatchObject({ saved: false })
})

// Root may read and write everything, so the program runs in a process of another user.
async function runUnprivileged(world: World, program: string): Promise<unknown> {
  const source = new URL('../../dist/index.js', import.meta.url).href
  const options = JSON.stringify({ roots: [world.root], home: world.home })
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', world.folder])
  const text = `const skills = await import(${JSON.stringify(source)})
    ${isRoot ? 'process.setgroups([]); process.setgid(65534); process.setuid(65534)' : ''}
    const registry = await skills.openSkills(${options})
    console.log(JSON.stringify(await (async () => { ${program} })()))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', text], { cwd: '/' })
  return JSON.parse(stdout)
}

test('FR-041: with a read-only folder, settings and data are stored in the home and found there again', async () => {
  const world = buildWorld()
  const folder = counter(world)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const saved = await runUnprivileged(
    world,
    "return [await registry.setConfig('counter', { n1: 1 }), registry.dataDir('counter')]",
  )
  expect(saved).toEqual([{ saved: true, issues: [] }, join(world.home, 'skill-data/counter/data')])
  expect(readdirSync(folder).sort()).toEqual(['config-schema.json', 'skill.json'])
  const again = "return [registry.resolveConfig('counter').values, registry.dataDir('counter')]"
  expect(await runUnprivileged(world, again)).toEqual([{ n1: 1 }, join(world.home, 'skill-data/counter/data')])
  chmodSync(folder, 0o755)
  const writable = `await registry.setConfig('counter', { n2: 2 }); ${again}`
  expect(await runUnprivileged(world, writable)).toEqual([
    { n1: 1, n2: 2 },
    join(world.home, 'skill-data/counter/data'),
  ])
})

test('FR-034: unreadable folders and files are warnings, and the other skills load', async () => {
  const world = buildWorld()
  const closed = world.skill('closed', { 'skill.json': manifest('closed') })
  const file = join(world.skill('secretive', { 'skill.json': manifest('secretive') }), 'skill.json')
  const scripts = join(world.skill('scripts', { 'skill.json': manifest('scripts'), 'scripts/a': '' }), 'scripts')
  world.skill('good', { 'skill.json': manifest('good') })
  for (const path of [closed, file, scripts]) chmodSync(path, 0o000)
  onTestFinished(() => [closed, scripts].forEach((path) => chmodSync(path, 0o755)))
  const program =
    'return [registry.list().map(({ name }) => name), registry.warnings.map(({ path, code }) => [path, code])]'
  expect(await runUnprivileged(world, program)).toEqual([
    ['good', 'scripts'],
    [
      [closed, 'unreadable'],
      [scripts, 'unreadable'],
      [file, 'unreadable'],
    ],
  ])
})

test('FR-064: a home that is not writable is an error on saving, but not on reading', async () => {
  const world = buildWorld()
  counter(world)
  writeFileSync(world.home, 'a file in the way')
  const registry = await open(world)
  expect(registry.available()).toHaveLength(1)
  await expect(registry.setEnabled('counter', false)).rejects.toMatchObject({ code: 'save_failed' })
  expect(registry.isEnabled('counter')).toBe(true)
})
