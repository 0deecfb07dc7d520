import { expect, test } from 'vitest'
import { checkSkill, discoverSkills } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const matching = { type: 'string', pattern: '^[a-z]+$' }

function skillWith(scripts: object[]) {
  const world = buildWorld()
  const files = Object.fromEntries(scripts.map((_, index) => [`scripts/${index}.mjs`, '#!/usr/bin/env node\n']))
  const listed = scripts.map((script, index) => ({ path: `scripts/${index}.mjs`, description: 'Casts.', ...script }))
  return { ...world, path: world.skill('caster', { 'skill.json': manifest('caster', { scripts: listed }), ...files }) }
}

test('FR-002: an input schema that no grammar can be made for is named when the skill loads, and the script is kept', async () => {
  const { root, path } = skillWith([
    { name: 'spell', inputSchema: object({ word: matching }) },
    { name: 'weigh', inputSchema: object({ load: { type: 'integer' } }, { patternProperties: {} }) },
    { name: 'fine', inputSchema: object({ word: { type: 'string', maxLength: 9 } }) },
  ])
  const { skills, warnings } = await discoverSkills({ roots: [root] })
  expect(skills[0]?.scripts.map(({ name, runnable }) => [name, runnable])).toEqual([
    ['spell', true],
    ['weigh', true],
    ['fine', true],
  ])
  const rest = 'which no grammar can be made for; planners with a model do without the script'
  expect(warnings).toEqual([
    {
      code: 'unsupported_schema',
      path: `${path}/skill.json`,
      message: `skill.json: scripts "spell": "inputSchema" has "pattern" at "/properties/word", ${rest}`,
    },
    {
      code: 'unsupported_schema',
      path: `${path}/skill.json`,
      message: `skill.json: scripts "weigh": "inputSchema" has "patternProperties", ${rest}`,
    },
  ])
  const { ok, problems } = await checkSkill(path)
  expect({ ok, problems: problems.length }).toEqual({ ok: false, problems: 2 })
})

test('FR-002: nothing is said of what no model writes: the player’s words, the narration, scripts that fit every prompt', async () => {
  const { root } = skillWith([
    { name: 'words', inputSchema: object({ prompt: matching }) },
    { name: 'tell', stage: 'narrate', inputSchema: object({ word: matching }) },
    { name: 'always', triggers: [{ always: true }], inputSchema: object({ word: matching }) },
    { name: 'plain' },
  ])
  expect((await discoverSkills({ roots: [root] })).warnings).toEqual([])
})

test('a stranger’s schema that refers to itself over and over costs nothing', async () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const next = index < 59 ? { $ref: `#/$defs/d${index + 1}` } : { type: 'boolean' }
      return [`d${index}`, object({ a: next, b: next })]
    }),
  )
  const { root } = skillWith([{ name: 'bomb', inputSchema: object({ a: { $ref: '#/$defs/d0' } }, { $defs }) }])
  const { warnings } = await discoverSkills({ roots: [root] })
  expect(warnings).toMatchObject([{ code: 'unsupported_schema', message: expect.stringContaining('1000 parts') }])
})
