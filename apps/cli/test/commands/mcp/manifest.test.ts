import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { narratoria } from '../../command-line.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'))

interface Manifest {
  $schema: string
  name: string
  description: string
  version: string
  packages: {
    identifier: string
    version: string
    transport: { type: string }
    packageArguments: { value: string }[]
  }[]
}

const text = { type: 'string' }
const filled = { type: 'string', minLength: 1 }
const input = {
  description: text,
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  value: text,
  default: text,
  placeholder: text,
  choices: { type: 'array', items: text },
  variables: { type: 'object' },
}
const exact = { type: 'object', additionalProperties: false }
const positional = {
  ...exact,
  properties: { ...input, type: { const: 'positional' }, valueHint: text, isRepeated: { type: 'boolean' } },
  required: ['type'],
  anyOf: [{ required: ['value'] }, { required: ['valueHint'] }],
}
const named = {
  ...exact,
  properties: { ...input, type: { const: 'named' }, name: filled, isRepeated: { type: 'boolean' } },
  required: ['type', 'name'],
}
const list = (items: object) => ({ type: 'array', items })

/**
 * The rules of the registry's schema for a package that runs over standard input, in our own words. Properties that the registry
 * would ignore are refused here, so that a misspelt one is found.
 */
const rules = {
  ...exact,
  required: ['$schema', 'name', 'description', 'version', 'packages'],
  properties: {
    $schema: {
      type: 'string',
      pattern: String.raw`^https://static\.modelcontextprotocol\.io/schemas/\d{4}-\d\d-\d\d/server\.schema\.json$`,
    },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    // Ranges are refused.
    version: { type: 'string', maxLength: 255, pattern: String.raw`^\d+\.\d+\.\d+(?:-[\w.]+)?$` },
    websiteUrl: { type: 'string', pattern: '^https://' },
    repository: {
      ...exact,
      properties: { url: filled, source: filled, id: text, subfolder: text },
      required: ['url', 'source'],
    },
    packages: {
      type: 'array',
      minItems: 1,
      items: {
        ...exact,
        required: ['registryType', 'identifier', 'version', 'transport'],
        properties: {
          registryType: { enum: ['npm', 'pypi', 'oci', 'nuget', 'mcpb'] },
          registryBaseUrl: { type: 'string', pattern: '^https://' },
          identifier: filled,
          version: { type: 'string', minLength: 1, not: { const: 'latest' } },
          fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
          runtimeHint: text,
          transport: { ...exact, properties: { type: { const: 'stdio' } }, required: ['type'] },
          runtimeArguments: list({ anyOf: [positional, named] }),
          packageArguments: list({ anyOf: [positional, named] }),
          environmentVariables: list({ ...exact, properties: { ...input, name: filled }, required: ['name'] }),
        },
      },
    },
  },
}

it('the manifest for MCP registries keeps the rules of their schema, which find what is wrong', () => {
  const keeps = new Ajv({ allErrors: true }).compile(rules)
  const manifest = read('server.json') as Manifest
  expect(keeps(manifest), JSON.stringify(keeps.errors)).toBe(true)
  const [published] = manifest.packages
  const wrong = [
    { ...manifest, name: 'narratoria' },
    { ...manifest, description: 'x'.repeat(101) },
    { ...manifest, version: '^1.2.3' },
    { ...manifest, packages: [{ ...published, version: 'latest' }] },
    { ...manifest, packages: [{ ...published, transport: {} }] },
    { ...manifest, packages: [{ ...published, packageArguments: [{ type: 'positional' }] }] },
    { ...manifest, packages: [{ ...published, enviromentVariables: [] }] },
  ]
  for (const each of wrong) expect(keeps(each), JSON.stringify(each)).toBe(false)
})

it('the manifest for MCP registries names this package, its version and a command that exists', async () => {
  const { name, version, mcpName, files } = read('package.json') as Record<string, string>
  const manifest = read('server.json') as Manifest
  expect(manifest).toMatchObject({ name: mcpName, version })
  // The rules of the official registry.
  expect(manifest.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(manifest.description.length).toBeLessThanOrEqual(100)
  expect(manifest.$schema).toMatch(
    /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/[\d-]+\/server\.schema\.json$/,
  )
  expect(files).toContain('server.json')
  const [published] = manifest.packages
  expect(published).toMatchObject({ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } })
  const command = published!.packageArguments.map(({ value }) => value)
  expect((await narratoria([...command, '--help'])).stdout).toContain('narratoria mcp serve')
})
