import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from './markdown.ts'

let project = ''
const source = () => readFileSync(join(project, 'packages/one/src/bell.ts'), 'utf8')
const built = () => readFileSync(join(project, 'packages/one/dist'), 'utf8')

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'narratoria-mutate-'))
  for (const folder of ['tools', 'node_modules', 'bin', 'packages/one/src'])
    mkdirSync(join(project, folder), { recursive: true })
  cpSync(join(root, 'tools/mutate.mjs'), join(project, 'tools/mutate.mjs'))
  writeFileSync(join(project, 'packages/one/src/bell.ts'), 'rings')
  program('pnpm', 'cp src/bell.ts dist')
  const mutation = { file: 'packages/one/src/bell.ts', find: 'rings', replace: 'is still', build: 'packages/one' }
  const mutations = ['FR-001', 'FR-002'].map((requirement) => ({ requirement, breaks: 'bell', tests: [], ...mutation }))
  writeFileSync(join(project, 'tools/mutations.json'), JSON.stringify(mutations))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** Puts a program in place of the real one. */
function program(name: string, script: string): void {
  const path = join(project, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

function mutate(...ids: string[]) {
  const env = { ...process.env, PATH: [join(project, 'bin'), process.env.PATH].join(delimiter) }
  const child = spawn(process.execPath, [join(project, 'tools/mutate.mjs'), ...ids], { env })
  const told = { out: '', err: '' }
  child.stdout.on('data', (data) => (told.out += String(data)))
  child.stderr.on('data', (data) => (told.err += String(data)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...told }))
  return { child, ended }
}

describe('breaking behaviours (its stand-ins are shell scripts)', () => {
  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('puts source and build back when %s stops it', async ([signal, code], { onTestFinished }) => {
    program('vitest', `touch ${join(project, 'testing')}; exec sleep 60`)
    const { child, ended } = mutate()
    onTestFinished(() => void child.kill('SIGKILL'))
    await vi.waitUntil(() => existsSync(join(project, 'testing')), { timeout: 20_000 })
    expect([source(), built()]).toEqual(['is still', 'is still'])
    child.kill(signal)
    expect(await ended).toMatchObject({ code, out: '' })
    expect([source(), built()]).toEqual(['rings', 'rings'])
  })

  it('goes on after tests that write no report, and counts them as not noticed', async () => {
    program('vitest', 'exit 1')
    const { code, out } = await mutate().ended
    expect(out).toBe('no report  FR-001: bell\nno report  FR-002: bell\nmutations: 2 not noticed\n')
    expect(code).toBe(1)
  })

  it('does not call it noticed when there is nothing to break', async () => {
    const { code, err } = await mutate('FR-001', 'FR-999').ended
    expect([code, err]).toEqual([1, expect.stringContaining('breaks nothing of FR-999')])
  })

  it('goes on after a change that does not build', async () => {
    program('pnpm', 'grep -q rings src/bell.ts && cp src/bell.ts dist')
    const { code, out } = await mutate().ended
    expect(out).toMatch(/^no build {3}FR-001: bell\nno build {3}FR-002: bell\n/)
    expect([code, built()]).toEqual([1, 'rings'])
  })

  it('ends with an error when the code cannot be built again as it was', async () => {
    program('vitest', 'exit 0')
    program('pnpm', 'grep -q still src/bell.ts && cp src/bell.ts dist')
    const { code, out, err } = await mutate().ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('run "pnpm run build" in packages/one')
    expect(source()).toBe('rings')
  })
})
