import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ExecutorOptions, WorkerRunner } from '../../src/index.ts'
import { runnerContract, type ToolBehaviour } from '../../src/testing/index.ts'
import {
  canListProcesses,
  createFolder,
  createManualClock,
  createWorld,
  listLeftProcesses,
  planOf,
  readJournal,
  writeTool,
} from '../world.ts'

const emit = `const emit = (write, event) => write(JSON.stringify({ version: '0', ...event }) + '\\n')
const done = (write, ok = true) => emit(write, { type: 'done', ok })
const log = (write) => emit(write, { type: 'log', level: 'info', message: 'x' })
const forever = () => new Promise(() => setInterval(() => {}, 1_000))
`

/** What a tool of the contract does when it is called. */
const bodies: Record<Exclude<ToolBehaviour, 'missing'>, string> = {
  echo: `emit(write, { type: 'state_patch', patch: { echoed: request.input } }); done(write)`,
  fail: `done(write, false)`,
  hang: `log(write); await new Promise((end) => { setInterval(() => {}, 1_000); signal.addEventListener('abort', end) })`,
  stubborn: `log(write); await forever()`,
  many: `for (let at = 0; at < 20_000; at += 1) log(write); done(write)`,
}

/** A tool that is also a program, as `defineTool` makes one. */
function callable(body: string): string {
  return `${emit}const tool = { async call(request, { write, signal, print }) { ${body} } }
export default tool
if (!Reflect.has(globalThis, Symbol.for('narratoria.host'))) {
  const request = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'))
  await tool.call(request, { write: (line) => process.stdout.write(line), signal: new AbortController().signal, print: console.error })
}`
}

describe('workers: the contract of tool runners', () => {
  const cases = runnerContract(async () => {
    const cwd = await createFolder()
    for (const [name, body] of Object.entries(bodies)) await writeTool(cwd, `${name}.mjs`, callable(body))
    const runner = new WorkerRunner({ killGraceMs: 300 })
    onTestFinished(() => runner.close())
    return {
      runner: { start: (attempt) => runner.start({ ...attempt, worker: 'contract' }) },
      cwd,
      toolPath: (behaviour: ToolBehaviour) => join(cwd, `${behaviour}.mjs`),
    }
  })
  it.each(cases)('$name', ({ run }) => run())
})

/** An executor whose tools may all run in one worker. */
function createWorkerWorld(options: ExecutorOptions = {}) {
  return createWorld({ describeTool: () => ({ worker: 'shared', prewarm: true }), ...options })
}

const tellsPid = callable(`
  globalThis.calls = (globalThis.calls ?? 0) + 1
  emit(write, { type: 'state_patch', patch: { [request.input.as ?? 'pid']: process.pid, calls: globalThis.calls } })
  done(write)`)

/** Runs the tools one after another, each once, and returns the state. */
async function runAll(world: Awaited<ReturnType<typeof createWorld>>, tools: [name: string, input?: object][]) {
  const result = await world.executor.execute(
    planOf(
      tools.map(([toolPath, input = {}], at) => ({
        toolId: `t${at}`,
        toolPath,
        input: { ...input },
        retryPolicy: { maxRetries: 0 },
      })),
    ),
  )
  return result
}

describe('workers', () => {
  it('run several tools and attempts in one process, whose modules are loaded once', async () => {
    const world = await createWorkerWorld()
    await writeTool(world.folder, 'one.mjs', tellsPid)
    await writeTool(world.folder, 'two.mjs', tellsPid)
    await world.executor.prewarm('one.mjs')
    const { state } = await runAll(world, [
      ['one.mjs', { as: 'first' }],
      ['two.mjs', { as: 'second' }],
      ['one.mjs', { as: 'third' }],
    ])
    expect(state).toMatchObject({ first: state.second, second: state.third, calls: 3 })
    expect(state.first).not.toBe(process.pid)
    expect(listLeftProcesses().length).toBe(canListProcesses ? 1 : 0)
    await world.executor.close()
    await expect.poll(() => listLeftProcesses()).toEqual([])
  })

  it('are shared neither by other names nor by other environments', async () => {
    let description = { worker: 'shared', env: { COLOUR: 'red' } }
    const world = await createWorld({ describeTool: () => description })
    await writeTool(world.folder, 'one.mjs', tellsPid)
    const first = (await runAll(world, [['one.mjs']])).state.pid
    description = { worker: 'shared', env: { COLOUR: 'blue' } }
    const second = (await runAll(world, [['one.mjs']])).state.pid
    description = { worker: 'other', env: { COLOUR: 'red' } }
    const third = (await runAll(world, [['one.mjs']])).state.pid
    expect(new Set([first, second, third]).size).toBe(3)
  })

  it('write compiled code while they run, because they are killed in the end', async () => {
    const cache = join(await createFolder(), 'compiled')
    const world = await createWorld({ describeTool: () => ({ worker: 'shared', env: { NODE_COMPILE_CACHE: cache } }) })
    await writeTool(world.folder, 'one.mjs', tellsPid)
    await runAll(world, [['one.mjs']])
    const countFiles = async () =>
      (await readdir(cache, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile()).length
    // The program of the worker and the tool.
    await expect.poll(countFiles).toBeGreaterThan(1)
  })

  it('keep what tools print off the events, and report it if the tool fails', async () => {
    const world = await createWorkerWorld()
    await writeTool(
      world.folder,
      'prints.mjs',
      callable(`console.log('{"version":"0","type":"done","ok":true}'); print('why\\nit failed'); done(write, false)`),
    )
    const { toolResults } = await runAll(world, [['prints.mjs']])
    expect(toolResults[0]).toMatchObject({ state: 'failed', errorCode: 'tool_failed' })
    expect(toolResults[0]?.stderr).toContain('why\nit failed')
  })

  it('leave a program that cannot be called, and other languages, to processes of their own', async () => {
    const world = await createWorkerWorld()
    const output = `console.log('{"version":"0","type":"done","ok":true}')`
    await writeTool(
      world.folder,
      'program.mjs',
      `import { readFileSync } from 'node:fs'\nif (process.argv[1].endsWith('program.mjs')) { readFileSync(0); ${output} }`,
    )
    await writeTool(world.folder, 'broken.mjs', 'import "./missing.mjs"')
    const { toolResults } = await runAll(world, [['program.mjs'], ['tools/ok.sh'], ['broken.mjs']])
    expect(toolResults.map(({ state }) => state)).toEqual(['completed', 'completed', 'failed'])
    expect(toolResults[2]?.stderr).toContain('missing.mjs')
  })

  it('are replaced when the file of a tool changes, and when they end', async () => {
    const world = await createWorkerWorld()
    await writeTool(world.folder, 'one.mjs', tellsPid)
    const first = (await runAll(world, [['one.mjs']])).state.pid as number
    await writeTool(world.folder, 'one.mjs', tellsPid.replace("?? 'pid'", "?? 'changed'"))
    const second = (await runAll(world, [['one.mjs']])).state.changed as number
    expect(second).not.toBe(first)
    process.kill(second, 'SIGKILL')
    const { success, state } = await runAll(world, [['one.mjs']])
    expect([success, state.changed === second]).toEqual([true, false])
  })

  it('that are lost cost the attempts in them no result, unless those had written something', async () => {
    const world = await createWorkerWorld()
    await writeTool(
      world.folder,
      'exits.mjs',
      callable(`if (process.argv[1].includes('worker')) process.exit(7); done(write)`),
    )
    await writeTool(
      world.folder,
      'writes.mjs',
      callable('log(write); setTimeout(() => process.exit(7), 50); await forever()'),
    )
    // It runs once more, in a process of its own.
    expect((await runAll(world, [['exits.mjs']])).success).toBe(true)
    const loud = await runAll(world, [['writes.mjs']])
    expect(loud.toolResults[0]).toMatchObject({
      state: 'failed',
      errorCode: 'worker_lost',
      error: 'The worker process that ran the tool has exited with code 7.',
    })
  })

  it('end a tool that holds its thread at its time limit, and run the next one', async () => {
    const world = await createWorkerWorld({
      describeTool: (path) => ({ worker: 'shared', ...(path.endsWith('busy.mjs') && { timeoutMs: 300 }) }),
    })
    await writeTool(world.folder, 'busy.mjs', callable('log(write); for (;;) {}'))
    await writeTool(world.folder, 'one.mjs', tellsPid)
    const busy = await runAll(world, [['busy.mjs']])
    expect(busy.toolResults[0]).toMatchObject({ state: 'timeout', error: 'The tool did not end within 300 ms.' })
    expect((await runAll(world, [['one.mjs']])).success).toBe(true)
  })

  it('stop a tool that breaks the protocol, and keep running', async () => {
    const world = await createWorkerWorld()
    await writeTool(
      world.folder,
      'garbage.mjs',
      callable(`write('garbage\\n'); await new Promise((end) => signal.addEventListener('abort', end))`),
    )
    await writeTool(world.folder, 'one.mjs', tellsPid)
    const before = (await runAll(world, [['one.mjs']])).state.pid
    const { toolResults } = await runAll(world, [['garbage.mjs']])
    expect(toolResults[0]).toMatchObject({ state: 'failed', errorCode: 'invalid_json' })
    expect((await runAll(world, [['one.mjs']])).state.pid).toBe(before)
  })

  it('take requests of many megabytes from several attempts at once', async () => {
    const world = await createWorkerWorld()
    await writeTool(
      world.folder,
      'length.mjs',
      callable(
        `emit(write, { type: 'state_patch', patch: { [request.input.as]: request.input.text.length } }); done(write)`,
      ),
    )
    const text = 'é'.repeat(3_000_000)
    const tools = ['a', 'b', 'c'].map((as) => ({
      toolId: as,
      toolPath: 'length.mjs',
      async: true,
      input: { as, text },
    }))
    const { state } = await world.executor.execute(planOf(tools, { parallel: true }))
    expect(state).toEqual({ a: 3_000_000, b: 3_000_000, c: 3_000_000 })
  })

  it.runIf(canListProcesses)('end when they were idle for a time', async () => {
    const { clock, pass } = createManualClock()
    const world = await createWorkerWorld({ runner: new WorkerRunner({ clock, maxIdleMs: 800 }) })
    await writeTool(world.folder, 'one.mjs', tellsPid)
    await runAll(world, [['one.mjs']])
    pass(799)
    expect(listLeftProcesses()).toHaveLength(1)
    pass(1)
    await expect.poll(() => listLeftProcesses()).toEqual([])
  })

  it.runIf(canListProcesses)('do not keep the host alive, and do not outlive it', async () => {
    const folder = await createFolder()
    await writeTool(folder, 'one.mjs', tellsPid)
    await writeTool(
      folder,
      'busy.mjs',
      callable(`(await import('node:fs')).appendFileSync('journal', 'x\\n'); for (;;) {}`),
    )
    const { spawn, spawnSync } = await import('node:child_process')
    const host = (rest: string) => `
      import { Executor } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
      const executor = new Executor({ describeTool: () => ({ worker: 'shared', prewarm: true }) })
      const run = (toolPath) => executor.execute({ requestId: crypto.randomUUID(), tools: [{ toolId: 'a', toolPath }] })
      ${rest}`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', host(`await run('one.mjs')`)], {
      cwd: folder,
      timeout: 60_000,
    })
    expect(ended.status).toBe(0)
    await expect.poll(() => listLeftProcesses(ended.pid)).toEqual([])
    const closing = `await run('one.mjs'); await executor.close(); console.log('closed')`
    const closed = spawnSync(process.execPath, ['--input-type=module', '-e', host(closing)], {
      cwd: folder,
      timeout: 60_000,
    })
    expect([closed.status, String(closed.stdout)]).toEqual([0, 'closed\n'])
    const killed = spawn(process.execPath, ['--input-type=module', '-e', host(`await run('busy.mjs')`)], {
      cwd: folder,
    })
    await expect.poll(() => readJournal(folder)).toEqual(['x'])
    await expect.poll(() => listLeftProcesses(killed.pid!).length).toBeGreaterThan(0)
    killed.kill('SIGKILL')
    await expect.poll(() => listLeftProcesses(killed.pid!)).toEqual([])
  })
})
