import { describe, expect, it, vi } from 'vitest'
import { createWorld, planOf, reportOf, toolOf } from '../world.ts'

const inputSchema = {
  type: 'object',
  properties: { formula: { type: 'string', pattern: '^\\d+d\\d+$' }, times: { type: 'integer', minimum: 1 } },
  required: ['formula'],
  additionalProperties: false,
}

describe('describeTool', () => {
  it('FR-047: adds the description and the turn to the request', async () => {
    const skill = { name: 'dice', dataDir: '/data', config: { apiKey: 'secret' } }
    const described: string[] = []
    const describeTool = (toolPath: string) => {
      described.push(toolPath)
      return { name: 'roll', env: { DICE: '1' }, request: { skill } }
    }
    const { executor, folder } = await createWorld({ describeTool })
    const turn = { id: 't', seq: 1, line: [[0, 1]] as [number, number][] }
    const plan = planOf([toolOf('request.mjs', { input: { a: [1] } })])
    const report = reportOf(await executor.execute(plan, { request: { sessionId: 's', turn } }))
    expect(report.request).toEqual({
      version: '0',
      requestId: plan.requestId,
      tool: 'roll',
      operation: 'invoke',
      input: { a: [1] },
      dependencies: {},
      outcomes: {},
      state: {},
      attempt: 1,
      idempotencyKey: `${plan.requestId}:request`,
      position: 0,
      sessionId: 's',
      turn,
      skill,
    })
    expect(report).toMatchObject({ argv: [], cwd: folder, node: process.execPath, env: { DICE: '1' } })
    expect(JSON.stringify([report.argv, report.env])).not.toContain('secret')
    expect(described).toEqual([`${folder}/tools/request.mjs`])
  })

  it('scrubs the environment', async () => {
    vi.stubEnv('NARRATORIA_TEST_SECRET', 'hush')
    const locale = ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_COLLATE', 'LC_CTYPE', 'LC_MESSAGES', 'LC_MONETARY', 'LC_NUMERIC']
    const names = [...locale, 'LC_PAPER', 'LC_TIME', 'TZ', 'TMPDIR', 'USER', 'LOGNAME']
    for (const name of names) vi.stubEnv(name, name === 'TMPDIR' ? '/tmp' : 'C')
    const { executor } = await createWorld()
    const { env } = reportOf(await executor.execute(planOf(['request.mjs'])))
    vi.unstubAllEnvs()
    expect(env).toMatchObject({ PATH: process.env.PATH, LC_TIME: 'C' })
    expect(names.filter((name) => !(name in env))).toEqual([])
    // A tool keeps its compiled code where the tests keep theirs.
    const given = Object.keys(env).filter((name) => name !== 'NODE_COMPILE_CACHE')
    expect(given.filter((name) => /SECRET|VITEST|npm_|NODE/.test(name))).toEqual([])
  })

  it('FR-027: checks input when the description is a promise or thenable', async () => {
    const thenable: PromiseLike<{ inputSchema: typeof inputSchema }> = {
      // oxlint-disable-next-line unicorn/no-thenable -- a thenable of another library
      then: (resolve, reject) => Promise.resolve({ inputSchema }).then(resolve, reject),
    }
    for (const described of [
      Promise.resolve({ inputSchema }),
      thenable as Promise<{ inputSchema: typeof inputSchema }>,
    ]) {
      const { executor } = await createWorld({ describeTool: () => described })
      const result = await executor.execute(planOf([toolOf('request.mjs', { input: { formula: 'two' } })]))
      expect(result.toolResults[0]).toMatchObject({ errorCode: 'invalid_input', attempts: [] })
    }
  })

  it('fails the tool if describeTool throws or rejects', async () => {
    const broken = {
      get inputSchema(): typeof inputSchema {
        throw new Error('unreadable')
      },
    }
    for (const describeTool of [() => broken, async () => broken]) {
      const { executor } = await createWorld({ describeTool })
      const result = await executor.execute(planOf(['ok.sh']))
      expect(result.toolResults[0]).toMatchObject({
        errorCode: 'description_failed',
        error: expect.stringContaining('unreadable') as string,
      })
    }
  })

  it.each([Number.NaN, -5, '5000'])(
    'fails the tool whose description has the time limit %o, before a process',
    async (limit) => {
      const timeoutMs = limit as number
      for (const describeTool of [() => ({ timeoutMs }), async () => ({ timeoutMs })]) {
        const { executor } = await createWorld({ describeTool })
        const { toolResults } = await executor.execute(planOf(['ok.sh']))
        expect(toolResults[0]).toMatchObject({
          errorCode: 'description_failed',
          error: expect.stringContaining('timeoutMs must be a non-negative number') as string,
          attempts: [],
        })
      }
    },
  )

  it('FR-027: refuses input that does not match its schema, without a process and without a retry', async () => {
    const { executor } = await createWorld({ describeTool: () => ({ inputSchema }) })
    const plan = planOf([
      toolOf('request.mjs', { input: { formula: 'two', times: 0, x: 1 }, retryPolicy: { maxRetries: 3 } }),
    ])
    const { toolResults } = await executor.execute(plan)
    expect(toolResults[0]).toMatchObject({
      state: 'failed',
      errorCode: 'invalid_input',
      retryCount: 0,
      attempts: [],
      events: [],
    })
    expect(toolResults[0]?.error).toMatch(/\/formula .*\/times/)
  })

  it('runs a tool whose input matches its schema', async () => {
    // A new object each time, as from a host that reads its manifests anew.
    const { executor } = await createWorld({ describeTool: () => ({ inputSchema: structuredClone(inputSchema) }) })
    for (const formula of ['2d6', '1d20']) {
      const result = await executor.execute(planOf([toolOf('request.mjs', { input: { formula } })]))
      expect(result.success).toBe(true)
    }
  })

  it('an invalid schema or a failing description fails only that tool', async () => {
    const describeTool = (path: string) => {
      if (path.endsWith('ok.sh')) return undefined
      if (path.endsWith('fail.sh')) throw new Error('manifest lost')
      return { inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '(' } } } }
    }
    const { executor } = await createWorld({ describeTool })
    const plan = planOf(['fail.sh', toolOf('request.mjs', { input: { a: 'x' } }), 'ok.sh'])
    const result = await executor.execute(plan)
    expect(result.toolResults.map(({ state, errorCode }) => errorCode ?? state)).toEqual([
      'description_failed',
      'invalid_input_schema',
      'completed',
    ])
    expect(result.toolResults[0]?.error).toContain('manifest lost')
  })
})

describe('reuse', () => {
  it('uses a recorded result with its patches and assets instead of running the tool', async () => {
    const { executor, folder } = await createWorld()
    const assets = [{ path: 'tools/ok.sh' }]
    const first = await executor.execute(
      planOf([
        toolOf('patch.mjs', { input: { patches: [{ a: { b: 1 } }, { gone: null }] } }),
        toolOf('asset.mjs', { input: { assets } }),
      ]),
    )
    const [patch, asset] = first.toolResults
    const events: string[] = []
    const plan = planOf([
      { toolId: 'again', toolPath: 'tools/missing.mjs' },
      { toolId: 'picture', toolPath: 'tools/missing.mjs', dependencies: ['again'] },
      toolOf('request.mjs', { dependencies: ['again'] }),
    ])
    const result = await executor.execute(plan, {
      state: { gone: 1, a: { c: 2 } },
      reuse: ({ toolId }) => ({ again: patch, picture: asset })[toolId],
      onEvent: (event) => void ('toolId' in event && events.push(`${event.toolId} ${event.type}`)),
    })
    expect(result).toMatchObject({ success: true, state: { a: { b: 1, c: 2 } } })
    expect(result.state).not.toHaveProperty('gone')
    expect(result.assets).toMatchObject([{ toolId: 'picture', path: `${folder}/tools/ok.sh` }])
    expect(result.toolResults[0]).toMatchObject({ toolId: 'again', reused: true, state: 'completed' })
    expect(reportOf(result).request.dependencies).toEqual({ again: { a: { b: 1 } } })
    expect(events.filter((event) => event.startsWith('again'))).toEqual(['again tool_finished'])
  })

  it('runs the tool if the recorded result did not complete', async () => {
    const { executor } = await createWorld()
    const failed = (await executor.execute(planOf(['fail.sh']))).toolResults[0]!
    const result = await executor.execute(planOf(['ok.sh']), { reuse: () => failed })
    expect(result.toolResults[0]).toMatchObject({ state: 'completed' })
    expect(result.toolResults[0]?.reused).toBeUndefined()
  })
})
