import type { JsonValue, Plan, ToolRequest } from '@narratoria/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPlan, Executor, type PlannedTool } from '../../src/index.ts'

/** Tools that return what their name says; `see` keeps its request. */
function open() {
  const requests: ToolRequest[] = []
  const returning = (name: string, result: JsonValue | undefined, ok = true) => ({
    name,
    async call(_: ToolRequest, { write }: { write: (line: string) => void }) {
      write(`${JSON.stringify({ version: '0', type: 'done', ok, result })}\n`)
    },
  })
  const see = {
    name: 'see',
    async call(request: ToolRequest, { write }: { write: (line: string) => void }) {
      requests.push(request)
      write('{"version":"0","type":"done","ok":true}\n')
    },
  }
  const executor = new Executor({
    tools: [
      returning('count', { total: 3, items: [{ name: 'key' }, 'rope'], 'a/b': { '~': 0 } }),
      returning('nothing', undefined),
      returning('fail', 7, false),
      returning('large', 'x'.repeat(1024 * 1024)),
      see,
    ],
    describeTool: (path) =>
      path === 'tool:see' ? { inputSchema: { type: 'object', properties: { n: { type: 'integer' } } } } : {},
  })
  onTestFinished(() => executor.close())
  const run = (tools: PlannedTool[], options: Partial<Plan> = {}) =>
    executor.execute(
      createPlan(
        tools.map((tool) => ({ retryPolicy: { maxRetries: 0 }, ...tool })),
        options,
      ),
    )
  return { requests, run }
}

const count = { toolPath: 'tool:count' }

describe('return values', () => {
  it('§14: are in the tool result, and in the requests of its dependents', async () => {
    const { requests, run } = open()
    const result = await run([
      count,
      { toolPath: 'tool:nothing' },
      { toolPath: 'tool:see', dependencies: ['count', 'nothing'] },
    ])
    expect(result.toolResults[0]!.returned).toMatchObject({ total: 3 })
    expect(result.toolResults[1]).not.toHaveProperty('returned')
    expect(requests[0]!.results).toEqual({ count: result.toolResults[0]!.returned })
    expect(requests[0]!.dependencies).toEqual({ count: {}, nothing: {} })
  })

  it('§14: of more than 1 MiB fail the tool', async () => {
    const result = await open().run([{ toolPath: 'tool:large' }])
    expect(result.toolResults[0]).toMatchObject({ errorCode: 'result_too_large', state: 'failed' })
    expect(result.toolResults[0]).not.toHaveProperty('returned')
  })
})

describe('references', () => {
  const see = (input: PlannedTool['input'], rest: Partial<PlannedTool> = {}) => ({
    toolPath: 'tool:see',
    dependencies: ['count'],
    input,
    ...rest,
  })

  it.each<[string, NonNullable<PlannedTool['input']>, unknown]>([
    ['a part', { n: { $from: 'count', pointer: '/total' } }, { n: 3 }],
    ['an entry of a list', { x: [{ $from: 'count', pointer: '/items/0/name' }] }, { x: ['key'] }],
    ['escaped keys', { x: { y: { $from: 'count', pointer: '/a~1b/~0' } } }, { x: { y: 0 } }],
    ['the whole value', { x: { $from: 'count' } }, { x: { total: 3 } }],
    [
      'an object with further keys, which is data',
      { x: { $from: 'count', other: 1 } },
      { x: { $from: 'count', other: 1 } },
    ],
  ])('§14: are resolved: %s', async (_, input, expected) => {
    const { requests, run } = open()
    const result = await run([count, see(input)])
    expect(result.toolResults.map(({ error }) => error)).toEqual([undefined, undefined])
    expect(requests[0]!.input).toMatchObject(expected as object)
  })

  it('§14: are resolved before the check of the schema', async () => {
    const { requests, run } = open()
    const result = await run([count, see({ n: { $from: 'count', pointer: '/items' } })])
    expect(result.toolResults[1]).toMatchObject({ errorCode: 'invalid_input' })
    expect(requests).toEqual([])
  })

  it('may refer to a tool further up', async () => {
    const { requests, run } = open()
    await run([
      count,
      { toolPath: 'tool:nothing', dependencies: ['count'] },
      see({ x: { $from: 'count', pointer: '/total' } }, { dependencies: ['nothing'] }),
    ])
    expect(requests[0]!.input).toEqual({ x: 3 })
  })

  it.each([
    ['a tool that is not an ancestor', [count, see({ x: { $from: 'count' } }, { dependencies: [] })]],
    ['an unknown tool', [count, see({ x: { $from: 'missing' } })]],
    ['the tool itself', [count, see({ x: { $from: 'see' } })]],
  ])('§14: to %s make the plan invalid', async (_, tools) => {
    const result = await open().run(tools)
    expect(result).toMatchObject({ failureReason: 'invalid_plan', toolResults: [] })
    expect(result.issues).toEqual([expect.stringContaining('on which it does not depend')])
  })

  it.each([
    ['a tool that returned nothing', 'nothing', '', 'the tool "nothing" returned no value'],
    ['a place that does not exist', 'count', '/items/7', 'has nothing at "/items/7"'],
    ['an inherited property', 'count', '/constructor', 'has nothing at "/constructor"'],
  ])('to %s fail the tool', async (_, $from, pointer, message) => {
    const { requests, run } = open()
    const result = await run([{ toolPath: `tool:${$from}` }, see({ x: { $from, pointer } }, { dependencies: [$from] })])
    expect(result.toolResults[1]).toMatchObject({
      errorCode: 'unresolved_reference',
      error: expect.stringContaining(message),
    })
    expect(requests).toEqual([])
  })

  it('to an optional tool that failed are null', async () => {
    const { requests, run } = open()
    await run([{ toolPath: 'tool:fail', required: false }, see({ x: { $from: 'fail' } }, { dependencies: ['fail'] })])
    expect(requests[0]!.input).toEqual({ x: null })
  })
})
