import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type JsonObject, matches, Plan, ToolRequest } from '../src/index.ts'
import { ConfigSchema, SkillManifest } from '../src/skill/index.ts'
import { generateContracts } from '../scripts/contracts.ts'
import { compileComponent, strict } from './openapi.ts'

const folder = join(import.meta.dirname, '../contracts')
const read = (name: string) => readFile(join(folder, name), 'utf8')
const readJson = async (name: string) => JSON.parse(await read(name)) as JsonObject

describe('the published contracts', () => {
  const generated = generateContracts()

  it.each([...generated.keys()])(
    '001 §13.7: %s matches the schemas; run `pnpm contracts` after a change',
    async (name) => {
      expect(await read(name)).toBe(generated.get(name))
    },
  )

  it('are these files', async () => {
    expect((await readdir(folder)).sort()).toEqual([
      'config-schema-meta.schema.json',
      'example-plan-replan.json',
      'example-plan.json',
      'execution-result.schema.json',
      'plan-json.schema.json',
      'skill-manifest.schema.json',
      'tool-event.schema.json',
      'tool-protocol.openapi.yaml',
      'tool-request.schema.json',
      'turn-event.schema.json',
    ])
  })

  it('001 contracts: the OpenAPI 3.1 document passes an independent validator', async () => {
    const validator = new Validator()
    expect(await validator.validate(await read('tool-protocol.openapi.yaml'))).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
    const { components, ...invalid } = parse(await read('tool-protocol.openapi.yaml')) as JsonObject
    expect(await new Validator().validate({ ...invalid, components: [components!] })).toMatchObject({ valid: false })
  })

  it.each([...generated.keys()].filter((name) => name.endsWith('.json')))('%s passes its meta-schema', async (name) => {
    const ajv = new Ajv2020(strict)
    const schema = await readJson(name)
    expect(ajv.validateSchema(schema)).toBe(true)
    expect(() => ajv.compile(schema)).not.toThrow()
    expect(ajv.validateSchema({ ...schema, $defs: { invalid: { type: 'text' } } })).toBe(false)
  })

  it.each(['example-plan.json', 'example-plan-replan.json'])(
    '%s is a valid plan for an independent validator and for this package',
    async (name) => {
      const plan = await readJson(name)
      const validate = new Ajv2020(strict).compile(await readJson('plan-json.schema.json'))
      expect([validate(plan), validate.errors]).toEqual([true, null])
      expect(matches(Plan, plan)).toBe(true)
      expect(validate({ ...plan, requestId: 'no-uuid' })).toBe(false)
      expect(validate({ ...plan, tools: [{ toolId: 'a' }] })).toBe(false)
    },
  )

  it('001 §14.3: the second example replans the first', async () => {
    const [first, second] = [await readJson('example-plan.json'), await readJson('example-plan-replan.json')]
    expect(second.metadata).toEqual({ generationAttempt: 2, parentPlanId: first.requestId })
    expect(second.disabledSkills).toEqual(['torch-lighter'])
  })
})

describe('an independent validator', () => {
  it('agrees about requests', () => {
    const validate = compileComponent('ToolRequest')
    const request = {
      version: '0',
      requestId: 'r',
      tool: 't',
      operation: 'invoke',
      input: {},
      dependencies: { a: {}, b: null },
      state: {},
      attempt: 1,
      idempotencyKey: 'k',
      turn: { id: 't', seq: 3, line: [[1, 3]] },
      skill: { name: 's', dataDir: '/d', config: {} },
      host: { baseUrl: 'http://127.0.0.1:1', token: 't' },
      future: 1,
    }
    expect([validate(request), validate.errors]).toEqual([true, null])
    expect(matches(ToolRequest, request)).toBe(true)
    for (const bad of [{ attempt: 0 }, { dependencies: { a: 1 } }, { turn: { id: 't', seq: 1, line: [[1]] } }]) {
      expect(validate({ ...request, ...bad })).toBe(false)
      expect(matches(ToolRequest, { ...request, ...bad })).toBe(false)
    }
  })

  it('FR-031: accepts the manifests and config schemas of the shipped skills', async () => {
    const ajv = new Ajv2020(strict)
    const isManifest = ajv.compile(await readJson('skill-manifest.schema.json'))
    const isConfigSchema = ajv.compile(await readJson('config-schema-meta.schema.json'))
    const skills = join(import.meta.dirname, '../../../skills')
    const files = (await readdir(skills, { recursive: true })).filter((file) => !file.includes('node_modules'))
    const manifests = files.filter((file) => /^[^/\\]+[/\\]skill\.json$/.test(file))
    expect(manifests.length).toBeGreaterThan(1)
    for (const file of manifests) {
      const manifest = JSON.parse(await readFile(join(skills, file), 'utf8')) as unknown
      expect([file, isManifest(manifest), isManifest.errors, matches(SkillManifest, manifest)]).toEqual([
        file,
        true,
        null,
        true,
      ])
    }
    for (const file of files.filter((file) => /^[^/\\]+[/\\]config-schema\.json$/.test(file))) {
      const schema = JSON.parse(await readFile(join(skills, file), 'utf8')) as unknown
      expect([file, isConfigSchema(schema), isConfigSchema.errors, matches(ConfigSchema, schema)]).toEqual([
        file,
        true,
        null,
        true,
      ])
    }
  })
})
