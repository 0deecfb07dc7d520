import { expect, it } from 'vitest'
import { startModelProcess } from '../../../src/llama/index.ts'
import { tinyShape } from '../../../src/testing/index.ts'
import { useModel } from '../model.ts'
import { ask, children } from './worker-processes.ts'

const model = useModel({ process: true, shape: { ...tinyShape, layers: 1 } })

it('FR-001: completes, streams, counts tokens and embeds', async () => {
  let streamed = ''
  const done = await model.get().complete(ask, { onText: (text) => (streamed += text) })
  expect(done.text).not.toBe('')
  expect(streamed).toBe(done.text)
  expect(done.completionTokens).toBeLessThanOrEqual(40)
  expect(await model.get().countTokens('a torch')).toBeGreaterThan(0)
  const [a, b, c] = await model.get().embed(['the torch burns', 'the torch burns', 'a completely other text'])
  expect(a).toEqual(b)
  expect(a).not.toEqual(c)
  expect(Math.hypot(...(a ?? []))).toBeCloseTo(1)
})

it('a crash fails only the running call; the next call starts the model again', async () => {
  const [pid] = children()
  const crash = model
    .get()
    .complete({ ...ask, maxTokens: 3_000, temperature: 1 }, { onText: () => pid && process.kill(pid, 'SIGSEGV') })
  await expect(crash).rejects.toMatchObject({ code: 'model_crashed' })
  expect((await model.get().complete(ask)).text).not.toBe('')
  expect(children()).not.toContain(pid)
})

it.each([
  ['close waits for a running call and ends the process', false],
  ['close with force ends the process at once', true],
])('%s', async (_, force) => {
  const other = await startModelProcess({ modelPath: model.path, gpu: false, threads: 1, contextSize: 512 })
  const before = children().length
  const started = Promise.withResolvers<void>()
  const call = other.complete(
    { ...ask, maxTokens: force ? 400 : 40, temperature: 1 },
    { onText: () => started.resolve() },
  )
  const ended = call.then(
    () => 'completed',
    (error: { code: string }) => error.code,
  )
  await started.promise
  await other.close({ force })
  expect(await ended).toBe(force ? 'model_closed' : 'completed')
  expect(children()).toHaveLength(before - 1)
  await expect(other.complete(ask)).rejects.toMatchObject({ code: 'model_closed' })
})
