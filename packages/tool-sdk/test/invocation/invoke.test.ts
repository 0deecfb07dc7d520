import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { JsonObject, JsonValue, ProtocolEvent } from '@narratoria/protocol'
import { expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { defineTool, refuse, ToolError } from '../../src/index.ts'
import { testTool } from '../../src/testing/index.ts'

const number = {
  type: 'object',
  properties: { number: { type: 'integer', minimum: 0 } },
  required: ['number'],
} as const
const double = defineTool({ name: 'double', input: number, run: ({ number }) => ({ result: 2 * number }) })

it('calls a tool as a function, with its outcome', async () => {
  const outcome = await double.invoke({ number: 4 })
  expect(outcome).toMatchObject({ ok: true, returned: 8, refused: false, summary: undefined, output: {}, errors: [] })
  expect(outcome.events).toEqual([{ version: '0', type: 'done', ok: true, result: 8 }])
})

it('checks each input', async () => {
  for (const input of [{ number: -1 }, { number: 'four' }, {}, { number: 4 }, { number: 1.5 }] as JsonObject[]) {
    const { ok, errors } = await double.invoke(input)
    expect(ok).toBe(input.number === 4)
    expect(errors.map(({ errorCode }) => errorCode)).toEqual(ok ? [] : ['invalid_input'])
  }
})

it.each<[string, Parameters<typeof defineTool>[0]['run']]>([
  ['returns nothing', () => {}],
  ['returns a summary', () => 'Done.'],
  ['resolves to a value and a summary', async () => ({ result: [1], summary: 'Done.' })],
  ['refuses', () => refuse('The door is locked.')],
  ['throws', () => Promise.reject(new Error('boom'))],
  ['fails', () => Promise.reject(new ToolError('too_dark', 'It is too dark.', { retryable: false }))],
  [
    'throws at once',
    () =>
      ((): never => {
        throw new Error('boom')
      })(),
  ],
  [
    'emits every kind of event',
    (_input, { log, patch, ui, narrate, choices, progress, error }) => {
      log.warn('Careful.', { at: 1 })
      patch({ door: { open: true, key: null } })
      patch({ door: { open: null } })
      ui('fireworks', [1])
      narrate('Hello.', { append: true })
      choices(['Go', 'Stay'])
      progress({ value: 1, max: 2 })
      error('late', 'Too late.')
    },
  ],
])('has the outcome of the same tool behind a host when it %s', async (_, run) => {
  const tool = defineTool({ name: 'tool', run })
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => stderr.mockRestore())
  const expected = await testTool(tool)
  const { ok, summary, returned, refused, output, errors, events } = await tool.invoke()
  expect({ ok, summary, returned, refused, output, errors, events }).toEqual(expected)
})

it('gives the tool a context that can be destructured, spread and listed', async () => {
  const tool = defineTool({
    name: 'spreads',
    run(_input, context) {
      const { narrate, ...rest } = context
      narrate('one')
      rest.log.info('two')
      const copy = { ...context, isAsked: true }
      copy.patch({ three: Object.keys(context).length, state: copy.state })
      return { result: Object.keys(copy).toSorted() }
    },
  })
  for (const { events, returned } of [
    await tool.invoke({}, { request: { state: { a: 1 } } }),
    await testTool(tool, {}, { state: { a: 1 } }),
  ]) {
    expect(events.map(({ type }) => type)).toEqual(['ui_event', 'log', 'state_patch', 'done'])
    expect(events[2]).toMatchObject({ patch: { three: 15, state: { a: 1 } } })
    expect(returned).toEqual(expect.arrayContaining(['asset', 'choices', 'isAsked', 'signal', 'ui']))
  }
})

it('passes each event when it is emitted, up to done', async () => {
  const seen: ProtocolEvent[] = []
  const late = defineTool({
    name: 'late',
    async run(_input, { log }) {
      log('one')
      await Promise.resolve()
      expect(seen).toHaveLength(1)
      setImmediate(() => log('after done'))
    },
  })
  const { events } = await late.invoke({}, { onEvent: (event) => seen.push(event) })
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen.map(({ type }) => type)).toEqual(['log', 'done'])
  expect(events).toEqual(seen)
})

it('gives the tool the fields of the request', async () => {
  const tool = defineTool({
    name: 'reads',
    run: (input, { request, state, config, dependencies, results, signal }) => ({
      result: [input, request.tool, state, config, dependencies, results, signal.aborted] as JsonValue,
    }),
  })
  const skill = { name: 'reads', dataDir: '', config: { volume: 3 } }
  const { returned } = await tool.invoke({ a: 1 }, { request: { state: { light: 0 }, skill } })
  expect(returned).toEqual([{ a: 1 }, 'reads', { light: 0 }, { volume: 3 }, {}, {}, false])
})

it('writes assets before it ends', async () => {
  const paint = defineTool({
    name: 'paint',
    run: (_input, { asset }) => void asset({ kind: 'text', mediaType: 'text/plain', data: 'red' }),
  })
  const { ok, events } = await paint.invoke()
  const [asset] = events
  if (asset?.type !== 'asset') throw new Error('no asset')
  onTestFinished(() => rmSync(dirname(asset.path), { recursive: true }))
  expect([ok, existsSync(asset.path), readFileSync(asset.path, 'utf8')]).toEqual([true, true, 'red'])
})

it('is terminated by a signal, and does not run if it was aborted before', async () => {
  const stop = new AbortController()
  let runs = 0
  const waits = defineTool({
    name: 'waits',
    run: (_input, { signal, log }) => {
      runs += 1
      return new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        log('waiting')
      })
    },
  })
  const terminated = { ok: false, errors: [{ errorCode: 'terminated' }] }
  const running = waits.invoke({}, { signal: stop.signal, onEvent: ({ type }) => type === 'log' && stop.abort() })
  expect(await running).toMatchObject(terminated)
  expect(await waits.invoke({}, { signal: stop.signal })).toMatchObject(terminated)
  expect(runs).toBe(1)
})

it('prints the stack of an unexpected error to its caller', async () => {
  let printed = ''
  const tool = defineTool({ name: 'breaks', run: () => Promise.reject(new Error('boom')) })
  expect((await tool.invoke({}, { print: (text) => (printed += text) })).ok).toBe(false)
  expect(printed).toMatch(/Error: boom\n\s+at /)
})

it('checks by schemas of other libraries, and by keywords that need a validator', async () => {
  const zod = defineTool({
    name: 'zod',
    input: z.object({ name: z.string().trim() }),
    run: ({ name }) => ({ result: name }),
  })
  expect(await zod.invoke({ name: ' Bo ' })).toMatchObject({ ok: true, returned: 'Bo' })
  expect(await zod.invoke({ name: 7 })).toMatchObject({ ok: false, errors: [{ errorCode: 'invalid_input' }] })
  const either = defineTool({ name: 'either', input: { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, run() {} })
  expect([(await either.invoke({ b: 1 })).ok, (await either.invoke({})).ok]).toEqual([true, false])
})

it('fails each call if the schema cannot be used', async () => {
  const broken = defineTool({
    name: 'broken',
    input: { properties: { a: { type: 'string', pattern: '(' } } },
    run() {},
  })
  for (let call = 0; call < 2; call += 1) expect(await broken.invoke({ a: 'x' })).toMatchObject({ ok: false })
})
