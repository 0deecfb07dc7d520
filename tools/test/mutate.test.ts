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

/** Tests that write a report, red where a condition of the shell holds, and then do something more. */
function tests(red: string, more = ''): void {
  const report = (status: string, numFailedTests: number) =>
    JSON.stringify({ numFailedTests, numPassedTests: 1, testResults: [{ name: 'bell.test.ts', status }] })
  const file = join(project, 'node_modules/.mutation.json')
  program(
    'vitest',
    `if ${red}; then echo '${report('failed', 1)}'; else echo '${report('passed', 0)}'; fi > ${file}\necho ran >> runs\n${more}`,
  )
}
const whereBroken = 'grep -q still packages/one/src/bell.ts'
const runs = () => readFileSync(join(project, 'runs'), 'utf8').trimEnd().split('\n').length

function mutate(...ids: string[]) {
  const env = { ...process.env, PATH: [join(project, 'bin'), process.env.PATH].join(delimiter) }
  const child = spawn(process.execPath, [join(project, 'tools/mutate.mjs'), ...ids], { env, cwd: project })
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
    tests('false', `if ${whereBroken}; then touch testing; exec sleep 60; fi`)
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

  it('calls noticed what only the broken code fails, after one run of the same tests unbroken', async () => {
    tests(whereBroken)
    const { code, out } = await mutate().ended
    expect(out).toBe(
      'noticed    FR-001: bell\nnoticed    FR-002: bell\nmutations: every broken behaviour was noticed\n',
    )
    expect([code, runs()]).toEqual([0, 3])
  })

  it('calls unnoticed what the tests pass with', async () => {
    tests('false')
    const { code, out } = await mutate('FR-002').ended
    expect([code, out]).toEqual([1, 'UNNOTICED  FR-002: bell\nmutations: 1 not noticed\n'])
  })

  it('does not judge by tests that fail with nothing broken, and names them', async () => {
    tests('true')
    const { code, out, err } = await mutate().ended
    expect(out).toBe('red before FR-001: bell\nred before FR-002: bell\nmutations: 2 not noticed\n')
    expect([code, runs(), err]).toEqual([1, 1, expect.stringContaining('cannot judge: bell.test.ts')])
    expect(source()).toBe('rings')
  })

  it('does not call it noticed when there is nothing to break', async () => {
    const { code, err } = await mutate('FR-001', 'FR-999').ended
    expect([code, err]).toEqual([1, expect.stringContaining('breaks nothing of FR-999')])
  })

  it('goes on after a change that does not build', async () => {
    tests('false')
    program('pnpm', 'grep -q rings src/bell.ts && cp src/bell.ts dist')
    const { code, out } = await mutate().ended
    expect(out).toMatch(/^no build {3}FR-001: bell\nno build {3}FR-002: bell\n/)
    expect([code, built()]).toEqual([1, 'rings'])
  })

  it('ends with an error when the code cannot be built again as it was', async () => {
    tests('false')
    program('pnpm', 'grep -q still src/bell.ts && cp src/bell.ts dist')
    const { code, out, err } = await mutate().ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('run "pnpm run build" in packages/one')
    expect(source()).toBe('rings')
  })
})
