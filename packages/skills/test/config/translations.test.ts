import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { formTexts } from '../../src/config/describe-form.ts'
import { type Skill, checkSkill, openSkills } from '../../src/index.ts'
import { buildWorld } from '../world.ts'

const schema = {
  title: 'Greeter',
  type: 'object',
  properties: {
    tone: { type: 'string', title: 'Tone', enum: ['warm'], 'x-enum-labels': ['Warm'], 'x-category': 'Voice' },
    maxWords: { type: 'integer', description: 'How much.' },
  },
}
const german = { Greeter: 'Gruß', Tone: 'Ton', Warm: 'Herzlich', Voice: 'Stimme', 'Max words': 'Wörter' }

async function openGreeter(locales: Record<string, unknown>) {
  const world = buildWorld()
  const files = Object.entries(locales).map(([file, content]) => [`locales/${file}`, content])
  const manifest = { name: 'greeter', displayName: 'Greeter', version: '1.0.0', description: 'Greets people.' }
  const path = world.skill('greeter', {
    'skill.json': manifest,
    'prompt.md': 'Greet.',
    'config-schema.json': schema,
    ...Object.fromEntries(files),
  })
  return { path, skills: await openSkills({ roots: [world.root], home: world.home }) }
}

test('the texts of a skill and its settings are in the language that is asked for, and in English where there is none', async () => {
  const { skills } = await openGreeter({ 'de.json': german, 'pt.json': { Tone: 'Tom' } })
  const labels = (language?: string) =>
    skills.describeForm('greeter', { language })!.groups.map(({ category, fields }) => ({
      category,
      fields: fields.map(({ label, description, optionLabels }) => [label, description, optionLabels]),
    }))
  const english = [
    { category: 'Voice', fields: [['Tone', '', ['Warm']]] },
    { category: '', fields: [['Max words', 'How much.', undefined]] },
  ]
  expect(labels()).toEqual(english)
  expect(labels('ja')).toEqual(english)
  for (const language of ['de', 'de-AT'])
    expect(labels(language)).toEqual([
      { category: 'Stimme', fields: [['Ton', '', ['Herzlich']]] },
      { category: '', fields: [['Wörter', 'How much.', undefined]] },
    ])
  expect(labels('pt-BR')[0]!.fields).toEqual([['Tom', '', ['Warm']]])
  expect(skills.describeSkill('greeter', { language: 'de' })).toEqual({
    displayName: 'Gruß',
    description: 'Greets people.',
    scripts: [],
  })
  await skills.close()
})

test.each([
  ['text that is not JSON', '{"Tone":'],
  ['a value that is not a string', { Tone: 1 }],
  ['a list', []],
])('a file with %s translates nothing', async (_, content) => {
  const { skills } = await openGreeter({ 'de.json': content })
  expect(skills.describeForm('greeter', { language: 'de' })!.groups[0]!.category).toBe('Voice')
  await skills.close()
})

test.each(['../../de', '..', 'de/../..', 'de\u0000', 'constructor', '__proto__', 'x'.repeat(5_000), ''])(
  'a language of no name translates nothing: %j',
  async (language) => {
    const { skills } = await openGreeter({ 'de.json': german })
    expect(skills.describeForm('greeter', { language })!.groups[0]!.category).toBe('Voice')
    await skills.close()
  },
)

test('a translation has no characters that control a terminal or hide text', async () => {
  const { skills } = await openGreeter({ 'de.json': { Tone: 'To\u001b]52;c;eA==\u0007n\u202e' } })
  expect(skills.describeForm('greeter', { language: 'de' })!.groups[0]!.fields[0]!.label).toBe('To ]52;c;eA== n')
  await skills.close()
})

test.each([
  ['de.json', { ...german, Tome: 'Ton' }, '"Tome" is not a text'],
  ['de.json', ['Ton'], 'must hold one JSON object'],
  ['de.json', { Tone: 1 }, 'only strings'],
  ['german.json', german, 'named after a language'],
])('the strict check reports a fault in locales/%s', async (file, content, message) => {
  const { path, skills } = await openGreeter({ [file]: content })
  const { problems } = await checkSkill(path)
  expect(problems).toMatchObject([{ code: 'invalid_translation', message: expect.stringContaining(message) }])
  await skills.close()
})

const shipped = fileURLToPath(new URL('../../../../skills', import.meta.url))

test.each(readdirSync(shipped).flatMap((skill) => ['de', 'ja'].map((language) => [skill, language] as const)))(
  'every text of the shipped skill %s is translated: %s',
  async (skill, language) => {
    const { path } = (await checkSkill(join(shipped, skill))).skill!
    const { displayName, description, scripts } = JSON.parse(readFileSync(join(path, 'skill.json'), 'utf8')) as Skill
    const texts = new Set([displayName, description, ...scripts.map((script) => script.description)])
    if (readdirSync(path).includes('config-schema.json'))
      for (const text of formTexts(JSON.parse(readFileSync(join(path, 'config-schema.json'), 'utf8')))) texts.add(text)
    const translated = JSON.parse(readFileSync(join(path, 'locales', `${language}.json`), 'utf8')) as object
    expect(Object.keys(translated).toSorted()).toEqual([...texts].toSorted())
    expect(Object.values(translated).filter((text: string) => text.trim() === '')).toEqual([])
  },
)
