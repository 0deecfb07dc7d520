import { execFileSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { ExecutionResult, JsonObject, ToolInvocation } from '@narratoria/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExecutorOptions, ProcessRunner } from '../../src/index.ts'
import { createWorld, listLeftProcesses, planOf, type StartMode, toolOf, listProcessesOf } from '../world.ts'

let resourcesBefore: Map<string, number>
let listenersBefore: number

function countResources(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Other systems only know the process group. */
const isLinux = process.platform === 'linux'

function countListeners(): number {
  return process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
}

function listLeft(): string[] {
  const resources = [...countResources()].filter(([kind, count]) => count > (resourcesBefore.get(kind) ?? 0))
  const listeners = countListeners() === listenersBefore ? [] : ['listeners']
  return [...listLeftProcesses(), ...resources.map(([kind]) => kind), ...listeners]
}

function setUp(): void {
  beforeEach(() => {
    resourcesBefore = countResources()
    listenersBefore = countListeners()
  })

  // After every fault, no process, handle, timer or listener is left.
  afterEach(() => expect.poll(listLeft, { interval: 20 }).toEqual([]))
}

export interface FaultOptions {
  /** The size of endless output. */
  floodBytes: number
  /** How processes start and end, or what they leave, read and write. Defaults to both. */
  part?: 'ends' | 'effects'
}

/** Tests every fault of a process, started cold or ahead of its request. */
export function describeFaults(mode: StartMode, { floodBytes, part }: FaultOptions): void {
  const describeEnds = part === 'effects' ? () => {} : describe
  const describeEffects = part === 'ends' ? () => {} : describe
  setUp()
  // Waits less than 2 s for a process to be gone after its end.
  const shortExitGrace = () => ({ runner: new ProcessRunner({ killGraceMs: 300, exitGraceMs: 300 }) })

  async function runOne(
    fixture: string,
    rest: Partial<ToolInvocation> = {},
    options: ExecutorOptions = {},
  ): Promise<{
    result: ExecutionResult
    tool: ExecutionResult['toolResults'][number]
    attempt: Record<string, unknown>
  }> {
    const { executor } = await createWorld({ mode, ...options })
    const result = await executor.execute(planOf([toolOf(fixture, rest)]))
    const tool = result.toolResults[0]!
    return { result, tool, attempt: (tool.attempts[0] ?? {}) as unknown as Record<string, unknown> }
  }

  describeEnds('tools that cannot be started', () => {
    it.each([
      ['missing.sh', 'tool_not_found', /no tool at .*missing\.sh/],
      ['missing.mjs', 'tool_not_found', /no tool at .*missing\.mjs/],
      ['not-executable.sh', 'tool_not_executable', /chmod \+x/],
      ['../tools', 'tool_not_executable', /not a file/],
      ['wrong-interpreter.sh', 'interpreter_not_found', /"\/no\/such\/interpreter --flag"/],
      ['crlf.sh', 'interpreter_not_found', /first line ends in a carriage return; save it with line feeds/],
    ])('SC-012, 002 Edge 1: %s fails with %s and is not retried', async (fixture, errorCode, error) => {
      const { tool, result } = await runOne(fixture, { retryPolicy: { maxRetries: 3 } })
      expect(tool).toMatchObject({ state: 'failed', errorCode, error: expect.stringMatching(error), retryCount: 0 })
      expect(result).toMatchObject({ success: false, failureReason: 'tool_failure' })
    })
  })

  describeEnds('how a process ends', () => {
    it.each([1, 2, 42, 127, 255])('FR-052: exit code %i fails the attempt', async (code) => {
      const { attempt, tool } = await runOne('exit-code.mjs', { input: { code } })
      expect(attempt).toMatchObject({ ok: false, exitCode: code, errorCode: 'exit_code' })
      expect(tool).toMatchObject({ state: 'failed', stderr: `leaving with ${code}\n` })
    })

    it('FR-052: a non-zero exit code after done fails the attempt', async () => {
      const { attempt, tool } = await runOne('exit-code.mjs', { input: { code: 3, done: true } })
      expect(attempt).toMatchObject({ ok: false, exitCode: 3, errorCode: 'exit_code' })
      expect(tool.output).toEqual({})
    })

    // Node ignores SIGPIPE, so that this tool reaches its time limit.
    it('SC-012: a signal that the tool ignores does not end the attempt', async () => {
      const { attempt } = await runOne('signal.mjs', { input: { signal: 'SIGPIPE' } }, { toolTimeoutMs: 500 })
      expect(attempt).toMatchObject({ ok: false, errorCode: 'timeout' })
    })

    const fatal = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL']
    const more = ['SIGUSR2', 'SIGSEGV', 'SIGALRM', 'SIGTERM', 'SIGXCPU', 'SIGSYS', 'SIGUSR1', 'SIGPIPE', 'SIGVTALRM']
    const rare = ['SIGPROF', 'SIGXFSZ', 'SIGSTKFLT', 'SIGPWR']
    it.each([...fatal, ...more, ...rare].filter((name) => name in constants.signals))(
      'SC-012: %s fails the attempt',
      async (signal) => {
        const number = constants.signals[signal as keyof typeof constants.signals]
        const { attempt } = await runOne('kill-self.sh', { input: { number } })
        expect(attempt).toMatchObject({ ok: false, exitSignal: signal, errorCode: 'exit_signal' })
      },
    )

    it('SC-012, 002 Edge 1: a crash of a Node tool after done fails the attempt', async () => {
      const { attempt } = await runOne('signal.mjs', { input: { signal: 'SIGSEGV', done: true } })
      expect(attempt).toMatchObject({ ok: false, exitSignal: 'SIGSEGV', errorCode: 'exit_signal' })
    })

    it('001 §4.6: a tool that exits without done fails the attempt', async () => {
      const { attempt } = await runOne('no-done.sh')
      expect(attempt).toMatchObject({ ok: false, exitCode: 0, errorCode: 'no_done', eventCount: 1 })
    })

    it('001 §4.6: output after the first done is ignored', async () => {
      const { tool } = await runOne('two-dones.sh')
      expect(tool).toMatchObject({ state: 'completed', summary: 'first' })
      expect(tool.events).toHaveLength(1)
    })

    it('001 §4.6: invalid output after done is ignored', async () => {
      const { tool, result } = await runOne('after-done.sh')
      expect(tool).toMatchObject({ state: 'completed', output: {} })
      expect(result.state).toEqual({})
    })

    it('a process that still runs 2 s after done is terminated with a warning', async () => {
      const { result, attempt } = await runOne('lingers.sh')
      expect(result).toMatchObject({ success: true, warnings: [expect.stringContaining('still running')] })
      expect(result.executionTime).toBeGreaterThanOrEqual(1_990)
      expect(attempt).toMatchObject({ ok: true })
    })

    it('a tool that closes its output without done fails after the exit grace period', async () => {
      const { attempt } = await runOne('closes-stdout.sh', {}, shortExitGrace())
      expect(attempt).toMatchObject({ ok: false, errorCode: 'no_done' })
    })

    it('a tool that suspends itself is terminated', async () => {
      const { tool } = await runOne('suspends.sh', {}, { toolTimeoutMs: 500 })
      expect(tool).toMatchObject({ state: 'timeout', errorCode: 'timeout' })
    })

    it('FR-051: a tool that ignores SIGTERM is killed', async () => {
      const { attempt } = await runOne('ignores-sigterm.sh', {}, { toolTimeoutMs: 500 })
      expect(attempt).toMatchObject({ ok: false, errorCode: 'timeout', exitSignal: 'SIGKILL' })
    })
  })

  describeEffects('what a process leaves behind', () => {
    it('grandchildren that keep the output open are terminated, and the tool completes', async () => {
      const { result } = await runOne('grandchildren.sh', {}, shortExitGrace())
      expect(result).toMatchObject({ success: true, warnings: [expect.stringContaining('kept its output open')] })
    })

    it.runIf(isLinux)('daemons in their own sessions are terminated when the tool has completed', async () => {
      const { result } = await runOne('daemon.sh')
      expect(result).toMatchObject({ success: true, warnings: [expect.stringContaining('left processes running')] })
    })

    it('a process without its environment is terminated when the tool has completed', async () => {
      const { result } = await runOne('forgetful.sh')
      expect(result).toMatchObject({ success: true, warnings: [expect.stringContaining('left processes running')] })
      expect(listProcessesOf('sleep 67')).toEqual([])
    })

    it.runIf(isLinux)('daemons of several tools are found', async () => {
      const { executor } = await createWorld({ mode, maxConcurrency: 4 })
      const fixtures = ['daemon.sh', 'echo.mjs', 'forgetful.sh', 'echo.mjs']
      const tools = [...fixtures, ...fixtures].map((fixture, at) => toolOf(fixture, { toolId: `t${at}`, async: true }))
      const { success, warnings } = await executor.execute(planOf(tools, { parallel: true }))
      expect(success).toBe(true)
      expect(warnings).toHaveLength(4)
      for (const left of ['sleep 64', 'sleep 65', 'sleep 67']) expect(listProcessesOf(left)).toEqual([])
    })

    it.runIf(isLinux)('a daemon without its environment is terminated with a tool that hangs', async () => {
      const { tool } = await runOne('daemon-hang.mjs', {}, { toolTimeoutMs: 1_000 })
      expect(tool.state).toBe('timeout')
      expect(listProcessesOf('sleep 66')).toEqual([])
    })
  })

  describeEffects('what a process reads and writes', () => {
    const input = { text: 'x'.repeat(5_000_000) }

    it.each(['ignores-stdin.sh', 'closes-stdin.sh'])(
      '001 §6: %s may leave a request of 5 MB unread',
      async (fixture) => {
        const { tool } = await runOne(fixture, { input })
        expect(tool.state).toBe('completed')
      },
    )

    it('FR-047: a request of 5 MB arrives complete', async () => {
      const { tool } = await runOne('request.mjs', { input })
      const [event] = tool.events
      expect(event?.type === 'ui_event' && JSON.stringify(event.payload).length).toBeGreaterThan(5_000_000)
    })

    it('more output than the limit fails the attempt, and memory stays bounded', async () => {
      const before = process.memoryUsage().rss
      let most = 0
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
      const { attempt } = await runOne(
        'flood-stdout.mjs',
        { retryPolicy: { maxRetries: 3 } },
        { limits: { maxOutputBytes: 64 << 20 } },
      )
      clearInterval(watch)
      expect(attempt).toMatchObject({
        ok: false,
        errorCode: 'output_too_large',
        error: expect.stringMatching(/67108864 bytes/),
      })
      expect(most - before).toBeLessThan(512 << 20)
    })

    it('more events than the limit fail the attempt', async () => {
      const { attempt } = await runOne('flood-events.sh', {}, { limits: { maxEvents: 10_000 } })
      expect(attempt).toMatchObject({
        errorCode: 'too_many_events',
        eventCount: 10_000,
        error: expect.stringMatching(/10000/),
      })
    })

    it('the last 64 KiB of a long standard error are kept and marked', async () => {
      const { tool } = await runOne('flood-stderr.sh', { input: { bytes: floodBytes } })
      expect(tool.state).toBe('completed')
      expect(tool.stderr).toMatch(/^\[… \d+ bytes cut\]\ne+the end ☃$/)
      expect(Buffer.byteLength(tool.stderr!)).toBeLessThan(66_000)
    })

    it('001 §3: a line of 100 MB is refused', async () => {
      const { attempt } = await runOne('long-line.sh')
      expect(attempt).toMatchObject({
        errorCode: 'line_too_long',
        error: expect.stringMatching(/line 1: longer than 8388608 bytes/),
      })
    })

    it('001 §3: invalid UTF-8 is a protocol error and terminates the process', async () => {
      const { attempt, tool } = await runOne('invalid-utf8.sh')
      expect(attempt).toMatchObject({ errorCode: 'invalid_utf8', exitSignal: 'SIGTERM', eventCount: 1 })
      expect(tool.error).toContain('line 2')
    })

    it('001 §5.2: an invalid line is a protocol error that shows the line', async () => {
      const { attempt } = await runOne('garbage.sh')
      expect(attempt).toMatchObject({ errorCode: 'invalid_json', error: expect.stringContaining('friendly program') })
    })

    it('001 §2.2: characters that are split between chunks arrive complete', async () => {
      const { tool } = await runOne('cut-characters.mjs')
      expect(tool).toMatchObject({ state: 'completed', summary: '終わり', events: [{ message: 'ä€😀\u2028é' }, {}] })
    })

    it('FR-053: thousands of events arrive in order', async () => {
      const { tool } = await runOne('many-events.mjs', { input: { count: 50_000 } })
      expect(tool.events).toHaveLength(50_001)
      expect(
        tool.events.every((event, at) => event.type === 'done' || (event.type === 'log' && event.fields?.at === at)),
      ).toBe(true)
    })
  })

  describeEffects('assets', () => {
    it.each([
      ['a directory', { path: 'tools' }, /not a regular file/],
      ['a FIFO', { path: 'fifo' }, /not a regular file/],
      ['a device', { path: '/dev/null' }, /not a regular file/],
      ['a dangling link', { path: 'dangling' }, /no file/],
      ['nothing', { path: 'nowhere.png' }, /no file/],
      ['an invalid path', { path: 'a\0b' }, /cannot be read/],
      ['a path below a file', { path: '/proc/self/mem/x' }, /no file at/],
      ['an invalid media type', { path: 'tools/ok.sh', mediaType: 'picture' }, /"picture" is not a media type/],
    ])('001 §4.3: %s is a warning and not registered', async (_, asset, warning) => {
      const { executor, folder } = await createWorld({ mode })
      execFileSync('mkfifo', [join(folder, 'fifo')])
      await symlink('nowhere', join(folder, 'dangling'))
      const result = await executor.execute(planOf([toolOf('asset.mjs', { input: { assets: [asset as JsonObject] } })]))
      expect(result).toMatchObject({ success: true, assets: [], warnings: [expect.stringMatching(warning)] })
    })

    it('001 §4.3: registers a file with its absolute path and size, and refuses a repeated assetId', async () => {
      const { executor, folder } = await createWorld({ mode })
      const assets: JsonObject[] = [
        { path: 'tools/ok.sh', metadata: { width: 1 } },
        { path: 'tools/fail.sh' },
        { path: 'tools/fail.sh', assetId: 'b' },
      ]
      const plan = planOf(['a', 'z'].map((toolId) => toolOf('asset.mjs', { toolId, input: { assets } })))
      const result = await executor.execute(plan)
      expect(result.assets.map(({ toolId, assetId, path }) => [toolId, assetId, path])).toEqual([
        ['a', 'a', join(folder, 'tools/ok.sh')],
        ['a', 'b', join(folder, 'tools/fail.sh')],
        ['z', 'a', join(folder, 'tools/ok.sh')],
        ['z', 'b', join(folder, 'tools/fail.sh')],
      ])
      expect(result.assets[0]).toMatchObject({ kind: 'image', mediaType: 'image/png', metadata: { width: 1 } })
      expect(result.assets[0]?.sizeBytes).toBeGreaterThan(10)
      expect(result.warnings).toHaveLength(2)
    })

    it('registers no assets of a failed attempt or outside the asset roots', async () => {
      const { executor } = await createWorld({ mode, assetRoots: ['pictures'] })
      const assets = [{ path: 'tools/ok.sh' }]
      const failed = toolOf('asset.mjs', { toolId: 'failed', required: false, input: { assets, ok: false } })
      const result = await executor.execute(planOf([failed, toolOf('asset.mjs', { input: { assets } })]))
      expect(result).toMatchObject({ assets: [], warnings: [expect.stringContaining('outside the folders')] })
    })
  })
}
