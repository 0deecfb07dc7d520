import { ExecutionEvent, ExecutionResult, matches } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { createWorld, planOf, readJournal, reportOf, toolOf } from '../world.ts'

const patch = (toolId: string, rest: Record<string, unknown> = {}, input = {}) =>
  toolOf('patch.mjs', { toolId, ...rest, input: { name: toolId, journal: 'journal', ...input } })

describe('order', () => {
  it('FR-011, FR-049: runs a sequential plan in topological order, ties by position', async () => {
    const { executor, folder } = await createWorld()
    const plan = planOf([
      patch('z', { dependencies: ['y'] }),
      patch('w'),
      patch('y'),
      patch('a', { dependencies: ['z'] }),
    ])
    expect(await executor.execute(plan)).toMatchObject({ success: true })
    const order = (await readJournal(folder)).filter((line) => line.startsWith('start'))
    expect(order).toEqual(['start w', 'start y', 'start z', 'start a'])
  })

  it('FR-050: runs one tool at a time if the plan is not parallel', async () => {
    const { executor, folder } = await createWorld()
    await executor.execute(planOf([patch('a', { async: true }, { delayMs: 100 }), patch('b', { async: true })]))
    expect(await readJournal(folder)).toEqual(['start a', 'end a', 'start b', 'end b'])
  })

  it('FR-014, FR-050: overlaps only async tools of a parallel plan', async () => {
    const { executor, folder } = await createWorld({ maxConcurrency: 4 })
    const plan = planOf(
      [
        patch('a', { async: true }, { after: 'end b' }),
        patch('b', { async: true }, { after: 'start a' }),
        patch('alone', {}, { delayMs: 50 }),
        patch('c', { async: true }),
      ],
      { parallel: true },
    )
    await executor.execute(plan)
    const journal = await readJournal(folder)
    expect(journal.slice(0, 2).sort()).toEqual(['start a', 'start b'])
    expect(journal.slice(2)).toEqual(['end b', 'end a', 'start alone', 'end alone', 'start c', 'end c'])
  })

  it('starts a ready tool although an earlier one of the same level still runs', async () => {
    const { executor, folder } = await createWorld({ maxConcurrency: 4 })
    const plan = planOf(
      [
        patch('slow', { async: true }, { after: 'end next' }),
        patch('quick', { async: true }),
        patch('next', { async: true, dependencies: ['quick'] }),
      ],
      { parallel: true },
    )
    await executor.execute(plan)
    expect((await readJournal(folder)).at(-1)).toBe('end slow')
  })
})

describe('failures', () => {
  it('FR-013, FR-019, FR-021, FR-067: a failed required tool skips its dependents, and all other tools run', async () => {
    const { executor } = await createWorld()
    const plan = planOf([
      'fail.sh',
      toolOf('ok.sh', { toolId: 'direct', dependencies: ['fail'], required: false }),
      toolOf('ok.sh', { toolId: 'transitive', dependencies: ['direct'] }),
      toolOf('ok.sh', { toolId: 'independent' }),
    ])
    const result = await executor.execute(plan)
    expect(result.toolResults.map(({ state }) => state)).toEqual(['failed', 'skipped', 'skipped', 'completed'])
    const atFault = result.toolResults.map(({ failedDependency }) => failedDependency)
    expect(atFault).toEqual([undefined, 'fail', 'fail', undefined])
    expect(result).toMatchObject({
      success: false,
      failureReason: 'tool_failure',
      failedTools: ['fail'],
      canReplan: true,
    })
  })

  it('FR-013, FR-019: a failed optional tool satisfies its dependents, which receive null', async () => {
    const { executor } = await createWorld()
    const plan = planOf([
      toolOf('fail.sh', { required: false }),
      'ok.sh',
      toolOf('request.mjs', { dependencies: ['fail', 'ok'] }),
    ])
    const result = await executor.execute(plan)
    expect(result).toMatchObject({ success: true, failedTools: ['fail'], canReplan: false })
    expect(result.failureReason).toBeUndefined()
    expect(reportOf(result).request.dependencies).toEqual({ fail: null, ok: { ok: true } })
  })

  it('FR-021: canReplan is false after the fifth plan', async () => {
    const { executor } = await createWorld()
    const result = await executor.execute(planOf(['fail.sh'], { metadata: { generationAttempt: 5 } }))
    expect(result).toMatchObject({ generationAttempt: 5, canReplan: false, success: false })
  })
})

describe('state', () => {
  it('001 §13.4.7: only successful attempts change state', async () => {
    const { executor } = await createWorld()
    const flaky = toolOf('flaky.mjs', { input: { succeedAt: 2 }, retryPolicy: { maxRetries: 1, backoffMs: 1 } })
    const result = await executor.execute(planOf([flaky, toolOf('fail.sh', { required: false })]), {
      state: { old: 1 },
    })
    expect(result.state).toEqual({ old: 1, attempt2: true })
    expect(result.toolResults[0]?.output).toEqual({ attempt2: true })
    expect(result.toolResults[1]?.output).toEqual({})
    expect(result.toolResults[0]?.events.filter((event) => event.type === 'state_patch')).toHaveLength(2)
  })

  it('001 §13.4.7, 002 Edge 7: merges patches in topological order regardless of timing', async () => {
    const { executor } = await createWorld({ maxConcurrency: 4 })
    const plan = planOf(
      [
        patch('a', { async: true }, { after: 'end c', patches: [{ x: 'a', gone: null, list: [1] }] }),
        patch('b', { async: true }, { patches: [{ x: 'b' }, { nested: { b: 1 } }] }),
        patch('c', { async: true, dependencies: ['b'] }, { patches: [{ nested: { c: 1, b: null } }] }),
      ],
      { parallel: true },
    )
    const result = await executor.execute(plan, { state: { gone: 1, list: [0, 0], nested: { a: 1 } } })
    expect(result.state).toEqual({ x: 'b', list: [1], nested: { a: 1, c: 1 } })
  })

  it('the state of a tool contains only the patches of its ancestors', async () => {
    const { executor } = await createWorld({ maxConcurrency: 4 })
    const plan = planOf(
      [
        patch('a', { async: true }, { patches: [{ a: 1 }] }),
        patch('b', { async: true, dependencies: ['a'] }, { patches: [{ b: 1 }] }),
        patch('other', { async: true, dependencies: ['a'] }, { patches: [{ other: 1 }] }),
        toolOf('request.mjs', { async: true, dependencies: ['b'] }),
        toolOf('ok.sh', { dependencies: ['other', 'request'] }),
      ],
      { parallel: true },
    )
    const result = await executor.execute(plan, { state: { s: 1 } })
    expect(reportOf(result).request.state).toEqual({ s: 1, a: 1, b: 1 })
  })

  it('in a sequential plan, the state contains all earlier patches', async () => {
    const { executor } = await createWorld()
    const result = await executor.execute(planOf([patch('a', {}, { patches: [{ a: 1 }] }), 'request.mjs']))
    expect(reportOf(result).request.state).toEqual({ a: 1 })
  })
})

describe('trace', () => {
  it('FR-020, FR-053, 001 §13.5: emits valid events in order and returns a valid result', async () => {
    const { executor } = await createWorld()
    const events: ExecutionEvent[] = []
    const flaky = toolOf('flaky.mjs', { input: { succeedAt: 2 }, retryPolicy: { maxRetries: 1, backoffMs: 1 } })
    const plan = planOf([flaky, toolOf('ok.sh', { dependencies: ['flaky'] })])
    const result = await executor.execute(plan, { onEvent: (event) => void events.push(event) })
    expect(events.map(({ type }) => type.replace('tool_', '')).join(' ')).toBe(
      'waiting started event event event retry started event event finished started event event finished',
    )
    expect(events.every((event) => matches(ExecutionEvent, event))).toBe(true)
    expect(matches(ExecutionResult, result)).toBe(true)
    const [first] = result.toolResults
    expect(first).toMatchObject({
      retryCount: 1,
      attempts: [
        { ok: false, exitCode: 0 },
        { ok: true, eventCount: 2 },
      ],
    })
    expect(first!.attempts[0]!.eventCount + first!.attempts[1]!.eventCount).toBe(first!.events.length)
  })
})
