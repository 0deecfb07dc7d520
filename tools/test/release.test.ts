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
const version = readVersion(join(root, 'packages', 'protocol', 'package.json'))

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'narratoria-release-'))
  const manifests = globSync('{packages,apps,skills,examples}/*/package.json', { cwd: root })
  const others = ['benchmarks/package.json', 'package.json', 'pnpm-workspace.yaml', '.changeset', 'tools/version.mjs']
  for (const file of new Set([...manifests, ...others, ...filesWith(version)]))
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
    // What `npm run version-packages` calls.
    execFileSync(process.execPath, ['tools/version.mjs'], { cwd: copy, stdio: 'pipe' })
    const places = publishablePackages().map(({ dir }) => join(copy, dir.slice(root.length)))
    const versions = places.map((dir) => readVersion(join(dir, 'package.json')))
    expect(new Set(versions).size).toBe(1)
    expect(versions[0]).not.toBe(version)
    for (const dir of places) expect(readFileSync(join(dir, 'CHANGELOG.md'), 'utf8')).toContain(`## ${versions[0]}`)
    expect(readFileSync(join(copy, 'packages', 'protocol', 'CHANGELOG.md'), 'utf8')).toContain('Tried in a copy.')
    expect(readdirSync(join(copy, '.changeset'))).not.toContain('tried.md')
  })

  it('leaves the old version in no committed file', () => {
    expect(filesWith(version).length).toBeGreaterThan(publishablePackages().length)
    // Where this names a file of yours: let tools/version.mjs bring it up to date, or state no version of Narratoria there.
    expect(filesWith(version).filter((file) => states(join(copy, file), version))).toEqual([])
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

/** The committed files that state the version of the published packages; not those that tell of others or of the past. */
function filesWith(wanted: string): string[] {
  const no = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '*CHANGELOG.md']
  // Private packages have versions of their own.
  no.push('skills/*/package.json', 'skills/*/skill.json', 'examples/*/package.json', 'benchmarks/package.json')
  // The first version of a skill that somebody begins; it does not follow Narratoria's.
  no.push('packages/tool-sdk/src/scaffold/scaffold.ts')
  const args = ['grep', '-lF', wanted, '--', '.', ...no.map((file) => `:!${file}`)]
  const found = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return found.filter((file) => file && states(join(root, file), wanted))
}

/** Whether a file states a version, and not only a longer number with it inside. */
function states(file: string, wanted: string): boolean {
  const number = wanted.replaceAll('.', String.raw`\.`)
  return new RegExp(String.raw`(?<![\d.])${number}(?![\d-]|\.\d)`).test(readFileSync(file, 'utf8'))
}

function readVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
