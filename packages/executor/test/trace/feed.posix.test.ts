import { getEventListeners } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { ExecutionEvent, matches } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { traceTo } from '../../src/index.ts'
import { createWorld, listLeftProcesses, planOf, toolOf, untilIdle, writeTool } from '../world.ts'

describe('onEvent', () => {
  it('delivers in order and one at a time to a slow consumer', async () => {
    const { executor } = await createWorld({ maxConcurrency: 4 })
    const tools = ['a', 'b', 'c'].map((toolId) =>
      toolOf('many-events.mjs', { toolId, async: true, input: { count: 30 } }),
    )
    const seen = new Map<string, number>()
    let busy = false
    const result = await executor.execute(planOf(tools, { parallel: true }), {
      async onEvent(event) {
        expect(busy).toBe(false)
        busy = true
        await setTimeout(1)
        busy = false
        if (event.type !== 'tool_event' || event.event.type !== 'log') return
        expect(event.event.fields?.at).toBe(seen.get(event.toolId) ?? 0)
        seen.set(event.toolId, (seen.get(event.toolId) ?? 0) + 1)
      },
    })
    expect(result.success).toBe(true)
    expect([...seen.values()]).toEqual([30, 30, 30])
  })

  it('001 §5.4: a slow consumer slows the tool, and memory stays bounded', async () => {
    const { executor, folder } = await createWorld()
    await writeTool(
      folder,
      'writer.mjs',
      `import { writeFileSync, writeSync } from 'node:fs'
       const line = JSON.stringify({ version: '0', type: 'log', level: 'info', message: 'x'.repeat(100_000) }) + '\\n'
       for (let at = 1; at <= 2_000; at += 1) { writeSync(1, line); writeFileSync('progress', String(at)) }`,
    )
    const enough = new AbortController()
    let progress = 0
    let grownBytes = 0
    await executor.execute(planOf([{ toolId: 'writer', toolPath: 'writer.mjs' }]), {
      signal: enough.signal,
      async onEvent(event) {
        if (event.type !== 'tool_event' || enough.signal.aborted) return
        const before = process.memoryUsage().rss
        // The tool has filled the pipe.
        await untilIdle()
        grownBytes = process.memoryUsage().rss - before
        progress = Number(await readFile(join(folder, 'progress'), 'utf8'))
        enough.abort()
      },
    })
    // Of 200 MB, only the contents of the pipe and one chunk have been written.
    expect(progress).toBeGreaterThan(0)
    expect(progress).toBeLessThan(30)
    expect(grownBytes).toBeLessThan(32 << 20)
  })

  it('a consumer that throws ends the execution, which rejects with its error', async () => {
    const { executor } = await createWorld()
    const onEvent = (event: ExecutionEvent) => {
      if (event.type === 'tool_event') throw new Error('consumer broke')
    }
    await expect(executor.execute(planOf(['sleep.sh']), { onEvent })).rejects.toThrow('consumer broke')
    const asynchronous = async (event: ExecutionEvent) => onEvent(event)
    await expect(executor.execute(planOf(['sleep.sh']), { onEvent: asynchronous })).rejects.toThrow('consumer broke')
    expect(listLeftProcesses()).toEqual([])
  })

  it('a consumer that never settles does not outlive the plan', async () => {
    const { executor } = await createWorld({ planTimeoutMs: 300 })
    const result = await executor.execute(planOf(['sleep.sh']), { onEvent: () => new Promise(() => {}) })
    expect(result.failureReason).toBe('timeout')
  })

  it.each(['abort', 'close', 'kill'] as const)(
    'a consumer that never settles does not outlive %s after the last tool has ended',
    async (how) => {
      const { executor } = await createWorld()
      const controller = new AbortController()
      const ended = Promise.withResolvers<void>()
      const running = executor.execute(planOf(['ok.sh']), {
        signal: controller.signal,
        onEvent({ type }) {
          if (type !== 'tool_finished') return
          setImmediate(ended.resolve)
          return new Promise(() => {})
        },
      })
      await ended.promise
      if (how === 'abort') controller.abort()
      else await executor.close({ force: how === 'kill' })
      expect(await running).toMatchObject({ success: true, state: { ok: true } })
      expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    },
  )
})

describe('trace', () => {
  it('FR-020: is NDJSON of every event with the lines of the tools', async () => {
    const { executor, folder } = await createWorld()
    await writeTool(
      folder,
      'own.sh',
      `#!/bin/sh\necho '{ "version":"0", "type":"log","level":"info","message":"a\\u0041","unknown":[1.0] }'\necho '{"version":"0","type":"done","ok":true}'\n`,
    )
    const events: ExecutionEvent[] = []
    const stream = createWriteStream(join(folder, 'trace.ndjson'))
    const plan = planOf([
      { toolId: 'own "quoted"', toolPath: 'own.sh' },
      toolOf('many-events.mjs', { input: { count: 3_000 } }),
    ])
    await executor.execute(plan, { trace: traceTo(stream), onEvent: (event) => void events.push(event) })
    await new Promise<void>((resolve) => stream.end(resolve))
    const text = await readFile(join(folder, 'trace.ndjson'), 'utf8')
    expect(text).toContain(
      String.raw`"event":{ "version":"0", "type":"log","level":"info","message":"a\u0041","unknown":[1.0] }}`,
    )
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ExecutionEvent)
    expect(lines.every((line) => matches(ExecutionEvent, line))).toBe(true)
    const withoutRepeats = events.map((event) =>
      event.type === 'tool_finished' ? { ...event, result: { ...event.result, events: [] } } : event,
    )
    expect(JSON.parse(JSON.stringify(lines.map(stripTime)))).toEqual(
      JSON.parse(JSON.stringify(withoutRepeats.map(stripTime))),
    )
  })

  it('a full stream causes backpressure, and a broken one rejects the execution', async () => {
    const { executor } = await createWorld()
    const plan = () => planOf([toolOf('many-events.mjs', { input: { count: 5_000 } })])
    let written = 0
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _, done) {
        written += chunk.length
        globalThis.setTimeout(done, 1)
      },
    })
    await executor.execute(plan(), { trace: traceTo(slow) })
    expect(written).toBeGreaterThan(5_000 * 100)
    expect(slow.listenerCount('drain') + slow.listenerCount('error') + slow.listenerCount('close')).toBe(0)
    const broken = new Writable({ highWaterMark: 1, write: (_, __, done) => done(new Error('disk full')) })
    await expect(executor.execute(plan(), { trace: traceTo(broken) })).rejects.toThrow('disk full')
    const closed = new Writable({ highWaterMark: 1, write: () => closed.destroy() })
    await expect(executor.execute(plan(), { trace: traceTo(closed) })).rejects.toThrow(/was closed/)
  })
})

function stripTime(event: ExecutionEvent): object {
  return { ...event, at: 0 }
}
