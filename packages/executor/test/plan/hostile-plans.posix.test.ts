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

  // The processor time of the thread, because a busy machine gives it to others. Collecting garbage can take some of it.
  it('never holds the host for more than 50 ms', { retry: 2 }, async () => {
    const { executor } = await createWorld({ planTimeoutMs: 1_000 })
    const plan = planOf(missing(10_000))
    let [longestMs, last, isOver] = [0, processorMs(), false]
    const look = () => {
      const now = processorMs()
      longestMs = Math.max(longestMs, now - last)
      last = now
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    const { toolResults } = await executor.execute(plan)
    isOver = true
    expect(toolResults).toHaveLength(10_000)
    expect(longestMs).toBeLessThan(50)
  })

  it('is refused if it has more tools than maxTools', async () => {
    const { executor } = await createWorld({ maxTools: 3 })
    const result = await executor.execute(planOf(missing(4)))
    expect(result).toMatchObject({ failureReason: 'invalid_plan', issues: ['the plan has 4 tools; the most are 3'] })
    await expect(createWorld({ maxTools: 0 })).rejects.toThrow('maxTools')
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
    const tools = missing(150_000).map((tool) => ({ ...tool, toolPath: 'tools/ok.sh', dependencies: ['nobody'] }))
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

it('a pattern of an input schema that backtracks without end fails the tool', async () => {
  const { executor } = await createWorld({
    describeTool: () => ({ inputSchema: { properties: { name: { type: 'string', pattern: '^(a+)+$' } } } }),
  })
  const plan = planOf([toolOf('ok.sh', { input: { name: `${'a'.repeat(40)}!` } })])
  const [result] = (await executor.execute(plan)).toolResults
  expect(result).toMatchObject({ errorCode: 'invalid_input', attempts: [] })
  expect(result?.error).toContain('a pattern of the schema takes too long')
})

function processorMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}
