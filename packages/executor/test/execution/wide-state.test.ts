import type { JsonObject, Plan, ToolRequest } from '@narratoria/protocol'
import { expect, it, onTestFinished } from 'vitest'
import { createPlan, Executor, type ExecuteOptions, type PlannedTool } from '../../src/index.ts'

const keys = (count: number, prefix = 'k', value: number | null = 1): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, value]))

/** Runs a plan of tools that write the patches of their input. */
function run(tools: PlannedTool[], { plan, ...options }: ExecuteOptions & { plan?: Partial<Plan> } = {}) {
  const patch = {
    name: 'patch',
    async call({ input }: ToolRequest, { write }: { write: (line: string) => void }) {
      if (input.endsLast) await othersEnded.promise
      for (const patch of (input.patches ?? []) as JsonObject[])
        write(`${JSON.stringify({ version: '0', type: 'state_patch', patch })}\n`)
      write('{"version":"0","type":"done","ok":true}\n')
    },
  }
  const othersEnded = Promise.withResolvers<void>()
  const executor = new Executor({ tools: [patch], maxInputBytes: 64 * 1024 * 1024, maxStateChange: 1e8 })
  onTestFinished(() => executor.close())
  const onEvent = ({ type }: { type: string }) => void (type === 'tool_finished' && othersEnded.resolve())
  return executor.execute(createPlan(tools, plan), { onEvent, ...options })
}

const patch = (...patches: JsonObject[]): PlannedTool => ({ toolPath: 'tool:patch', input: { patches } })

it('a tool that gives an object of the state more than 50,000 keys fails, and the state stays as it was', async () => {
  const state = { rooms: keys(49_999), 'a/b': {} }
  expect((await run([patch({ rooms: { one: 1 } })], { state })).success).toBe(true)
  const result = await run([patch({ rooms: { one: 1 } }, { rooms: { two: 2 } })], { state })
  expect(result).toMatchObject({ success: false, failureReason: 'tool_failure', state })
  expect(result.toolResults[0]).toMatchObject({
    state: 'failed',
    errorCode: 'state_too_wide',
    error:
      'The object /rooms of the state would have more than 50000 keys; remove some, or divide it into several objects.',
    retryCount: 0,
  })
  const [inner] = (await run([patch({ 'a/b': { c: keys(30_000) } }, { 'a/b': { c: keys(30_000, 'l') } })], { state }))
    .toolResults
  expect(inner!.error).toContain('/a~1b/c')
  const [root] = (await run([patch(keys(30_000)), patch(keys(30_000, 'l'))])).toolResults.slice(1)
  expect(root!.error).toMatch(/^The state would have/)
})

it('an object may have as many keys in between, and one that is wider may be changed and made narrower', async () => {
  const swapped = [patch({ rooms: keys(20_000, 'k', null) }, { rooms: keys(20_000, 'l') })]
  expect((await run(swapped, { state: { rooms: keys(50_000) } })).success).toBe(true)
  const state = { rooms: keys(50_010) }
  expect((await run([patch({ rooms: { k3: 4 } })], { state })).success).toBe(true)
  expect((await run([patch({ rooms: { k3: null } })], { state })).success).toBe(true)
  expect((await run([patch({ rooms: { new: 1 } })], { state })).success).toBe(false)
})

it('tools that run at the same time reach the limit together', async () => {
  const tools = ['a', 'b', 'c'].map((name) => patch({ rooms: keys(20_000, name) }))
  const { toolResults } = await run(
    tools.map((tool) => ({ ...tool, required: false })),
    { plan: { parallel: true } },
  )
  expect(toolResults.map(({ state }) => state).toSorted()).toEqual(['completed', 'completed', 'failed'])
})

it('a parallel plan obeys the limit in the order in which patches are merged, whichever tool ends first', async () => {
  // Merged first, and ended last: what it removes is added again by the other one.
  const early = patch({ rooms: { ...keys(30_000, 'l', null), ...keys(30_000, 'm') } })
  const late = patch({ rooms: keys(30_000, 'l') })
  const { state, toolResults } = await run(
    [
      { ...early, toolId: 'early', async: true, input: { ...early.input, endsLast: true }, required: false },
      { ...late, toolId: 'late', async: true, required: false },
    ],
    { plan: { parallel: true }, state: { rooms: {} } },
  )
  expect(toolResults.map(({ errorCode }) => errorCode)).toEqual(['state_too_wide', undefined])
  expect(Object.keys(state.rooms as JsonObject)).toHaveLength(30_000)
  // The other way round: a tool that depends on the first one only sees all of its keys.
  const added = patch({ rooms: keys(30_000, 'l') })
  const removed = await run(
    [
      { ...added, toolId: 'added', async: true, input: { ...added.input, endsLast: true } },
      { ...patch({ rooms: keys(30_000, 'l', null) }), toolId: 'removed', async: true },
    ],
    { plan: { parallel: true }, state: { rooms: keys(50_000) } },
  )
  expect(removed.success).toBe(false)
})
