import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { matches, SkillManifest } from '@narratoria/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkTool } from '../src/conformance/index.ts'
import { ScaffoldError, scaffoldSkill, scaffoldTool, toolLanguages } from '../src/scaffold/index.ts'
import { runTool } from '../src/testing/index.ts'

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
