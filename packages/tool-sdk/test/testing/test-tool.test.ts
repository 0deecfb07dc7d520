import { ProtocolError } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { defineTool, ToolError } from '../../src/index.ts'
import { runTool, testTool } from '../../src/testing/index.ts'
import { fixture } from '../fixture.ts'

describe('testTool', () => {
  it('hands the tool its whole request, and gathers every kind of event', async () => {
    const tool = defineTool({
      name: 'all',
      run: async (
        input,
        { request, state, dependencies, config, log, patch, ui, narrate, choices, progress, error },
      ) => {
        log('a', { b: 1 })
        log.debug('d')
        log.warn('w')
        log.error('e')
        patch({ a: { b: 1, c: null } })
        patch({ a: { d: 2 } })
        narrate('Once')
        narrate(' upon a time.', { append: true })
        choices(['Go', { text: 'Stay', hint: 'safer' }])
        progress({ value: 1, max: 2 })
        ui('dice_roll', { formula: '1d6', rolls: [4], modifier: 0, total: 4 })
        ui('fireworks')
        error('dim', 'A little dim.', { light: 1 })
        return JSON.stringify([input, state, dependencies, config, request.attempt, request.turn?.seq])
      },
    })
    const { events, ok, output, errors, summary } = await testTool(
      tool,
      { x: 1 },
      {
        state: { s: 1 },
        dependencies: { before: { y: 1 }, failed: null },
        config: { key: 'k' },
        request: { attempt: 2, turn: { id: 't', seq: 5, line: [[1, 5]] } },
      },
    )
    expect(ok).toBe(true)
    expect(output).toEqual({ a: { b: 1, d: 2 } })
    expect(summary).toBe('[{"x":1},{"s":1},{"before":{"y":1},"failed":null},{"key":"k"},2,5]')
    expect(errors).toEqual([
      { version: '0', type: 'error', errorCode: 'dim', errorMessage: 'A little dim.', details: { light: 1 } },
    ])
    const version = '0'
    expect(events).toEqual([
      { version, type: 'log', level: 'info', message: 'a', fields: { b: 1 } },
      { version, type: 'log', level: 'debug', message: 'd' },
      { version, type: 'log', level: 'warn', message: 'w' },
      { version, type: 'log', level: 'error', message: 'e' },
      { version, type: 'state_patch', patch: { a: { b: 1, c: null } } },
      { version, type: 'state_patch', patch: { a: { d: 2 } } },
      { version, type: 'ui_event', event: 'narration', payload: { text: 'Once' } },
      { version, type: 'ui_event', event: 'narration', payload: { text: ' upon a time.', append: true } },
      {
        version,
        type: 'ui_event',
        event: 'narrative_choice',
        payload: { choices: ['Go', { text: 'Stay', hint: 'safer' }] },
      },
      { version, type: 'ui_event', event: 'progress', payload: { value: 1, max: 2 } },
      { version, type: 'ui_event', event: 'dice_roll', payload: { formula: '1d6', rolls: [4], modifier: 0, total: 4 } },
      { version, type: 'ui_event', event: 'fireworks' },
      ...errors,
      { version, type: 'done', ok: true, summary },
    ])
  })

  it('aborts the tool by the test’s own signal', async () => {
    const controller = new AbortController()
    const tool = defineTool({
      name: 'waits',
      run: (_, { signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve())
          setImmediate(() => controller.abort())
        }),
    })
    const outcome = testTool(tool, {}, { signal: controller.signal })
    expect(await outcome).toMatchObject({ ok: false, errors: [{ errorCode: 'terminated' }] })
  })

  it('shares nothing with the tool, as a process would not', async () => {
    const state = { list: [1] }
    const tool = defineTool({ name: 'greedy', run: (_, context) => void (context.state.list as number[]).push(2) })
    await testTool(tool, {}, { state })
    expect(state).toEqual({ list: [1] })
  })

  it('throws what a host would refuse', async () => {
    const tool = defineTool({ name: 'bad', run: (_, { error }) => error('', 'no code') })
    await expect(testTool(tool)).rejects.toSatisfy(ProtocolError.isInstance.bind(ProtocolError))
  })

  it('passes the data folder of the skill, and fails without one', async () => {
    const tool = defineTool({ name: 'keeps', run: (_, { dataDir }) => dataDir() })
    expect((await testTool(tool)).errors).toMatchObject([{ errorCode: 'no_data_folder' }])
    const { summary } = await testTool(tool, {}, { dataDir: import.meta.dirname })
    expect(summary).toBe(import.meta.dirname)
  })

  it('distinguishes expected failures from other errors', () => {
    expect(ToolError.isInstance(new ToolError('a', 'b'))).toBe(true)
    expect(ToolError.isInstance(new Error('b'))).toBe(false)
  })
})

describe('runTool', () => {
  it('kills a tool that does not end', async () => {
    const outcome = await runTool(fixture('waits'), { how: 'busy' }, { timeoutMs: 1_000 })
    expect(outcome).toMatchObject({ timedOut: true, exitCode: null, exitSignal: null, ok: undefined })
  })

  it('rejects when the file cannot be started', async () => {
    await expect(runTool('/nowhere/tool')).rejects.toThrow('ENOENT')
  })

  it('reports why a host would refuse the output', async () => {
    const outcome = await runTool('/bin/echo')
    expect(outcome).toMatchObject({ ok: undefined, exitCode: 0, stdout: '\n', protocolError: undefined })
    expect((await runTool('/bin/date')).protocolError).toMatchObject({ code: 'invalid_json', line: 1 })
  })
})
