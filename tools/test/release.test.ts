import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishablePackages } from '../packages.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const shell = process.platform === 'win32'

/** The workspace's manifests in a repository of their own, so that nothing here touches the project's. */
let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'narratoria-release-'))
  const manifests = globSync('{packages,apps,skills,examples}/*/package.json', { cwd: root })
  for (const file of [...manifests, 'benchmarks/package.json', 'package.json', 'pnpm-workspace.yaml', '.changeset'])
    cpSync(join(root, file), join(copy, file), { recursive: true })
  // A change of every kind that a package may have had since the last release.
  writeFileSync(join(copy, '.changeset', 'tried.md'), "---\n'@narratoria/protocol': patch\n---\n\nTried in a copy.\n")
  const identity = ['-c', 'user.name=release', '-c', 'user.email=release@localhost', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'Copy'],
  ])
    execFileSync('git', args, { cwd: copy })
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('a release', () => {
  it('raises every published package to one new version, and tells why', () => {
    execFileSync('changeset', ['version'], { cwd: copy, stdio: 'pipe', shell })
    const places = publishablePackages().map(({ dir }) => join(copy, dir.slice(root.length)))
    const versions = places.map((dir) => readVersion(join(dir, 'package.json')))
    expect(new Set(versions).size).toBe(1)
    expect(versions[0]).not.toBe(readVersion(join(root, 'packages', 'protocol', 'package.json')))
    for (const dir of places) expect(readFileSync(join(dir, 'CHANGELOG.md'), 'utf8')).toContain(`## ${versions[0]}`)
    expect(readFileSync(join(copy, 'packages', 'protocol', 'CHANGELOG.md'), 'utf8')).toContain('Tried in a copy.')
    expect(readdirSync(join(copy, '.changeset'))).not.toContain('tried.md')
  })

  it('would publish every package, and says so with no registry in reach', () => {
    const nowhere = [
      '--config.registry=http://127.0.0.1:9/',
      '--config.fetchRetries=0',
      '--config.verifyDepsBeforeRun=false',
    ]
    const args = [...nowhere, '-r', 'publish', '--dry-run', '--no-git-checks', '--ignore-scripts']
    const told = execFileSync('pnpm', args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell })
    for (const { name } of publishablePackages()) expect(told).toContain(`${name}@`)
    expect(told).not.toContain('@narratoria/skill-')
  })
})

function readVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
