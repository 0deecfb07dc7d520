import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPlan, Executor, type ExecutorOptions, type ToolRunner } from '../../src/index.ts'
import { listLeftProcesses } from '../world.ts'
import { canSandbox } from './can-sandbox.ts'

/** Reports what it can read and its folder; keeps data and registers an asset. */
const tool = `
import fs from 'node:fs'
const { input, skill, assetsDir } = JSON.parse(fs.readFileSync(0, 'utf8'))
const say = (event) => console.log(JSON.stringify({ version: '0', ...event }))
const canRead = (path) => { try { return fs.readFileSync(path, 'utf8') !== '' } catch { return false } }
fs.mkdirSync(assetsDir, { recursive: true })
fs.writeFileSync(assetsDir + '/picture.txt', 'picture of ' + input.name)
fs.appendFileSync(skill.dataDir + '/kept', input.name + ';')
say({ type: 'asset', assetId: 'a', kind: 'text', mediaType: 'text/plain', path: assetsDir + '/picture.txt' })
say({ type: 'state_patch', patch: { readsNotes: canRead(input.notes), assetsDir } })
say({ type: 'done', ok: true })
`

function world(options: ExecutorOptions = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'narratoria-demanded-')))
  const skill = join(folder, 'skill')
  mkdirSync(join(skill, 'scripts'), { recursive: true })
  writeFileSync(join(skill, 'skill.json'), '{}')
  const toolPath = join(skill, 'scripts/act.mjs')
  writeFileSync(toolPath, tool)
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'private')
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const describeTool = (sandbox?: { network?: boolean }) => () => ({
    prewarm: true,
    ...(sandbox && { sandbox }),
    request: { skill: { name: 'skill', dataDir, config: {} } },
  })
  const executor = new Executor({ cwd: folder, killGraceMs: 200, ...options })
  onTestFinished(async () => {
    await executor.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const run = (name: string, sandbox?: { network?: boolean }) =>
    executor.execute(createPlan([{ toolPath, input: { name, notes }, retryPolicy: { maxRetries: 0 } }]), {
      describeTool: describeTool(sandbox),
      request: { assetsDir: join(folder, 'assets', name) },
    })
  const prewarm = (sandbox?: { network?: boolean }) =>
    executor.prewarm(toolPath, { describeTool: describeTool(sandbox) })
  return { folder, dataDir, executor, run, prewarm }
}

const scratchRoots = () => readdirSync(tmpdir()).filter((name) => name.startsWith('narratoria-sandbox-'))

describe.runIf(canSandbox)('a tool whose description demands a sandbox', () => {
  it('runs in one, and others of the same executor do not', async () => {
    const { run } = world()
    expect((await run('outside')).state.readsNotes).toBe(true)
    const confined = await run('inside', {})
    expect(confined).toMatchObject({ success: true, state: { readsNotes: false } })
  })

  it('can wait in its sandbox for its request: it keeps data and registers assets as if started cold', async () => {
    const { run, prewarm, executor, dataDir, folder } = world()
    const before = scratchRoots()
    await prewarm({})
    const warm = await run('warm', {})
    const cold = await run('cold', {})
    for (const [result, name] of [
      [warm, 'warm'],
      [cold, 'cold'],
    ] as const) {
      expect(result).toMatchObject({ success: true, state: { readsNotes: false } })
      const [asset] = result.assets
      expect(readFileSync(asset!.path, 'utf8')).toBe(`picture of ${name}`)
      expect(asset!.path.startsWith(join(folder, 'assets', name))).toBe(true)
    }
    // A process that waited has a folder that was made before its request.
    expect(warm.state.assetsDir).toMatch(/narratoria-sandbox-/)
    expect(cold.state.assetsDir).toBe(join(folder, 'assets/cold/0-1'))
    // A process that waits for another sandbox is not used.
    await prewarm({ network: true })
    expect((await run('other', {})).state.assetsDir).toBe(join(folder, 'assets/other/0-1'))
    expect(readFileSync(join(dataDir, 'kept'), 'utf8')).toBe('warm;cold;other;')
    await executor.close()
    expect(scratchRoots().filter((name) => !before.includes(name))).toEqual([])
    await expect.poll(() => listLeftProcesses()).toEqual([])
  })

  it('cannot see the files of other waiting processes of its skill', async () => {
    const { run, prewarm } = world()
    await prewarm({})
    const first = await run('one', {})
    await prewarm({})
    const second = await run('two', {})
    expect(second.state.assetsDir).not.toBe(first.state.assetsDir)
    expect(existsSync(join(second.state.assetsDir as string, '../..', 'assets'))).toBe(false)
  })
})

it('runs by the sandbox runner of the host, if it has one', async () => {
  const started: string[] = []
  const runnerNamed = (name: string): ToolRunner => ({
    start() {
      started.push(name)
      return { outcome: Promise.resolve({ done: { version: '0', type: 'done', ok: true } }), cancel() {} }
    },
  })
  const { run } = world({ runner: runnerNamed('runner'), sandboxRunner: runnerNamed('sandbox') })
  await run('one')
  await run('two', {})
  expect(started).toEqual(['runner', 'sandbox'])
})
