import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSkill, discoverSkills } from '@narratoria/skills'
import { describe, expect, it, onTestFinished } from 'vitest'
import { modelTextLimits } from '../../src/grammar/model-texts.ts'
import { modelChecks } from '../../src/index.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const matching = { type: 'string', pattern: '^[a-z]+$' }

/** Writes a skill with these scripts into a folder of its own. */
function writeSkill(scripts: object[], { description = 'Casts spells.', prompt = 'Cast.' } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'narratoria-checks-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const path = join(root, 'caster')
  mkdirSync(join(path, 'scripts'), { recursive: true })
  const listed = scripts.map((script, index) => ({ path: `scripts/${index}.mjs`, description: 'Casts.', ...script }))
  for (const script of listed) {
    writeFileSync(join(path, script.path), '#!/usr/bin/env node\n')
    chmodSync(join(path, script.path), 0o755)
  }
  const manifest = { name: 'caster', version: '1.0.0', description, scripts: listed }
  writeFileSync(join(path, 'skill.json'), JSON.stringify(manifest))
  writeFileSync(join(path, 'prompt.md'), prompt)
  return { root, path }
}

describe('input schemas that the grammar does not support', () => {
  it('FR-002: are reported when the skill loads, and the script is kept', async () => {
    const { root, path } = writeSkill([
      { name: 'spell', inputSchema: object({ word: matching }) },
      { name: 'weigh', inputSchema: object({ load: { type: 'integer' } }, { patternProperties: {} }) },
      { name: 'fine', inputSchema: object({ word: { type: 'string', maxLength: 9 } }) },
    ])
    const { skills, warnings } = await discoverSkills({ roots: [root], ...modelChecks })
    expect(skills[0]?.scripts.map(({ runnable }) => runnable)).toEqual([true, true, true])
    const rest = 'which the grammar for models does not support; planners with a model do not use the script'
    const warning = { code: 'unsupported_schema', path: join(path, 'skill.json') }
    expect(warnings).toEqual([
      {
        ...warning,
        message: `skill.json: scripts "spell": "inputSchema" has "pattern" at "/properties/word", ${rest}`,
      },
      { ...warning, message: `skill.json: scripts "weigh": "inputSchema" has "patternProperties", ${rest}` },
    ])
    const { ok, problems } = await checkSkill(path, modelChecks)
    expect({ ok, problems: problems.length }).toEqual({ ok: false, problems: 2 })
  })

  it('FR-002: do not matter for the player’s words, the narration, and scripts that fit every prompt', async () => {
    const { root } = writeSkill([
      { name: 'words', inputSchema: object({ prompt: matching }) },
      { name: 'narrate', stage: 'narrate', inputSchema: object({ word: matching }) },
      { name: 'always', triggers: [{ always: true }], inputSchema: object({ word: matching }) },
      { name: 'plain' },
    ])
    expect((await discoverSkills({ roots: [root], ...modelChecks })).warnings).toEqual([])
  })

  it('are refused quickly when their references expand exponentially', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => {
        const next = index < 59 ? { $ref: `#/$defs/d${index + 1}` } : { type: 'boolean' }
        return [`d${index}`, object({ a: next, b: next })]
      }),
    )
    const { root } = writeSkill([{ name: 'bomb', inputSchema: object({ a: { $ref: '#/$defs/d0' } }, { $defs }) }])
    const { warnings } = await discoverSkills({ roots: [root], ...modelChecks })
    expect(warnings).toMatchObject([{ code: 'unsupported_schema', message: expect.stringContaining('1000 parts') }])
  })
})

describe('texts that are longer than a model reads', () => {
  const go = { name: 'go', description: 'Goes.', triggers: ['go'] }
  const { prompt, description } = modelTextLimits

  it('FR-004: have no note up to the limit', async () => {
    const texts = { prompt: 'p'.repeat(prompt), description: 'd'.repeat(description - 'Goes. '.length) }
    const { path } = writeSkill([go], texts)
    expect(await checkSkill(path, modelChecks)).toMatchObject({ ok: true, problems: [], notes: [] })
  })

  it('FR-004: have a note with the limit, which is not a problem', async () => {
    const { path } = writeSkill([go], { prompt: 'p'.repeat(prompt + 1), description: 'd'.repeat(description) })
    const { ok, problems, notes } = await checkSkill(path, modelChecks)
    expect({ ok, problems }).toEqual({ ok: true, problems: [] })
    expect(notes.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'too_long prompt.md: the prompt has 301 characters; planners with a model read the first 300, so put the most important first',
      `too_long skill.json: script "go": its description and the skill's have 206 characters together; planners with a model read the first 200, so put what distinguishes the script first`,
    ])
  })

  it('have no note in a skill without a script that a model chooses', async () => {
    const texts = { prompt: 'p'.repeat(900), description: 'd'.repeat(900) }
    const { path } = writeSkill([{ ...go, triggers: [{ always: true }] }], texts)
    expect((await checkSkill(path, modelChecks)).notes).toEqual([])
  })

  it('have a note in a skill that brings guidance only, with the limit for planning', async () => {
    const { path } = writeSkill([], { prompt: 'p'.repeat(modelTextLimits.guidance + 1) })
    const { notes } = await checkSkill(path, modelChecks)
    expect(notes.map(({ code }) => code)).toEqual(['too_long', 'guidance_only'])
    expect(notes[0]!.message).toContain('planners with a model read the first 600')
  })

  it('have the limits that the guide for authors states', () => {
    const guide = readFileSync(new URL('../../../../docs/guides/write-a-skill.md', import.meta.url), 'utf8')
    const text = guide.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`the first ${description} characters of a script's description followed by its skill's`)
    expect(text).toContain(`the first ${prompt} characters of the skill's prompt`)
    expect(text).toContain(`the first ${modelTextLimits.guidance} characters of its text`)
  })
})
