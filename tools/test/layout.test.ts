import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './markdown.ts'

const mostLines = 400

/** Files that are longer than others may be, and why. */
const longFiles: Record<string, string> = {
  'pnpm-lock.yaml': 'written by pnpm',
  'apps/web/openapi.json': 'written from the schemas',
  'packages/planner/src/eval/prompts.json': 'the evaluation set: data, one prompt an entry',
  'packages/protocol/conformance-kit/*': 'written by the kit: transcripts and their index',
  'packages/protocol/contracts/*': 'written from the schemas',
  'docs/requirements/data-model.json': 'a table as data, one part of the data model an entry',
  'tools/mutations.json': 'a table as data, one behaviour to break an entry',
}

/** Folders of tests that stand for no folder of sources, and why. */
const ownFolders: Record<string, string> = {
  fixtures: 'little programs that tests start',
  support: 'what several tests of a folder share',
  conformance: 'the kit of the protocol, run against this package',
  injection: 'attacks that cross all of the sources',
  browser: 'the page as a whole, in a real browser',
}

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)))

describe('files', () => {
  const texts = tracked.filter((file) => /\.(ts|tsx|mjs|js|json|yaml|yml|md|css|html|c|py|sh)$/.test(file))
  const long = texts.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1 > mostLines)
  const isListed = (file: string, listed: string) =>
    listed.endsWith('/*') ? file.startsWith(listed.slice(0, -1)) : file === listed

  it(`are under ${mostLines} lines, or have a reason`, () => {
    expect(long.filter((file) => !Object.keys(longFiles).some((listed) => isListed(file, listed)))).toEqual([])
  })

  it('have a reason only where they need one', () => {
    expect(Object.keys(longFiles).filter((listed) => !long.some((file) => isListed(file, listed)))).toEqual([])
  })
})

describe('tests', () => {
  const tests = tracked.filter((file) => /^(packages|apps|skills)\/[^/]+\/test\//.test(file))
  const folders = [...new Set(tests.map(dirname))].filter((folder) => /\/test\/./.test(folder))

  it.each(folders)('%s mirrors a folder of sources, or has a reason not to', (folder) => {
    const named = folder.slice(folder.indexOf('/test/') + '/test/'.length)
    const mirrored = join(root, folder.slice(0, folder.indexOf('/test/')), 'src', named)
    expect(existsSync(mirrored) || named.split('/').some((part) => part in ownFolders)).toBe(true)
  })

  it.each(globSync('{packages,apps,skills,examples}/*', { cwd: root }))('%s has some', (folder) => {
    expect(tests.concat(tracked).some((file) => file.startsWith(`${folder.replaceAll('\\', '/')}/test/`))).toBe(true)
  })
})
