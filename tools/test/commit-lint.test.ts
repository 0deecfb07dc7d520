import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findBodyFaults, findFaults } from '../commit-lint.mjs'
import { root } from './markdown.ts'

describe('the subject of a commit', () => {
  it.each([
    'Reject concurrent ticks',
    'Story: reject concurrent ticks',
    'Process one line',
    'Embed the font',
    'Format',
  ])('may be "%s"', (subject) => expect(findFaults(subject)).toEqual([]))

  it.each([
    ['Reject concurrent ticks.', 'ends with a period'],
    ['reject concurrent ticks', 'does not start with a capital letter'],
    [`Reject ${'x'.repeat(66)}`, 'is longer than 72 characters'],
    ['Rejected concurrent ticks', 'does not start with an imperative ("Rejected")'],
    ['Rejects concurrent ticks', 'does not start with an imperative ("Rejects")'],
    ['Story: rejecting ticks', 'does not start with an imperative ("rejecting")'],
    ['Made ticks one at a time', 'does not start with an imperative ("Made")'],
  ])('may not be "%s"', (subject, fault) => expect(findFaults(subject)).toEqual([fault]))
})

describe('the body of a commit', () => {
  it.each([
    ['Reject concurrent ticks', 'Two ticks wrote one scene.'],
    ['Version Packages', ''],
  ])('of "%s" may be "%s"', (subject, body) => expect(findBodyFaults({ subject, body })).toEqual([]))

  it('may not be empty', () => {
    const faults = findBodyFaults({ subject: 'Reject concurrent ticks', body: '' })
    expect(faults).toEqual(['has no body that gives the reason'])
  })
})

describe('the check of commits', () => {
  function makeRepository(): (...args: string[]) => string {
    const cwd = mkdtempSync(join(tmpdir(), 'narratoria-commits-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false']
    return (...args) => execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
  }
  const commit = ['commit', '-q', '--allow-empty', '-m']
  const reason = ['-m', 'The reason.']
  const lint = (cwd: string) =>
    spawnSync(process.execPath, [join(root, 'tools/commit-lint.mjs')], { cwd, encoding: 'utf8' })

  it('fails on a bad subject, in a shallow clone too, and ignores merges', () => {
    const git = makeRepository()
    git('init', '-q', '-b', 'main')
    git(...commit, 'Closes the lost window.', ...reason)
    git('checkout', '-q', '-b', 'side')
    git(...commit, 'Add a bell', ...reason)
    git('checkout', '-q', 'main')
    git(...commit, 'Add a rope', ...reason)
    git('merge', '-q', 'side', '-m', "Merge branch 'side' into main, a subject that is far longer than others may be.")
    const folder = git('rev-parse', '--show-toplevel').trim()
    const { status, stderr } = lint(folder)
    expect(status).toBe(1)
    expect(stderr.split('\n').map((line) => line.replace(/^commits: \w+ /, ''))).toEqual([
      'ends with a period: Closes the lost window.',
      'does not start with an imperative ("Closes"): Closes the lost window.',
      '',
    ])
    const shallow = join(folder, 'shallow')
    git('clone', '-q', '--depth', '1', pathToFileURL(folder).href, shallow)
    expect(lint(shallow)).toMatchObject({ status: 0, stderr: '' })
  })

  it('fails on a commit without a body, or with trailers alone', () => {
    const git = makeRepository()
    git('init', '-q', '-b', 'main')
    git(...commit, 'Add a bell', ...reason)
    git(...commit, 'Add a rope')
    git(...commit, 'Add a key', '-m', 'Reviewed-by: Ida <ida@localhost>')
    git(...commit, 'Add a door', ...reason, '-m', 'Reviewed-by: Ida <ida@localhost>')
    git(...commit, 'Version Packages')
    const { status, stderr } = lint(git('rev-parse', '--show-toplevel').trim())
    expect(status).toBe(1)
    expect(stderr.split('\n').map((line) => line.replace(/^commits: \w+ /, ''))).toEqual([
      'has no body that gives the reason: Add a key',
      'has no body that gives the reason: Add a rope',
      '',
    ])
  })
})
