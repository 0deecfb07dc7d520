import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './markdown.ts'

/** What the check complains of, of a project that has one requirement and one test file. */
function complaintsOf(testFile: string): string {
  const project = mkdtempSync(join(tmpdir(), 'narratoria-requirements-'))
  try {
    for (const folder of ['tools', 'docs/requirements', 'packages/one/test'])
      mkdirSync(join(project, folder), { recursive: true })
    cpSync(join(root, 'tools/requirements.mjs'), join(project, 'tools/requirements.mjs'))
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction')
    const requirements = [{ id: 'FR-001', text: 'A bell rings.' }]
    writeFileSync(join(project, 'docs/requirements/requirements.json'), JSON.stringify(requirements))
    writeFileSync(join(project, 'docs/requirements/not-covered.json'), '[]')
    writeFileSync(join(project, 'packages/one/test/one.test.ts'), testFile)
    return spawnSync(process.execPath, [join(project, 'tools/requirements.mjs')], { encoding: 'utf8' }).stderr
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

it.for([
  `it('FR-001: rings', () => {})`,
  `it("FR-001: rings it's bell", { timeout: 5 }, () => {})`,
  `it.each([1, 2])('FR-001: rings %i', () => {})`,
  `it.skipIf(windows)('FR-001: rings', () => {})`,
  `describe('bells', () => { it(\`FR-001: rings \${often}\`, () => {}) })`,
])('a test that runs proves its requirement: %s', (text) => {
  expect(complaintsOf(text)).toBe('')
})

it.for([
  `it.skip('FR-001: rings', () => {})`,
  `test.skip('FR-001: rings', () => {})`,
  `it.skip.each([1])('FR-001: rings %i', () => {})`,
  `it.todo('FR-001: rings')`,
  `it.todo('FR-001: rings', () => {})`,
  `it('FR-001: rings', { skip: true }, () => {})`,
  `describe.skip('FR-001: bells', () => {})`,
  `describe.skip('bells', () => { it('FR-001: rings', () => {}) })`,
  `// it('FR-001: rings', () => {})`,
])('a test that never runs proves nothing: %s', (text) => {
  expect(complaintsOf(text)).toBe('requirements: FR-001 has no test and no reason\n')
})
