import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
