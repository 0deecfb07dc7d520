import { chmodSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSkill, type SkillScript } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

const document = '---\nname: good\ndescription: Does good things when asked.\nlicense: MIT\n---\n# Good\n'
const scripts = [
  { name: 'go', path: 'scripts/go.mjs', description: 'Goes.', inputSchema: { type: 'object', properties: {} } },
]
const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1, default: 2 } }, required: ['n'] }
const good = {
  'SKILL.md': document,
  'skill.json': { name: 'good', version: '1.0.0', description: 'Does good things when asked.', scripts },
  'scripts/go.mjs': '#!/usr/bin/env node\n',
  'config-schema.json': schema,
}

test('FR-031: a valid skill passes the strict check', async () => {
  const world = buildWorld()
  const check = await checkSkill(world.skill('good', good))
  expect(check).toMatchObject({ ok: true, problems: [], skill: { name: 'good' } })
})

const input = (inputSchema: unknown) => ({
  'skill.json': { ...good['skill.json'], scripts: [{ ...scripts[0], inputSchema }] },
})
const field = (rules: Record<string, unknown>) => ({
  'config-schema.json': { type: 'object', properties: { f: rules } },
})

test.each<[what: string, files: Record<string, unknown>, code: string, text: string]>([
  ['a field outside the standard', { 'SKILL.md': document.replace('license', 'licence') }, 'unknown_field', 'licence'],
  ['an unknown field', { 'skill.json': { ...good['skill.json'], scirpts: [] } }, 'unknown_field', 'scirpts'],
  [
    'an unknown field of a script',
    { 'skill.json': { ...good['skill.json'], scripts: [{ ...scripts[0], timeout: 5 }] } },
    'unknown_field',
    'timeout',
  ],
  ['a manifest without the fields of SKILL.md', { 'skill.json': { scripts } }, 'missing_field', '"name"'],
  ['a disagreement', { 'skill.json': manifest('good', { scripts }) }, 'disagreement', '"description"'],
  [
    'a compatibility that is too long',
    { 'SKILL.md': document.replace('license: MIT', `compatibility: ${'x'.repeat(501)}`) },
    'too_long',
    '500',
  ],
  [
    'a script without description',
    { 'skill.json': { ...good['skill.json'], scripts: [{ ...scripts[0], description: '' }] } },
    'missing_field',
    '"go"',
  ],
  ['an input schema of another type', input({ type: 'array' }), 'invalid_field', 'object'],
  [
    'an input schema with a wrong type below',
    input({ properties: { a: { type: 'text' } } }),
    'invalid_field',
    '/properties/a/type',
  ],
  [
    'an input schema with a broken pattern',
    input({ properties: { a: { items: { pattern: '(' } } } }),
    'invalid_field',
    '/properties/a/items/pattern',
  ],
  ['an input schema with a wrong required', input({ required: 'a' }), 'invalid_field', '/required'],
  [
    'a dependency that is not a skill name',
    { 'skill.json': { ...good['skill.json'], dependencies: ['No Name'] } },
    'invalid_field',
    'No Name',
  ],
  [
    'a default outside its bounds',
    field({ type: 'integer', maximum: 1, default: 2 }),
    'invalid_config_schema',
    'default',
  ],
  [
    'a default outside its choices',
    field({ type: 'string', enum: ['a'], default: 'b' }),
    'invalid_config_schema',
    'default',
  ],
  [
    'bounds that exclude everything',
    field({ type: 'string', minLength: 2, maxLength: 1 }),
    'invalid_config_schema',
    'bound',
  ],
  [
    'labels that do not fit the choices',
    field({ type: 'string', enum: ['a', 'b'], 'x-enum-labels': ['A'] }),
    'invalid_config_schema',
    'x-enum-labels',
  ],
  ['an invalid variable name', field({ type: 'string', 'x-env-var': 'a-b' }), 'invalid_config_schema', 'x-env-var'],
  [
    'a required setting that does not exist',
    { 'config-schema.json': { ...schema, required: ['m'] } },
    'invalid_config_schema',
    '"m"',
  ],
  ['a setting without a type', field({ default: 'a' }), 'invalid_config_schema', 'boolean, array; the skill'],
  [
    'a script that was saved with CRLF',
    {
      'skill.json': { ...good['skill.json'], scripts: [{ ...scripts[0], path: 'scripts/go.py' }] },
      'scripts/go.py': '#!/usr/bin/env python3\r\n',
    },
    'script_not_executable',
    'go.py: its first line (#!) ends in a carriage return',
  ],
  [
    'a description with a colon in it',
    { 'SKILL.md': document.replace('Does good', 'Does this: good') },
    'invalid_front_matter',
    'line 3 (quote a value that contains a colon and a space)',
  ],
  ['a broken config', { 'config.json': '{' }, 'invalid_config', 'JSON'],
  ['a wrong setting', { 'config.json': { n: 0 } }, 'invalid_config', '"n" must be 1 or more'],
  ['an unknown setting', { 'config.json': { m: 0 } }, 'invalid_config', '"m" is not a setting'],
])('FR-031: the strict check finds %s', async (_, files, code, text) => {
  const world = buildWorld()
  const check = await checkSkill(world.skill('good', { ...good, ...files }))
  expect(check.ok).toBe(false)
  expect(check.problems.map((problem) => `${problem.code} ${problem.message}`).join('\n')).toMatch(
    new RegExp(`^${code} .*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'm'),
  )
})

test('FR-031: the strict check finds settings without a manifest', async () => {
  const folder = buildWorld().skill('good', { 'SKILL.md': document, 'config-schema.json': schema })
  expect((await checkSkill(folder)).problems).toMatchObject([
    { code: 'invalid_config_schema', message: expect.stringContaining('no effect without a skill.json') },
  ])
})

test('FR-031: the strict check finds a different folder name, a file named skill.md and a script that is not executable', async () => {
  const world = buildWorld()
  const other = await checkSkill(world.skill('other', good))
  expect(other.problems).toMatchObject([{ code: 'name_mismatch' }])
  const small = await checkSkill(world.skill('good', { 'skill.md': document }))
  expect(small.problems).toMatchObject([{ code: 'name_mismatch', message: expect.stringContaining('SKILL.md') }])
  const plain = world.skill('plain', { 'skill.json': manifest('plain', { scripts }), 'scripts/go.mjs': '' })
  chmodSync(join(plain, 'scripts/go.mjs'), 0o644)
  expect((await checkSkill(plain)).problems).toMatchObject([{ code: 'script_not_executable' }])
})

test('FR-031: a path that is not a skill is a problem, not a crash', async () => {
  const world = buildWorld()
  writeFileSync(join(world.folder, 'file'), '')
  symlinkSync('loop', join(world.folder, 'loop'))
  for (const path of ['file', 'loop', 'missing', '\u0000']) {
    const check = await checkSkill(join(world.folder, path))
    expect(check).toMatchObject({ ok: false, problems: [{ code: 'unreadable' }] })
    expect(check).not.toHaveProperty('skill')
  }
  expect(await checkSkill(world.root)).toMatchObject({ ok: false, problems: [{ code: 'no_manifest' }] })
})

test('FR-031: a pattern that backtracks without end does not block the check', async () => {
  const world = buildWorld()
  const trap = field({ type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` })
  const check = await checkSkill(world.skill('good', { ...good, ...trap }))
  expect(check.problems).toMatchObject([{ code: 'invalid_config_schema' }])
})

test('FR-039: the strict check finds keywords of a setting without effect, such as a misspelled x-sensitive', async () => {
  const world = buildWorld()
  const check = (rules: Record<string, unknown>) => checkSkill(world.skill('good', { ...good, ...field(rules) }))
  const misspelt = await check({ type: 'string', 'x-sensitve': true })
  expect(misspelt.problems).toMatchObject([
    { code: 'invalid_config_schema', message: expect.stringContaining('"x-sensitve", which has no effect') },
  ])
  expect((await check({ type: 'integer', maxLength: 3 })).problems).toHaveLength(1)
  expect((await check({ type: 'string', 'x-sensitive': true, examples: ['sk-1'], $comment: 'x' })).ok).toBe(true)
})

test('a skill without a script that is run has a note that says so', async () => {
  const world = buildWorld()
  const guide = '---\nname: guide\ndescription: Guides. Use it when guidance is needed.\nlicense: MIT\n---\nBe kind.\n'
  const { ok, notes } = await checkSkill(world.skill('guide', { 'SKILL.md': guide, 'scripts/tool.py': '#!/bin/sh\n' }))
  expect(ok).toBe(true)
  expect(notes).toMatchObject([
    { code: 'guidance_only', message: expect.stringContaining('no script of the skill is run') },
  ])
  expect((await checkSkill(world.skill('good', good))).notes).toEqual([])
})

test('checks that a host hands in add problems and notes', async () => {
  const checks = {
    checkScript: ({ name }: SkillScript) => (name === 'go' ? 'it goes too far' : undefined),
    findNotes: () => [{ file: 'skill.json' as const, message: 'a note' }],
  }
  const { ok, problems, notes } = await checkSkill(buildWorld().skill('good', good), checks)
  expect(ok).toBe(false)
  expect(problems).toMatchObject([{ code: 'unsupported_schema', message: 'skill.json: scripts "go": it goes too far' }])
  expect(notes).toMatchObject([{ message: 'skill.json: a note' }])
})
