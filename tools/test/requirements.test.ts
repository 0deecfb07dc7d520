import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRequirements } from '../requirements.mjs'

/** What the check complains of, of a project that has a requirement, or some more, and one test file. */
function complaintsOf(testFile: string, more: string[] = []): string[] {
  const project = mkdtempSync(join(tmpdir(), 'narratoria-requirements-'))
  try {
    for (const folder of ['docs/requirements', 'packages/one/test'])
      mkdirSync(join(project, folder), { recursive: true })
    const requirements = ['FR-001', ...more].map((id) => ({ id, text: 'A bell rings.' }))
    writeFileSync(join(project, 'docs/requirements/requirements.json'), JSON.stringify(requirements))
    writeFileSync(join(project, 'docs/requirements/not-covered.json'), '[]')
    writeFileSync(join(project, 'packages/one/test/one.test.ts'), testFile)
    return readRequirements(project).problems
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

it.for([
  `it('FR-001: rings', () => rings())`,
  `it("FR-001: rings it's bell", { timeout: 5 }, () => rings())`,
  `it.each([1, 2])('FR-001: rings %i', () => rings())`,
  `it.skipIf(windows)('FR-001: rings', () => rings())`,
  `describe('bells', () => { it(\`FR-001: rings \${often}\`, () => rings()) })`,
  `describe('FR-001: bells', () => { it.each([1])('ring %i', () => rings()) })`,
  `test.runIf(often).each([1])('FR-001: rings %i', async function () { await rings() })`,
  `it('FR-001: rings', () => rings(), 500)`,
])('a test that runs proves its requirement: %s', (text) => {
  expect(complaintsOf(text)).toEqual([])
})

it.for([
  `it.skip('FR-001: rings', () => rings())`,
  `test.skip('FR-001: rings', () => rings())`,
  `it.skip.each([1])('FR-001: rings %i', () => rings())`,
  `it.todo('FR-001: rings')`,
  `it.todo('FR-001: rings', () => rings())`,
  `it('FR-001: rings', { skip: true }, () => rings())`,
  `describe.skip('FR-001: bells', () => rings())`,
  `describe.skip('bells', () => { it('FR-001: rings', () => rings()) })`,
  `// it('FR-001: rings', () => rings())`,
])('a test that never runs proves nothing: %s', (text) => {
  expect(complaintsOf(text)).toEqual(['FR-001 has no test and no reason'])
})

it.for([
  `log('FR-001: rings', 1)`,
  `log('FR-001: rings', () => rings())`,
  `bell.it('FR-001: rings', () => rings())`,
  `it.rings('FR-001: rings', () => rings())`,
  `describe('FR-001: bells', () => { rings() })`,
  `describe('FR-001: bells', () => { it('ring', () => {}) })`,
  `describe('FR-001: bells', () => { it.skip('ring', () => rings()) })`,
  `it('FR-001: rings', () => {})`,
  `it('FR-001: rings', async () => { /* rings() */ })`,
  `it('FR-001: rings', () => undefined)`,
  `it('FR-001: rings', function () { return })`,
  `it.each([1])('FR-001: rings %i', () => {})`,
])('what is no test, or does nothing, proves nothing: %s', (text) => {
  expect(complaintsOf(text)).toEqual(['FR-001 has no test and no reason'])
})

it.for(['FR-099', 'SC-099', '001 §99', '001 §98.1', 'P3 §99', 'P3 §98.1'])(
  'a test may not name %s, which is none',
  (id) => {
    const [told] = complaintsOf(`it('FR-001, ${id}: rings', () => rings())`)
    expect(told).toBe(`packages/one/test/one.test.ts names ${id}, which does not exist`)
  },
)

it.for(['001 §4', '001 §4.1', '001 §12', '001 §12.2', 'P3 §1'])('a test may name %s', (id) => {
  const more = ['001 §4.1', '001 §12', 'P3 §1']
  expect(complaintsOf(`it('FR-001, 001 §4.1, 001 §12, P3 §1, ${id}: rings', () => rings())`, more)).toEqual([])
})
