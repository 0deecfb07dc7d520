import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { matches } from '@narratoria/protocol'
import { SkillManifest } from '@narratoria/protocol/skill'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkTool } from '../../src/conformance/index.ts'
import { ScaffoldError, scaffoldSkill, scaffoldTool, toolLanguages } from '../../src/scaffold/index.ts'
import { runTool } from '../../src/testing/index.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scaffold-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const hasPython = (() => {
  try {
    return execFileSync('python3', ['--version']).length > 0
  } catch {
    return false
  }
})()
const languages = toolLanguages.filter((lang) => lang !== 'python' || hasPython)

describe.each(languages)('a new tool in %s', (lang) => {
  it('passes the check without a warning, works, and is discovered', async () => {
    const { tool, folder, files } = scaffoldTool({ name: 'greet-all', lang, dir: temporaryFolder() })
    expect(files.every((file) => existsSync(file))).toBe(true)
    expect(await checkTool(tool, { input: { who: 'Ada' } })).toMatchObject({ ok: true, problems: [], warnings: [] })
    const run = await runTool(tool, { who: 'Ada "the first" 👍 \\ é' })
    expect(run).toMatchObject({ ok: true, output: { greeted: 'Ada "the first" 👍 \\ é' } })
    const state = { guard: { who: 'Bob' }, list: [{ who: 'Eve' }], 'input.who': 'Mal' }
    expect(await runTool(tool, { note: '"who":"Eve"', nested: { who: 'Eve' }, who: 'Ada' }, { state })).toMatchObject({
      ok: true,
      output: { greeted: 'Ada' },
    })
    expect(await runTool(tool, {}, { state })).toMatchObject({ ok: true, output: { greeted: 'stranger' } })
    const manifest = JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8')) as SkillManifest
    expect(matches(SkillManifest, manifest)).toBe(true)
    expect(join(folder, manifest.scripts![0]!.path)).toBe(tool)
    expect(statSync(tool).mode & 0o111).toBe(0o111)
  })
})

describe('a skeleton', () => {
  it('of a skill has a prompt and settings beside its tool', async () => {
    const { folder, tool } = scaffoldSkill({ name: 'my-skill', dir: temporaryFolder() })
    for (const file of ['skill.json', 'SKILL.md', 'config-schema.json', 'README.md']) {
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(/\S/)
    }
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toMatch(/^---\nname: my-skill\n/)
    expect((await checkTool(tool)).ok).toBe(true)
  })

  it('of a tool joins the skill whose folder it is written in', async () => {
    const { folder } = scaffoldSkill({ name: 'my-skill', dir: temporaryFolder() })
    const { tool } = scaffoldTool({ name: 'second', lang: 'sh', dir: folder })
    const { scripts } = JSON.parse(readFileSync(join(folder, 'skill.json'), 'utf8')) as SkillManifest
    expect(scripts?.map((script) => script.path)).toEqual(['scripts/my-skill.mjs', 'scripts/second.sh'])
    expect((await checkTool(tool)).ok).toBe(true)
  })

  it('of a tool lists the scripts that hosts found before the manifest listed any', () => {
    const dir = temporaryFolder()
    const skill = { name: 'my-skill', version: '1.0.0', description: 'A skill of a test.', author: 'Ada' }
    writeFileSync(join(dir, 'skill.json'), JSON.stringify(skill))
    mkdirSync(join(dir, 'scripts', 'folder'), { recursive: true })
    for (const file of ['act.sh', 'act.py', '.hidden'])
      writeFileSync(join(dir, 'scripts', file), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(dir, 'scripts', 'data.txt'), '', { mode: 0o644 })
    symlinkSync('/bin/sh', join(dir, 'scripts', 'outside'))
    scaffoldTool({ name: 'second', lang: 'sh', dir })
    const manifest = JSON.parse(readFileSync(join(dir, 'skill.json'), 'utf8')) as SkillManifest
    expect(manifest).toMatchObject(skill)
    expect(manifest.scripts!.map(({ name, path }) => [name, path])).toEqual([
      ['act', 'scripts/act.py'],
      ['act.sh', 'scripts/act.sh'],
      ['second', 'scripts/second.sh'],
    ])
    expect(code(() => scaffoldTool({ name: 'act', lang: 'ts', dir }))).toBe('already_exists')
    expect(existsSync(join(dir, 'scripts', 'act.ts'))).toBe(false)
  })

  it.each(['[]', '"text"', 'null', '{"scripts":"x"}', '{"scripts":{}}', '{"scripts":null}'])(
    'of a tool changes no manifest that is broken: %s',
    (text) => {
      const dir = temporaryFolder()
      writeFileSync(join(dir, 'skill.json'), text)
      expect(code(() => scaffoldTool({ name: 'second', dir }))).toBe('broken_manifest')
      expect(readdirSync(dir)).toEqual(['skill.json'])
      expect(readFileSync(join(dir, 'skill.json'), 'utf8')).toBe(text)
    },
  )

  it('of a tool leaves the copy of the SDK that lies there', () => {
    const { folder } = scaffoldSkill({ name: 'my-skill', dir: temporaryFolder() })
    writeFileSync(join(folder, 'lib', 'tool-sdk.mjs'), '// changed')
    const { files } = scaffoldTool({ name: 'second', lang: 'ts', dir: folder })
    expect(readFileSync(join(folder, 'lib', 'tool-sdk.mjs'), 'utf8')).toBe('// changed')
    expect(files).toEqual([join(folder, 'scripts', 'second.ts'), join(folder, 'skill.json')])
  })

  const code = (write: () => unknown): string | undefined => {
    try {
      write()
      return undefined
    } catch (error) {
      return ScaffoldError.isInstance(error) ? error.code : String(error)
    }
  }

  it.each(['', 'Upper', 'two words', '../up', 'a_b', '-a', 'a--b', 'x'.repeat(65)])(
    'is refused under the name %j',
    (name) => {
      const dir = temporaryFolder()
      expect(code(() => scaffoldSkill({ name, dir }))).toBe('invalid_name')
      expect(code(() => scaffoldTool({ name, dir }))).toBe('invalid_name')
    },
  )

  it('overwrites nothing', () => {
    const dir = temporaryFolder()
    const { folder } = scaffoldSkill({ name: 'my-skill', dir })
    expect(code(() => scaffoldSkill({ name: 'my-skill', dir }))).toBe('already_exists')
    expect(code(() => scaffoldTool({ name: 'my-skill', lang: 'js', dir: folder }))).toBe('already_exists')
    writeFileSync(join(folder, 'skill.json'), '{ broken')
    expect(code(() => scaffoldTool({ name: 'other', dir: folder }))).toBe('broken_manifest')
    expect(readFileSync(join(folder, 'skill.json'), 'utf8')).toBe('{ broken')
  })
})
