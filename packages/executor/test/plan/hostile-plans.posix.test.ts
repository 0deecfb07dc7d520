import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { createWorld, planOf, toolOf } from '../world.ts'

const missing = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    toolId: `tool-${index}`,
    toolPath: `tools/missing-${index}`,
    required: false,
    retryPolicy: { maxRetries: 0 },
  }))

describe('a plan of many tools that cannot start', () => {
  it('is cancelled by a timer of the host', async () => {
    const { executor } = await createWorld()
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    const result = await executor.execute(planOf(missing(10_000)), { signal: stop.signal })
    expect(result).toMatchObject({ success: false, failureReason: 'cancelled' })
    expect(result.toolResults.at(-1)).toMatchObject({ state: 'skipped', errorCode: 'cancelled' })
    expect(result.toolResults).toHaveLength(10_000)
  })

  it('ends at its time limit', async () => {
    const { executor } = await createWorld({ planTimeoutMs: 100 })
    const { toolResults } = await executor.execute(planOf(missing(10_000)))
    expect(toolResults.at(-1)).toMatchObject({ state: 'skipped', errorCode: 'plan_timeout' })
  })

  // `pnpm bench hold` measures for how long.
  it('lets timers and input of the host run after a few tools', async () => {
    const { executor } = await createWorld({ planTimeoutMs: 1_000 })
    let [turns, tried, mostAtOnce] = [0, 0, 0]
    const look = () => {
      turns += 1
      tried = 0
      timer = setImmediate(look)
    }
    let timer = setImmediate(look)
    await executor.execute(planOf(missing(2_000)), {
      onEvent: (event) => {
        if (event.type === 'tool_finished' && event.result.state === 'failed')
          mostAtOnce = Math.max(mostAtOnce, (tried += 1))
      },
    })
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(10)
    expect(mostAtOnce).toBeLessThan(500)
  })

  it('is refused if it has more tools than maxTools', async () => {
    const { executor } = await createWorld({ maxTools: 3 })
    const result = await executor.execute(planOf(missing(4)))
    expect(result).toMatchObject({ failureReason: 'invalid_plan', issues: ['the plan has 4 tools; the most are 3'] })
    await expect(createWorld({ maxTools: 0 })).rejects.toThrow('maxTools')
  })
})

describe('a plan with large inputs', () => {
  const input = (value: unknown) =>
    planOf([toolOf('ok.sh'), toolOf('ok.sh', { toolId: 'b', input: { value } as never })])
  const tooLarge = (limit: number, tool: number) => [
    `the inputs of the plan's tools are larger than ${limit} bytes together, counted up to /tools/${tool}/input; write large data to a file and pass its path, or raise maxInputBytes`,
  ]
  const endless: object = {
    get a() {
      return [endless, endless]
    },
  }
  const shared = Array.from({ length: 40 }).reduce<object>((inner) => ({ a: inner, b: inner }), {})

  it.each<[string, unknown]>([
    ['a text', 'x'.repeat(34_000_000)],
    ['many values', Array<number>(200_000).fill(0)],
    ['many keys', Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`k${at}`, at]))],
    ['long keys', { ['k'.repeat(34_000_000)]: 1 }],
    ['a list with gaps', Object.assign([], { length: 4_000_000_000 })],
    ['values that have no end', endless],
    ['one value at many places', shared],
  ])('is refused before any tool runs: %s', async (_, value) => {
    const { executor } = await createWorld()
    const result = await executor.execute(input(value))
    expect(result).toMatchObject({ failureReason: 'invalid_plan', issues: tooLarge(33_554_432, 1), toolResults: [] })
  })

  it('is refused by the limit of its host', async () => {
    const { executor } = await createWorld({ maxInputBytes: 2_000 })
    expect(await executor.execute(input('x'.repeat(800)))).toMatchObject({ success: true })
    expect(await executor.execute(input('ä'.repeat(500)))).toMatchObject({ issues: tooLarge(2_000, 1) })
    await expect(createWorld({ maxInputBytes: 0 })).rejects.toThrow('maxInputBytes')
  })

  it('counts the inputs of all tools together', async () => {
    const { executor } = await createWorld({ maxInputBytes: 3_000 })
    const tools = [1, 2, 3].map((at) => toolOf('ok.sh', { toolId: `t${at}`, input: { text: 'x'.repeat(300) } }))
    expect(await executor.execute(planOf(tools))).toMatchObject({ issues: tooLarge(3_000, 2) })
  })

  it('is refused as text before the text is parsed', async () => {
    const { executor } = await createWorld({ maxInputBytes: 10_000 })
    const long = await executor.execute(JSON.stringify(input('x'.repeat(10_000))))
    expect(long).toMatchObject({
      failureReason: 'invalid_plan',
      issues: [expect.stringContaining('has more than 10000')],
    })
    const many = await executor.execute(`{"requestId":"a","tools":[${'0,'.repeat(400)}0]}`)
    expect(many).toMatchObject({
      failureReason: 'invalid_plan',
      issues: [expect.stringContaining('has more than 39 values')],
    })
    const prose = JSON.stringify(planOf([toolOf('ok.sh', { input: { text: `${'\\",['.repeat(30)}` } })]))
    expect(await executor.execute(prose)).toMatchObject({ success: true })
  })

  it('lets timers and input of the host run while its size is counted', async () => {
    const { executor } = await createWorld({ maxInputBytes: 1024 * 1024 * 1024 })
    const plan = input(Array.from({ length: 240 }, () => Array.from({ length: 2_000 }, (_, at) => ({ at }))))
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const stop = AbortSignal.abort()
    expect(await executor.execute(plan, { signal: stop })).toMatchObject({ failureReason: 'cancelled' })
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(3)
  })

  it('fails a tool whose references make its input too large', async () => {
    const { executor } = await createWorld({
      maxInputBytes: 12_000,
      tools: [
        {
          name: 'text',
          call: (_, { write }) => {
            write(`${JSON.stringify({ version: '0', type: 'done', ok: true, result: 'x'.repeat(4_000) })}\n`)
            return Promise.resolve()
          },
        },
      ],
    })
    const from = { $from: 'text' }
    const [, twice, thrice] = (
      await executor.execute(
        planOf([
          { toolId: 'text', toolPath: 'tool:text' },
          { toolId: 'twice', toolPath: 'tool:text', dependencies: ['text'], input: { a: from, b: from } },
          { toolId: 'thrice', toolPath: 'tool:text', dependencies: ['text'], input: { a: from, b: from, c: from } },
        ]),
      )
    ).toolResults
    expect(twice).toMatchObject({ ok: true })
    expect(thrice).toMatchObject({ ok: false, errorCode: 'invalid_input', attempts: [] })
    expect(thrice?.error).toContain('larger than 12000 bytes')
  })
})

describe('execute never rejects for its plan', () => {
  const broken = () => {
    throw new Error('no such field')
  }
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()

  it.each<[string, unknown]>([
    [
      'a field that throws',
      {
        requestId: 'r',
        get tools() {
          return broken()
        },
      },
    ],
    ['a list that throws', { requestId: 'r', tools: new Proxy([], { get: broken }) }],
    ['a tool that throws', { requestId: 'r', tools: [new Proxy({}, { get: broken, has: broken, ownKeys: broken })] }],
    ['a revoked proxy', proxy],
    ['a symbol', Symbol('plan')],
    ['nothing', undefined],
  ])('which is %s', async (_, plan) => {
    const { executor } = await createWorld()
    expect(await executor.execute(plan as Plan)).toMatchObject({ success: false, failureReason: 'invalid_plan' })
  })

  it('which has more dependencies than can be followed in a short time', async () => {
    const { executor } = await createWorld()
    const tools = missing(1_000).map((tool, at, { length }) => ({
      ...tool,
      dependencies: Array.from({ length: 60 }, (_, back) => `tool-${Math.max(0, at - back - 1) % length}`),
    }))
    const { issues } = await executor.execute(planOf(tools))
    expect(issues).toEqual(['the plan has 60000 dependencies; the most are 50000'])
  })

  it.each<[string, Plan['tools'], object]>([
    [
      'a path that is too long',
      [{ toolId: 'a', toolPath: `tools/${'x/'.repeat(3_000)}` }],
      { failureReason: 'invalid_plan' },
    ],
    [
      'a name that is too long',
      [{ toolId: 'a', toolPath: `tools/${'x'.repeat(300)}` }],
      { failureReason: 'tool_failure' },
    ],
    ['a circle of links', [{ toolId: 'a', toolPath: 'tools/circle' }], { failureReason: 'tool_failure' }],
    [
      'a folder in a circle of links',
      [{ toolId: 'a', toolPath: 'tools/circle/a.mjs' }],
      { failureReason: 'tool_failure' },
    ],
    [
      'a number that JSON cannot hold',
      [toolOf('ok.sh', { input: { n: [1, Infinity] } })],
      { failureReason: 'invalid_plan' },
    ],
  ])('%s', async (_, tools, expected) => {
    const { executor, folder } = await createWorld()
    await symlink(join(folder, 'tools/circle'), join(folder, 'tools/circle'))
    const policy = { retryPolicy: { maxRetries: 0 } }
    expect(await executor.execute(planOf(tools.map((tool) => ({ ...tool, ...policy }))))).toMatchObject(expected)
  })

  it('a plan with more problems than an error lists', async () => {
    const { executor } = await createWorld({ maxTools: 200_000 })
    const tools = missing(150_000).map((tool) => ({ ...tool, toolPath: 'tools/ok.sh', dependencies: ['unknown'] }))
    const { issues = [] } = await executor.execute(planOf(tools))
    expect(issues).toHaveLength(1_001)
    expect(issues.at(-1)).toBe('149000 more problems')
  })
})

describe('a link that appears while the plan runs', () => {
  it('starts no tool outside the allowed folders', async () => {
    const { executor, folder } = await createWorld({ roots: ['tools'] })
    await mkdir(join(folder, 'outside'))
    await writeFile(
      join(folder, 'outside/evil.sh'),
      '#!/bin/sh\ntouch ran\necho \'{"version":"0","type":"done","ok":true}\'\n',
      { mode: 0o755 },
    )
    await symlink('../outside/later.sh', join(folder, 'tools/dangling.sh'))
    const swap = `#!/bin/sh\nln -sf ../outside/evil.sh tools/ok.sh\ncp outside/evil.sh outside/later.sh\necho '{"version":"0","type":"done","ok":true}'\n`
    await writeFile(join(folder, 'tools/swap.sh'), swap, { mode: 0o755 })
    const result = await executor.execute(
      planOf([
        toolOf('swap.sh', { toolId: 'swap' }),
        toolOf('ok.sh', { dependencies: ['swap'] }),
        toolOf('dangling.sh', { dependencies: ['swap'] }),
      ]),
    )
    const codes = result.toolResults.map(({ errorCode }) => errorCode)
    expect(codes).toEqual([undefined, 'tool_outside_roots', 'tool_outside_roots'])
    await expect(rm(join(folder, 'ran'))).rejects.toThrow('ENOENT')
  })
})

describe('a pattern of an input schema that backtracks without end', () => {
  const describeTool = () => ({ inputSchema: { properties: { name: { type: 'string', pattern: '^(a+)+$' } } } })
  const hostile = (toolId: string) => toolOf('ok.sh', { toolId, input: { name: `${'a'.repeat(40)}!` } })

  it('fails the tool', async () => {
    const { executor } = await createWorld({ describeTool })
    const [result, other] = (await executor.execute(planOf([hostile('a'), hostile('b')]))).toolResults
    expect(result).toMatchObject({ errorCode: 'invalid_input', attempts: [] })
    expect(result?.error).toContain('a pattern of the schema takes too long')
    expect(other).toMatchObject({ state: 'failed' })
  })

  it('is stopped by a cancellation at once, and leaves nothing behind', async () => {
    const { executor } = await createWorld({ describeTool })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 20)
    const tools = Array.from({ length: 20 }, (_, at) => hostile(`t${at}`))
    const { failureReason, toolResults } = await executor.execute(planOf(tools, { parallel: true }), {
      signal: stop.signal,
    })
    expect(failureReason).toBe('cancelled')
    expect(toolResults[0]).toMatchObject({ state: 'skipped', errorCode: 'cancelled' })
    await expect.poll(() => process.getActiveResourcesInfo().filter((each) => each.includes('Worker'))).toEqual([])
    // The next check has a thread of its own.
    expect((await executor.execute(planOf([hostile('a')]))).toolResults[0]).toMatchObject({
      errorCode: 'invalid_input',
    })
  })
})
