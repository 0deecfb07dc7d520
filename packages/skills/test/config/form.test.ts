import type { ConfigSchema } from '@narratoria/protocol/skill'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeForm, parseSetting, SECRET_MASK } from '../../src/config/index.ts'

const schema: ConfigSchema = {
  type: 'object',
  title: 'Storyteller',
  description: 'How the story is narrated.',
  required: ['provider'],
  properties: {
    provider: { type: 'string', enum: ['host', 'openai'], default: 'host', title: 'Provider', 'x-category': 'Model' },
    apiKey: { type: 'string', 'x-sensitive': true, 'x-env-var': 'OPENAI_API_KEY', 'x-category': 'Model' },
    style: { type: 'string', description: 'In your words.', format: 'textarea', maxLength: 10 },
    temperature: { type: 'number', minimum: 0, maximum: 2, default: 0.7, 'x-category': 'Model' },
    sentences: { type: 'integer', minimum: 1, default: 3 },
    streaming: { type: 'boolean', default: true },
    themes: { type: 'array', items: { type: 'string' }, default: ['a', 'b'], maxItems: 3 },
    host_name: { type: 'string', pattern: '^[a-z.]+$' },
  },
}

describe('the form of a skill’s settings', () => {
  test('002 US2.1: the storyteller has settings for provider, model, key and style', () => {
    const file = new URL('../../../../skills/storyteller/config-schema.json', import.meta.url)
    const { groups } = describeForm(JSON.parse(readFileSync(file, 'utf8')) as ConfigSchema, {}, {})
    const fields = Object.fromEntries(groups.flatMap((group) => group.fields).map((field) => [field.name, field]))
    expect(fields).toMatchObject({
      provider: { kind: 'enum', options: expect.arrayContaining(['ollama', 'openai', 'claude']) },
      model: { kind: 'text', sensitive: false },
      apiKey: { kind: 'text', sensitive: true },
      style: { kind: 'enum', options: expect.arrayContaining(['terse', 'vivid', 'poetic']) },
    })
  })

  test('choices have labels if there is one for each, and settings for makers are marked', () => {
    const style = { type: 'string' as const, enum: ['terse', 'vivid'] }
    const fieldsOf = (properties: ConfigSchema['properties']) =>
      describeForm({ type: 'object', properties }, {}, {}).groups.flatMap(({ fields }) => fields)
    const [labelled, mislabelled, advanced] = fieldsOf({
      labelled: { ...style, 'x-enum-labels': ['Few words', 'Many words'] },
      mislabelled: { ...style, 'x-enum-labels': ['Few words'] },
      advanced: { ...style, 'x-advanced': true },
    })
    expect(labelled).toMatchObject({ options: ['terse', 'vivid'], optionLabels: ['Few words', 'Many words'] })
    expect(mislabelled).not.toHaveProperty('optionLabels')
    expect(advanced!.advanced).toBe(true)
    expect(labelled).not.toHaveProperty('advanced')
  })

  test('FR-038: each setting is one field with its kind, label, bounds and default, under its category', () => {
    const form = describeForm(schema, { sentences: 5, apiKey: 'sk-secret', host_name: 'Bad Host' }, {})
    expect(form).toEqual({
      title: 'Storyteller',
      description: 'How the story is narrated.',
      groups: [
        {
          category: 'Model',
          fields: [
            {
              name: 'provider',
              kind: 'enum',
              label: 'Provider',
              description: '',
              required: true,
              sensitive: false,
              options: ['host', 'openai'],
              source: 'default',
              value: 'host',
              default: 'host',
              shown: 'host',
            },
            {
              name: 'apiKey',
              kind: 'text',
              label: 'Api key',
              description: '',
              required: false,
              sensitive: true,
              envVar: 'OPENAI_API_KEY',
              source: 'saved',
              shown: SECRET_MASK,
            },
            {
              name: 'temperature',
              kind: 'number',
              label: 'Temperature',
              description: '',
              required: false,
              sensitive: false,
              minimum: 0,
              maximum: 2,
              source: 'default',
              value: 0.7,
              default: 0.7,
              shown: '0.7',
            },
          ],
        },
        {
          category: '',
          fields: [
            {
              name: 'style',
              kind: 'freeform',
              label: 'Style',
              description: 'In your words.',
              required: false,
              sensitive: false,
              maximum: 10,
              source: 'none',
              shown: '',
            },
            {
              name: 'sentences',
              kind: 'integer',
              label: 'Sentences',
              description: '',
              required: false,
              sensitive: false,
              minimum: 1,
              source: 'saved',
              value: 5,
              default: 3,
              shown: '5',
            },
            {
              name: 'streaming',
              kind: 'toggle',
              label: 'Streaming',
              description: '',
              required: false,
              sensitive: false,
              source: 'default',
              value: true,
              default: true,
              shown: 'true',
            },
            {
              name: 'themes',
              kind: 'list',
              label: 'Themes',
              description: '',
              required: false,
              sensitive: false,
              maximum: 3,
              source: 'default',
              value: ['a', 'b'],
              default: ['a', 'b'],
              shown: 'a, b',
            },
            {
              name: 'host_name',
              kind: 'text',
              label: 'Host name',
              description: '',
              required: false,
              sensitive: false,
              pattern: '^[a-z.]+$',
              source: 'saved',
              value: 'Bad Host',
              shown: 'Bad Host',
              issue: 'must match the pattern ^[a-z.]+$',
            },
          ],
        },
      ],
    })
  })

  test.each([
    ['the name of the variable that holds it', { apiKey: '${MY_KEY}' }, { MY_KEY: 'sk-1' }, '${MY_KEY}', 'saved'],
    ['the variable of its hint', {}, { OPENAI_API_KEY: 'sk-1' }, '${OPENAI_API_KEY}', 'environment'],
    ['dots', { apiKey: 'sk-1 and ${MY_KEY}' }, { MY_KEY: 'sk-2' }, SECRET_MASK, 'saved'],
    ['nothing without a value', {}, {}, '', 'none'],
  ])('FR-040: a secret is shown as %s', (_, saved, environment, shown, source) => {
    const form = describeForm(schema, saved, environment)
    const field = form.groups[0]!.fields.find(({ name }) => name === 'apiKey')
    expect(field).toMatchObject({ shown, source })
    expect(JSON.stringify(form)).not.toContain('sk-')
  })
})

describe('parseSetting', () => {
  test.each<[name: string, typed: string, value: unknown]>([
    ['provider', 'OpenAI', 'openai'],
    ['temperature', ' 1.5 ', 1.5],
    ['sentences', '4', 4],
    ['sentences', '${COUNT}', '${COUNT}'],
    ['streaming', 'No', false],
    ['streaming', 'on', true],
    ['themes', 'dark, ${THEME},, old ', ['dark', '${THEME}', 'old']],
    ['themes', '', []],
    ['themes', ' ["dark, but warm", "old"] ', ['dark, but warm', 'old']],
    ['themes', '[sic], old', ['[sic]', 'old']],
    ['style', ' kept ', ' kept '],
    ['host_name', 'a.b', 'a.b'],
  ])('FR-039: parses %s from %j', (name, typed, value) => {
    expect(parseSetting(schema, name, typed)).toEqual({ value })
  })

  test.each([
    ['provider', 'claude', 'one of host, openai'],
    ['temperature', 'warm', 'a number'],
    ['temperature', '', 'a number'],
    ['temperature', '3', '2 or less'],
    ['sentences', '1.5', 'without a fraction'],
    ['streaming', 'perhaps', 'yes or no'],
    ['themes', 'a,b,c,d', 'at most 3'],
    ['style', 'far too long a text', 'at most 10 characters'],
    ['host_name', 'A', 'pattern'],
    ['colour', 'red', 'provider, apiKey'],
    ['constructor', 'red', 'not a setting'],
  ])('FR-044: %s refuses %j with a reason', (name, typed, reason) => {
    expect(parseSetting(schema, name, typed)).toEqual({ message: expect.stringContaining(reason) })
  })
})
