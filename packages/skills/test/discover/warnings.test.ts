import { expect, onTestFinished, test } from 'vitest'
import { discoverSkills, openSkills } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

test('FR-034: unknown and invalid optional fields are ignored', async () => {
  const world = buildWorld()
  world.skill('odd', {
    'skill.json': manifest('odd', {
      $schema: 'x',
      nonsense: 1,
      priority: 200,
      env: ['NO-NAME'],
      capabilities: 'all',
      retryPolicy: { maxRetries: 99 },
      scripts: {},
      constructor: 'x',
    }),
  })
  const { skills, warnings } = await discoverSkills({ roots: [world.root] })
  expect(skills[0]).toMatchObject({ priority: 50, env: [], capabilities: [], scripts: [] })
  expect(skills[0]).not.toHaveProperty('retryPolicy')
  expect(warnings.map(({ code, message }) => `${code} ${/"(\w+)"/.exec(message)![1]}`)).toEqual([
    'unknown_field nonsense',
    'invalid_field priority',
    'invalid_field env',
    'invalid_field capabilities',
    'invalid_field retryPolicy',
    'invalid_field scripts',
    'unknown_field constructor',
  ])
})

test('FR-034: fields outside the standard, a different folder name and a description that is too long are warnings', async () => {
  const world = buildWorld()
  world.skill('folder', { 'SKILL.md': `---\nname: other\ndescription: ${'long '.repeat(300)}\nmodel: big\n---\n` })
  const { skills, warnings } = await discoverSkills({ roots: [world.root] })
  expect(skills).toMatchObject([{ name: 'other' }])
  expect(warnings.map(({ code }) => code).sort()).toEqual(['name_mismatch', 'too_long', 'unknown_field'])
})

test.each([
  ['unparseable', '{'],
  ['without properties', { type: 'object' }],
  ['with a nested object', { type: 'object', properties: { a: { type: 'object' } } }],
  ['with a wrong default', { type: 'object', properties: { a: { type: 'integer', default: 1.5 } } }],
  ['with an invalid pattern', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }],
  ['with an array of numbers', { type: 'object', properties: { a: { type: 'array', items: { type: 'number' } } } }],
])('FR-038: a skill with an invalid config schema has no settings: %s', async (_, schema) => {
  const world = buildWorld()
  world.skill('form', { 'skill.json': manifest('form'), 'config-schema.json': schema })
  const { skills, warnings } = await discoverSkills({ roots: [world.root] })
  expect(skills[0]).not.toHaveProperty('configSchema')
  expect(warnings).toMatchObject([{ code: 'invalid_config_schema', message: expect.stringContaining('no settings') }])
})

test('FR-063: a skill with a missing dependency loads', async () => {
  const world = buildWorld()
  world.skill('needy', { 'skill.json': manifest('needy', { dependencies: ['absent'] }) })
  const { skills, warnings } = await discoverSkills({ roots: [world.root] })
  expect(skills).toHaveLength(1)
  expect(warnings).toMatchObject([{ code: 'missing_dependency' }])
})

test('FR-034: a manifest with a hundred thousand problems causes at most 51 warnings', async () => {
  const world = buildWorld()
  world.skill('flood', { 'skill.json': manifest('flood', { scripts: Array(300_000).fill({}) }) })
  world.skill('words', {
    'skill.json': manifest('words', Object.fromEntries(Array.from('x'.repeat(999), (x, i) => [x + i, 1]))),
  })
  const { skills, warnings } = await discoverSkills({ roots: [world.root] })
  expect(skills).toHaveLength(2)
  expect(warnings).toHaveLength(102)
  expect(warnings.at(-1)!.message).toContain('not listed')
})

test('FR-034: a setting may be named __proto__', async () => {
  const world = buildWorld()
  const schema =
    '{"type":"object","properties":{"__proto__":{"type":"array","items":{"type":"string"},"default":["a"]}}}'
  world.skill('proto', {
    'skill.json': '{"name":"proto","version":"1.0.0","description":"d","__proto__":{"priority":99}}',
    'config-schema.json': schema,
  })
  const registry = await openSkills({ roots: [world.root], home: world.home })
  onTestFinished(() => registry.close())
  const { values } = registry.resolveConfig('proto')
  expect(Object.entries(values)).toEqual([['__proto__', ['a']]])
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
  expect(registry.get('proto')?.priority).toBe(50)
})

test('FR-034: control characters are removed from names, descriptions and warnings', async () => {
  const world = buildWorld()
  world.skill('loud', {
    'skill.json': manifest('loud', { displayName: '\u001b[31mRed\u0007', description: 'a\nb', '\u001b[2J': 1 }),
    'prompt.md': 'One\r\n\ttwo\u001b[2J\u202e.',
  })
  const { skills, warnings } = await discoverSkills({ roots: [world.root] })
  expect(skills[0]).toMatchObject({ displayName: '[31mRed', description: 'a b', prompt: 'One\n\ttwo[2J.' })
  // oxlint-disable-next-line no-control-regex
  expect(warnings[0]!.message).not.toMatch(/[\u0000-\u001f]/)
})
