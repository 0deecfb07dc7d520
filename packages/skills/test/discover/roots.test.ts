import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoverSkills } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

describe('roots', () => {
  test('FR-034: of two skills with the same name the one in the earlier root is used, with a warning about both', async () => {
    const world = buildWorld()
    const second = join(world.folder, 'second')
    const first = world.skill('same', { 'skill.json': manifest('same', { version: '1.0.0' }) })
    const other = world.skill('same', { 'skill.json': manifest('same', { version: '2.0.0' }) }, second)
    const { skills, warnings } = await discoverSkills({ roots: [world.root, second] })
    expect(skills).toMatchObject([{ version: '1.0.0', path: first }])
    expect(warnings).toMatchObject([{ code: 'duplicate_name', path: other, message: expect.stringContaining(first) }])
  })

  test('FR-030: a root that is given twice or by a link is read once, and a missing one is empty', async () => {
    const world = buildWorld()
    world.skill('one', { 'skill.json': manifest('one') })
    symlinkSync(world.root, join(world.folder, 'link'))
    const roots = [world.root, join(world.folder, 'link'), `${world.root}/../skills`, join(world.folder, 'missing')]
    expect(await discoverSkills({ roots })).toMatchObject({ skills: [{ name: 'one' }], warnings: [] })
  })

  test('FR-030: a skill folder may be a link to elsewhere', async () => {
    const world = buildWorld()
    const folder = world.skill('linked', { 'skill.json': manifest('linked') }, join(world.folder, 'elsewhere'))
    symlinkSync(folder, join(world.root, 'linked'))
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills).toMatchObject([{ name: 'linked', path: folder }])
    expect(warnings).toEqual([])
  })

  test('FR-034: a root that is itself a skill is a warning', async () => {
    const world = buildWorld()
    const folder = world.skill('lone', { 'skill.json': manifest('lone') })
    const { warnings } = await discoverSkills({ roots: [folder] })
    expect(warnings).toMatchObject([{ path: folder, message: expect.stringContaining('its parent folder') }])
  })

  test('FR-034: files, hidden folders and node_modules in a root are not skills', async () => {
    const world = buildWorld()
    for (const folder of ['.git', 'node_modules']) mkdirSync(join(world.root, folder))
    writeFileSync(join(world.root, 'README.md'), 'hello')
    expect(await discoverSkills({ roots: [world.root] })).toEqual({ skills: [], warnings: [] })
  })

  test('FR-034: a byte order mark in a manifest is ignored', async () => {
    const world = buildWorld()
    world.skill('json', { 'skill.json': `\ufeff${JSON.stringify(manifest('json'))}` })
    world.skill('document', { 'SKILL.md': '\ufeff---\nname: document\ndescription: d\n---\n' })
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills.map(({ name }) => name)).toEqual(['document', 'json'])
    expect(warnings).toEqual([])
  })

  test('FR-034: a folder that is removed during discovery is a warning', async () => {
    const world = buildWorld()
    for (let index = 0; index < 200; index += 1) world.skill(`s${index}`, { 'skill.json': manifest(`s${index}`) })
    const discovery = discoverSkills({ roots: [world.root] })
    rmSync(join(world.root, 's199'), { recursive: true })
    const { skills, warnings } = await discovery
    expect(skills).toHaveLength(199)
    expect(warnings).toMatchObject([{ code: 'unreadable', path: join(world.root, 's199') }])
  })
})
