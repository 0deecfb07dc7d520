import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'

const schema = {
  type: 'object',
  properties: {
    provider: { type: 'string', enum: ['host', 'openai'], default: 'host', 'x-category': 'Model' },
    apiKey: { type: 'string', title: 'API key', 'x-sensitive': true, 'x-category': 'Model' },
    detail: { type: 'integer', minimum: 1, maximum: 5, default: 3, description: 'The level of detail.' },
    creative: { type: 'boolean', default: true },
    themes: { type: 'array', items: { type: 'string' }, default: [] },
  },
}

interface Place {
  home: string
  folder: string
  run: (args: string[], input?: string) => ReturnType<typeof narratoria>
  saved: () => Record<string, unknown>
}

describe('narratoria skills list', () => {
  it('FR-031: reads a SKILL.md with a quoted description, folded text, lists and metadata', async () => {
    const root = temporaryFolder()
    const write = (name: string, matter: string) => {
      mkdirSync(join(root, name))
      writeFileSync(join(root, name, 'SKILL.md'), `---\n${matter}\n---\n\nTell it well.\n`)
    }
    write('quoted', 'name: quoted\ndescription: "Shows: \'all\' # of it."')
    write(
      'folded',
      'name: folded\ndescription: >-\n  Shows it\n  in one line.\nmetadata:\n  version: "1.10"\n  tags: [old, dark]',
    )
    write('looped', 'name: looped\ndescription: &it [*it, *none]')
    const list = await narratoria(['skills', 'list', '--skills', root, '--no-shipped-skills'])
    expect(list.code).toBe(0)
    expect(list.stdout).toContain("Shows: 'all' # of it.")
    expect(list.stdout).toContain('Shows it in one line.')
    expect(list.stdout + list.stderr).toMatch(/looped.*\n?.*(not valid YAML|references to itself)/)
  })

  it('FR-031: finds the skill of the examples', async () => {
    const root = fileURLToPath(new URL('../../../../examples/custom-skill/skills', import.meta.url))
    const list = await narratoria(['skills', 'list', '--skills', root, '--no-shipped-skills'])
    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(list.stdout).toContain('fortune-teller')
    expect(list.stdout).toContain('Draws a card')
  })
})

/** A home with one skill that has settings, and no shipped skills. */
function place(): Place {
  const home = temporaryFolder()
  const root = join(home, 'own')
  writeSkill(root, { name: 'teller', script: '#!/usr/bin/env node\n', trigger: 'recite' })
  const folder = join(root, 'teller')
  writeFileSync(join(folder, 'config-schema.json'), JSON.stringify(schema))
  const options = ['--skills', root, '--no-shipped-skills']
  return {
    home,
    folder,
    run: (args, input) => narratoria(['skills', ...args, ...options], { home, input }),
    saved: () =>
      JSON.parse(readFileSync(join(home, 'home/skill-data/teller/config.json'), 'utf8')) as Record<string, unknown>,
  }
}

describe('narratoria skills config NAME', () => {
  it('SC-003, FR-039: asks one question per setting; an empty answer keeps the value', async () => {
    const { run, saved, home } = place()
    const first = await run(['config', 'teller'], 'openai\nsk-secret-1\n\nno\nold, dark\n')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(saved()).toEqual({ provider: 'openai', apiKey: 'sk-secret-1', creative: false, themes: ['old', 'dark'] })
    expect(statSync(join(home, 'home/skill-data/teller/config.json')).mode & 0o777).toBe(0o600)
    const second = await run(['config', 'teller'], '\n\n5\n')
    expect(second.code).toBe(0)
    expect(saved()).toMatchObject({ provider: 'openai', detail: 5, creative: false })
    expect(first.stdout + second.stdout).not.toContain('sk-secret-1')
    const third = await run(['config', 'teller'], '-\n')
    expect(third.code).toBe(0)
    expect(saved()).not.toHaveProperty('provider')
    expect((await run(['config', 'teller'], '\n\n\n\n\n')).stdout).toContain('Nothing was changed.')
  })

  it.each([
    ['9', 'detail must be 5 or less'],
    ['many', 'detail must be an integer'],
  ])('FR-044: rejects %s from a pipe with the field and the reason, and saves nothing', async (typed, message) => {
    const { run, saved } = place()
    const refused = await run(['config', 'teller'], `openai\n\n${typed}\n`)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(message)
    expect(saved).toThrow('ENOENT')
  })

  it('FR-041: sets, gets and unsets one setting', async () => {
    const { run, saved } = place()
    expect(await run(['config', 'teller', 'set', 'detail', '4'])).toMatchObject({ code: 0, stderr: '' })
    expect((await run(['config', 'teller', 'get', 'detail'])).stdout).toBe('4\n')
    expect(await run(['config', 'teller', 'set', 'apiKey'], 'sk-piped-secret\n')).toMatchObject({ code: 0 })
    expect(saved()).toEqual({ detail: 4, apiKey: 'sk-piped-secret' })
    const all = await run(['config', 'teller', 'get'])
    expect(all.stdout).toContain('provider = host\napiKey = ••••••\ndetail = 4\n')
    expect(JSON.parse((await run(['config', 'teller', 'get', '--json'])).stdout)).toEqual({
      skill: 'teller',
      values: { provider: 'host', apiKey: '••••••', detail: 4, creative: true, themes: [] },
    })
    expect(await run(['config', 'teller', 'unset', 'detail'])).toMatchObject({ code: 0 })
    expect((await run(['config', 'teller', 'get', 'detail'])).stdout).toBe('3\n')
    expect(await run(['config', 'teller', 'set', 'apiKey', '${TELLER_KEY}'])).toMatchObject({ code: 0 })
    expect((await run(['config', 'teller', 'get', 'apiKey'])).stdout).toBe('${TELLER_KEY}\n')
  })

  it('FR-043: required settings can be set one by one; a warning names those still missing', async () => {
    const { run, saved, folder } = place()
    writeFileSync(
      join(folder, 'config-schema.json'),
      JSON.stringify({
        ...schema,
        required: ['apiKey', 'detail', 'model'],
        properties: { ...schema.properties, model: { type: 'string' } },
      }),
    )
    const first = await run(['config', 'teller', 'set', 'model', 'tiny'])
    expect(first).toMatchObject({ code: 0, stdout: 'Saved the settings of teller.\n' })
    expect(first.stderr).toContain('"apiKey" is required; give it a value')
    expect(await run(['config', 'teller', 'set', 'apiKey'], 'sk-piped-secret\n')).toMatchObject({ code: 0, stderr: '' })
    expect(saved()).toEqual({ model: 'tiny', apiKey: 'sk-piped-secret' })
    expect(await run(['config', 'teller', 'unset', 'model'])).toMatchObject({ code: 2 })
  })

  it.each([
    [['config', 'missing'], 'no skill named "missing"; there are teller'],
    [['config', 'teller', 'set', 'provider', 'claude'], 'one of host, openai'],
    [
      ['config', 'teller', 'set', 'colour', 'red'],
      '"colour" is not a setting of teller; its settings are provider, apiKey',
    ],
    [['config', 'teller', 'get', 'colour'], 'not a setting'],
    [['config', 'teller', 'set'], 'name the setting'],
    [['config', 'teller', 'frob'], 'get, set and unset'],
    [['enable', 'missing'], 'no skill named'],
    [['show', 'missing'], 'no skill named'],
  ])('FR-044: %j is rejected with what to do', async (args, message) => {
    const { run } = place()
    const refused = await run(args)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(message)
    expect(refused.stdout).toBe('')
  })
})

describe('narratoria skills', () => {
  it('FR-037: shows a skill with its scripts and settings', async () => {
    const { run, folder } = place()
    await run(['config', 'teller', 'set', 'apiKey', 'sk-secret-2'])
    const text = await run(['show', 'teller'])
    expect(text.stdout).toContain('Teller (teller 1.0.0, healthy)')
    expect(text.stdout).toContain('detail = 3  The level of detail.')
    const shown = await run(['show', 'teller', '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      name: 'teller',
      path: folder,
      enabled: true,
      scripts: [{ name: 'act' }],
    })
    expect(text.stdout + shown.stdout).not.toContain('sk-secret-2')
  })

  it('FR-037: disables and enables a skill; plans leave out a disabled one', async () => {
    const { run, home, folder } = place()
    const plan = async () => {
      const options = ['--skills', join(folder, '..'), '--no-shipped-skills', '--json']
      const { stdout } = await narratoria(['plan', 'recite a story', ...options], { home })
      return (JSON.parse(stdout) as { tools: unknown[] }).tools.length
    }
    expect(await plan()).toBe(1)
    expect(await run(['disable', 'teller'])).toMatchObject({ code: 0, stdout: 'teller is disabled\n' })
    expect((await run(['list'])).stdout).toContain('teller 1.0.0 (disabled)')
    expect(await plan()).toBe(0)
    expect(await run(['enable', 'teller'])).toMatchObject({ code: 0 })
    expect(await plan()).toBe(1)
  })

  it('FR-031: checks a folder strictly, by path or by name', async () => {
    const { run, folder } = place()
    expect(await run(['check', folder])).toMatchObject({ code: 0, stdout: `${folder}: ok\n` })
    expect(await run(['check', 'teller'])).toMatchObject({ code: 0 })
    writeFileSync(join(folder, 'SKILL.md'), '---\nname: teller\ndescription: Other.\nmodel: x\n---\n')
    const wrong = await run(['check', folder, '--json'])
    expect(wrong.code).toBe(1)
    const { ok, problems } = JSON.parse(wrong.stdout) as { ok: boolean; problems: { code: string }[] }
    expect(ok).toBe(false)
    expect(problems.map(({ code }) => code).sort()).toEqual(['disagreement', 'unknown_field'])
    expect((await run(['check', join(folder, 'nothing')])).code).toBe(1)
    expect((await run(['check', 'missing'])).code).toBe(2)
  })

  it('FR-063: lists the health of a skill after turns; enabling it resets its health', async () => {
    const { run, home, folder } = place()
    const script = '#!/usr/bin/env node\nprocess.stdout.write("no protocol\\n")\n'
    writeFileSync(join(folder, 'scripts/act.mjs'), script)
    const state = async () => {
      const { stdout } = await run(['list', '--json'])
      return (JSON.parse(stdout) as { skills: { errorState: string }[] }).skills[0]?.errorState
    }
    expect(await state()).toBe('healthy')
    const options = ['--skills', join(folder, '..'), '--no-shipped-skills']
    for (const expected of ['degraded', 'degraded', 'permanentFailure']) {
      expect(await narratoria(['play', '--prompt', 'recite a story', ...options], { home })).toMatchObject({ code: 0 })
      expect(await state()).toBe(expected)
    }
    expect((await run(['list'])).stdout).toContain('teller 1.0.0 (permanentFailure)')
    await run(['enable', 'teller'])
    expect(await state()).toBe('healthy')
  })

  it('FR-034: lists skipped folders on standard error without control characters', async () => {
    const { run, folder } = place()
    mkdirSync(join(folder, '../bad\u001b[31m'))
    const list = await run(['list'])
    expect(list.code).toBe(0)
    expect(list.stdout).toContain('teller')
    expect(list.stderr).toContain('neither skill.json nor SKILL.md')
    expect(list.stderr).not.toContain('\u001b')
  })

  it('shows the warnings of the named skill only, not those of a skill whose name starts with it', async () => {
    const { run, folder } = place()
    writeSkill(join(folder, '..'), { name: 'teller-of-tales', script: '#!/usr/bin/env node\n', trigger: 'tale' })
    writeFileSync(join(folder, '../teller-of-tales/config-schema.json'), '{')
    expect((await run(['show', 'teller'])).stderr).toBe('')
    const { stderr } = await run(['show', 'teller-of-tales'])
    expect(stderr).toContain(join('teller-of-tales', 'config-schema.json: it is not valid JSON'))
  })
})
