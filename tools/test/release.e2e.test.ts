import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishablePackages } from '../packages.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const shell = process.platform === 'win32'

/** A repository with a copy of the manifests, so that the tests do not change those of the project. */
let copy = ''
const version = readVersion(join(root, 'packages', 'protocol', 'package.json'))

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'narratoria-release-'))
  const manifests = globSync('{packages,apps,skills,examples}/*/package.json', { cwd: root })
  const others = ['benchmarks/package.json', 'package.json', 'pnpm-workspace.yaml', '.changeset', 'tools/version.mjs']
  for (const file of new Set([...manifests, ...others, ...filesWith(version)]))
    cpSync(join(root, file), join(copy, file), { recursive: true })
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
  it('gives every published package the same new version, with a change log', () => {
    execFileSync(process.execPath, ['tools/version.mjs'], { cwd: copy, stdio: 'pipe' })
    const dirs = publishablePackages().map(({ dir }) => join(copy, dir.slice(root.length)))
    const versions = dirs.map((dir) => readVersion(join(dir, 'package.json')))
    expect(new Set(versions).size).toBe(1)
    expect(versions[0]).not.toBe(version)
    for (const dir of dirs) expect(readFileSync(join(dir, 'CHANGELOG.md'), 'utf8')).toContain(`## ${versions[0]}`)
    expect(readFileSync(join(copy, 'packages', 'protocol', 'CHANGELOG.md'), 'utf8')).toContain('Tried in a copy.')
    expect(readdirSync(join(copy, '.changeset'))).not.toContain('tried.md')
  })

  it('leaves the old version in no committed file', () => {
    expect(filesWith(version).length).toBeGreaterThan(publishablePackages().length)
    // For a file that is listed here: update it in tools/version.mjs, or remove the version from it.
    expect(filesWith(version).filter((file) => states(join(copy, file), version))).toEqual([])
  })

  it('publishes every package; a dry run lists them without a registry', () => {
    const offline = [
      '--config.registry=http://127.0.0.1:9/',
      '--config.fetchRetries=0',
      '--config.verifyDepsBeforeRun=false',
    ]
    const args = [...offline, '-r', 'publish', '--dry-run', '--no-git-checks', '--ignore-scripts']
    const output = execFileSync('pnpm', args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell })
    for (const { name } of publishablePackages()) expect(output).toContain(`${name}@`)
    expect(output).not.toContain('@narratoria/skill-')
  })
})

/** The committed files that contain a version of the published packages; change logs and lock files are left out. */
function filesWith(version: string): string[] {
  const excluded = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '*CHANGELOG.md']
  // Private packages have versions of their own.
  excluded.push('skills/*/package.json', 'skills/*/skill.json', 'examples/*/package.json', 'benchmarks/package.json')
  // The first version of a new skill is not the version of Narratoria.
  excluded.push('packages/tool-sdk/src/scaffold/scaffold.ts')
  const args = ['grep', '-lF', version, '--', '.', ...excluded.map((file) => `:!${file}`)]
  const found = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return found.filter((file) => file && states(join(root, file), version))
}

/** Whether a file contains a version, not only as a part of a longer number. */
function states(file: string, version: string): boolean {
  const number = version.replaceAll('.', String.raw`\.`)
  return new RegExp(String.raw`(?<![\d.])${number}(?![\d-]|\.\d)`).test(readFileSync(file, 'utf8'))
}

function readVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
