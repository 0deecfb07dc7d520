import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './markdown.ts'

const mostLines = 400

/** Files that are longer than others may be, and why. */
const longFiles: Record<string, string> = {
  'pnpm-lock.yaml': 'written by pnpm',
  'apps/web/openapi.json': 'written from the schemas',
  'packages/planner/src/eval/prompts.json': 'the evaluation set: data, one prompt an entry',
  'packages/protocol/conformance-kit/*': 'the conformance cases: data, one case a file, and their index',
  'packages/protocol/contracts/*': 'written from the schemas',
  'docs/requirements/data-model.md': 'written from data-model.json',
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

/** Test files that are about no single source, so that they lie beside the folders, and why; a name alone holds everywhere. */
const wholeTests: Record<string, string> = {
  'public-api.test.ts': 'pins every name that a package publishes',
  'apps/cli/test/contracts.test.ts': 'holds what several commands print to the published contracts',
  'apps/cli/test/old-node.test.ts': 'bin/narratoria.js, which lies outside of the sources',
  'apps/cli/test/secrets.test.ts': 'a secret on its way through every command and file',
  'apps/cli/test/shipped-skills.test.ts': 'the shipped skills as a player has them: played, asked for and set',
  'apps/web/test/browser-missing.test.ts': 'the tests of the page, on a machine without a browser',
  'apps/web/test/server/secrets.test.ts': 'a secret on its way through every route and event',
  'packages/planner/test/docs.test.ts': 'the code of the guides, copied from their pages',
  'packages/protocol/test/contracts.test.ts': 'the published contracts against all of the schemas',
  'packages/runtime/test/contracts.test.ts': 'holds whole turns to the published contracts',
  'packages/runtime/test/secrets.test.ts': 'a secret on its way through turns, exports and stores',
  'packages/skills/test/readme.test.ts': 'the code of the README and of a guide',
  'packages/story/test/soak.test.ts': 'a hundred ticks with faults of everything that a tick uses',
  'packages/tool-sdk/test/docs.test.ts': 'the code of the guides, copied from their pages',
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
  // The server of the web app is a program of its own, with folders of its own.
  const besideFolders = tests.filter((file) => /\/test\/(?:server\/)?[^/]+\.test\.tsx?$/.test(file))
  const isOwn = (folder: string) => afterTest(folder).split('/')[0]! in ownFolders

  it.each(folders)('%s mirrors a folder of sources, or has a reason not to', (folder) => {
    expect(existsSync(join(root, sourceOf(folder))) || isOwn(folder)).toBe(true)
  })

  it.each(besideFolders)('%s is named like a source beside it or its package, or has a reason not to', (file) => {
    const name = basename(file).replace(/\.test\.tsx?$/, '')
    const isAboutSource = ['ts', 'tsx'].some((end) => existsSync(join(root, sourceOf(dirname(file)), `${name}.${end}`)))
    const isAboutPackage = name === basename(file.slice(0, file.indexOf('/test/')))
    expect(isAboutSource || isAboutPackage || listingOf(file) !== undefined).toBe(true)
  })

  it('have a reason only where they need one', () => {
    const used = new Set([
      ...besideFolders.map(listingOf),
      ...folders
        .filter((folder) => !existsSync(join(root, sourceOf(folder))))
        .map((folder) => afterTest(folder).split('/')[0]),
    ])
    expect([...Object.keys(wholeTests), ...Object.keys(ownFolders)].filter((listed) => !used.has(listed))).toEqual([])
  })

  it.each(globSync('{packages,apps,skills,examples}/*', { cwd: root }))('%s has some', (folder) => {
    expect(tests.concat(tracked).some((file) => file.startsWith(`${folder.replaceAll('\\', '/')}/test/`))).toBe(true)
  })
})

/** What follows `test/` in a path: `store/sqlite`. */
function afterTest(path: string): string {
  return /\/test\/(.*)$/.exec(path)?.[1] ?? ''
}

/** The folder of sources that a folder of tests mirrors. */
function sourceOf(folder: string): string {
  return folder.replace(/\/test(?=\/|$)/, '/src')
}

/** The entry of `wholeTests` that a test file has, by its path or its name. */
function listingOf(file: string): string | undefined {
  return [file, basename(file)].find((listed) => listed in wholeTests)
}
