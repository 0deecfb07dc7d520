import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npmInstall, packPackage, publishablePackages } from '../packages.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const packages = publishablePackages()
const nodeTypes = /'@types\/node': (\S+)/.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))?.[1]

/** A project outside the workspace that installs the tarballs as a stranger installs the published packages. */
let project = ''

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'narratoria-consumer-'))
  cpSync(join(here, 'fixtures', 'consumer'), project, { recursive: true })
  const tarballs = packages.map(({ name, dir }) => [name, `file:${packPackage(dir, project)}`])
  const dependencies = { ...Object.fromEntries(tarballs), '@types/node': nodeTypes }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module', dependencies }))
  npmInstall(project)
}, 300_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

/** What the project's package.json of an installed package says. */
function installed(name: string): { version: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'))
}

describe('the packed packages in an empty project', () => {
  it('play a turn with a skill of the project', () => {
    const told = execFileSync(process.execPath, ['program.ts'], { cwd: project, encoding: 'utf8' })
    const { narrative, seen, ...rest } = JSON.parse(told) as { narrative: string; seen: string[] }
    expect(rest).toEqual({
      state: { bell: { rung: true } },
      fallback: false,
      merged: { bell: { rung: true } },
      tested: true,
    })
    expect(narrative).toContain('a bell answers')
    expect(seen[0]).toBe('turn_started')
    expect(seen.at(-1)).toBe('turn_finished')
  })

  it.each(['typescript-5.9', 'typescript', 'typescript-7'])('type-check with %s, declarations included', (compiler) => {
    const compile = join(root, 'node_modules', compiler, 'bin', 'tsc')
    const checked = spawnSync(process.execPath, [compile, '-p', project], { cwd: project, encoding: 'utf8' })
    expect(`${checked.stdout}${checked.stderr}`).toBe('')
    expect(checked.status).toBe(0)
  })

  it('play a turn on the command line with the skills that come with it', () => {
    const args = ['play', '--prompt', 'I light the torch', '--json']
    const env = { ...process.env, NARRATORIA_HOME: join(project, 'home') }
    const bin = join(project, 'node_modules', '@narratoria', 'cli', 'bin', 'narratoria.js')
    const told = execFileSync(process.execPath, [bin, ...args], { cwd: tmpdir(), env, encoding: 'utf8' })
    expect(JSON.parse(told)).toMatchObject({ fallback: false, result: { success: true } })
  })

  it('bring no model runtime', () => {
    const modules = readdirSync(join(project, 'node_modules'))
    expect(modules).toContain('typebox')
    expect(modules.filter((name) => name.includes('llama'))).toEqual([])
  })

  it.each(packages.map(({ name }) => name))('%s holds its licence, its README and no workspace address', (name) => {
    const files = readdirSync(join(project, 'node_modules', name))
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(JSON.stringify(installed(name))).not.toMatch(/workspace:|catalog:/)
    expect(existsSync(join(project, 'node_modules', name, 'src'))).toBe(false)
  })
})
