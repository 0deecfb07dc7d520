import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRequirements } from '../requirements.mjs'

/** The problems of a project with one test file and these requirements. */
function problemsOf(testFile: string, ids = ['FR-001']): string[] {
  const project = mkdtempSync(join(tmpdir(), 'narratoria-requirements-'))
  try {
    for (const folder of ['docs/requirements', 'packages/one/test'])
      mkdirSync(join(project, folder), { recursive: true })
    const requirements = ids.map((id) => ({ id, text: 'A bell rings.' }))
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
  `it("FR-001, SC-002: rings it's bell", { timeout: 5 }, () => rings())`,
  `it.each([\n  1,\n])('FR-001: rings %i', () => rings())`,
  `describe('FR-001: bells', () => { it('ring', () => rings()) })`,
])('a requirement is covered by %s', (text) => {
  expect(problemsOf(text, ['FR-001']).filter((problem) => problem.startsWith('FR-001'))).toEqual([])
})

it.for([
  `it.skip('FR-001: rings', () => rings())`,
  `it.todo('FR-001: rings')`,
  `describe.skip('FR-001: bells', () => rings())`,
  `// it('FR-001: rings', () => rings())`,
  `it('rings, unlike FR-001: ', () => rings())`,
])('a requirement is not covered by %s', (text) => {
  expect(problemsOf(text)).toEqual(['FR-001 has no test and no reason'])
})

it.for(['FR-099', 'SC-099', '001 §99', '001 §98.1', 'P3 §99'])('a test may not name %s, which does not exist', (id) => {
  expect(problemsOf(`it('FR-001, ${id}: rings', () => rings())`)[0]).toBe(
    `packages/one/test/one.test.ts names ${id}, which does not exist`,
  )
})

it('a test may name a section, or a part of a section that is required', () => {
  const text = `it('FR-001, 001 §4.1, 001 §4, 001 §12, 001 §12.2, P3 §1: rings', () => rings())`
  expect(problemsOf(text, ['FR-001', '001 §4.1', '001 §12', 'P3 §1'])).toEqual([])
})
