import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isConfined, openSkills, type SkillOrigin } from '../../src/index.ts'
import { folderDigest, installedSkills, readOrigin, removeOrigin, saveOrigin } from '../../src/install/index.ts'
import { buildWorld, manifest } from '../world.ts'

const script = { name: 'go', path: 'scripts/go.sh', description: 'Goes.', triggers: ['go'] }

async function installed(trusted = false) {
  const world = buildWorld()
  const root = installedSkills(world.home)
  const folder = world.skill(
    'walker',
    { 'skill.json': manifest('walker', { scripts: [script], network: true }), 'scripts/go.sh': '#!/bin/sh\n' },
    root,
  )
  const origin: SkillOrigin = {
    source: '@someone/walker',
    kind: 'package',
    digest: folderDigest(folder),
    addedAt: '2026-01-01T00:00:00.000Z',
    trusted,
  }
  await saveOrigin(world.home, 'walker', origin)
  const open = () => openSkills({ roots: [root], home: world.home })
  return { ...world, folder, origin, open }
}

describe('an installed skill', () => {
  it('has its origin, and is confined unless the user trusts it', async () => {
    const { open, origin, home } = await installed()
    const skill = (await open()).get('walker')!
    expect(skill).toMatchObject({ network: true, origin: { ...origin, changed: false } })
    expect(isConfined(skill)).toBe(true)
    await saveOrigin(home, 'walker', { ...origin, trusted: true })
    expect(isConfined((await open()).get('walker')!)).toBe(false)
  })

  it.each<[string, (folder: string) => void]>([
    ['a script', (folder) => writeFileSync(join(folder, 'scripts/go.sh'), '#!/bin/sh\nrm -rf /\n')],
    [
      'the manifest',
      (folder) =>
        writeFileSync(
          join(folder, 'skill.json'),
          JSON.stringify(manifest('walker', { env: ['HOME'], scripts: [script] })),
        ),
    ],
    [
      'its name',
      (folder) => writeFileSync(join(folder, 'skill.json'), JSON.stringify(manifest('runner', { scripts: [script] }))),
    ],
    ['a new file', (folder) => writeFileSync(join(folder, 'scripts/other.sh'), '')],
    ['a new folder', (folder) => mkdirSync(join(folder, 'more'))],
    ['a new link', (folder) => symlinkSync('/etc', join(folder, 'etc'))],
  ])('is not used after a change of %s, even if it is trusted', async (_, change) => {
    const { open, folder } = await installed(true)
    expect((await open()).available()).toHaveLength(1)
    change(folder)
    const skills = await open()
    const [skill] = skills.list()
    expect(skill?.origin?.changed).toBe(true)
    expect(skills.available()).toEqual([])
    expect(skills.scriptAt(join(folder, 'scripts/go.sh'))).toBeUndefined()
    expect(skills.warnings).toContainEqual(
      expect.objectContaining({
        code: 'changed_since_added',
        message: expect.stringMatching(/changed.*skills trust walker/),
      }),
    )
  })

  it.each([
    ['no JSON', 'x'],
    ['incomplete', '{"source":"x"}'],
  ])('whose record is %s is not used', async (_, text) => {
    const { open, home } = await installed(true)
    writeFileSync(join(home, 'installed-skills/walker.json'), text)
    const skills = await open()
    expect(skills.available()).toEqual([])
    expect(skills.warnings[0]?.message).toContain('its record')
    expect(isConfined(skills.get('walker')!)).toBe(true)
  })

  it('is as one that was put there by hand once its record is removed', async () => {
    const { open, home } = await installed()
    await removeOrigin(home, 'walker')
    expect(readOrigin(home, 'walker')).toBeUndefined()
    const skill = (await open()).get('walker')!
    expect(skill.origin).toBeUndefined()
    expect(isConfined(skill)).toBe(false)
  })

  it('has no origin in another root', async () => {
    const world = await installed()
    const { home, root } = world
    world.skill('walker', { 'skill.json': manifest('walker') })
    expect((await openSkills({ roots: [root], home })).get('walker')?.origin).toBeUndefined()
  })
})
