import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, textOf } from './markdown.ts'

const [, promised = ''] = /## Promised\n([\s\S]*?)\n## /.exec(textOf('docs/security.md')) ?? []
const promises = promised
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:about|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, about = '', , tests = '']) => ({
    about,
    paths: Array.from(tests.matchAll(/`([^`]+)`/g), ([, path]) => path!),
  }))

/** Whether a file, or a file of a folder, declares a test. */
function hasTests(path: string): boolean {
  const full = join(root, path)
  if (!existsSync(full)) return false
  const files = statSync(full).isDirectory() ? globSync('**/*.test.ts', { cwd: full }) : ['']
  return files.some((file) => /^\s*(?:it|test|describe\w*)\b/m.test(readFileSync(join(full, file), 'utf8')))
}

describe('docs/security.md', () => {
  it('has promises', () => expect(promises.length).toBeGreaterThan(10))

  it.each(promises)('names existing tests for its promise about $about', ({ paths }) => {
    expect(paths).not.toEqual([])
    expect(paths.filter((path) => !hasTests(path))).toEqual([])
  })
})
