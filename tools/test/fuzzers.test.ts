import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, textOf } from './markdown.ts'

/** Each input that others write, with the test that makes random ones. `npm run fuzz` and the nightly run make millions. */
const inputs: Record<string, string> = {
  'output of a tool': 'packages/protocol/test/read/reader.property.test.ts',
  plan: 'packages/executor/test/plan/random-plans.test.ts',
  manifest: 'packages/skills/test/manifest/random-manifests.test.ts',
  campaign: 'packages/campaigns/test/random-campaigns.test.ts',
  'imported session': 'packages/runtime/test/export/random-imports.test.ts',
  'card, lorebook and chat of other programs': 'packages/interchange/test/fuzz.test.ts',
  'MCP message of a client or a server': 'packages/mcp/test/random-messages.test.ts',
  'HTTP request': 'apps/web/test/server/random-requests.test.ts',
}

describe.each(Object.entries(inputs))('random input: %s', (_, file) => {
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''

  it('has properties whose number of cases can be set, and keeps the cases that it finds', () => {
    expect(text).toMatch(/fc\.assert\(/)
    expect(text).toMatch(/\bfuzz(?:AndKeep)?\b.*protocol\/test\/fuzz\.ts'|from '\.\.\/fuzz\.ts'/)
    expect(text).toContain('fuzzAndKeep')
  })

  it('is part of the long run', () => {
    const folder = file.slice(0, file.indexOf('/test/') + '/test/'.length)
    const long = ['', 'server/']
      .map((sub) => join(folder, sub, 'fuzz.slow.test.ts'))
      .find((path) => existsSync(join(root, path)))
    expect(long, `a file fuzz.slow.test.ts in ${folder}`).toBeDefined()
    expect(textOf(long!)).toContain(relative(dirname(long!), file).replaceAll('\\', '/'))
  })

  it('is named by the promise about random input', () => {
    expect(/^\| random input .*$/m.exec(textOf('docs/security.md'))?.[0]).toContain(`\`${file}\``)
  })
})
