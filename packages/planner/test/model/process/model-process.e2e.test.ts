import { languageModelContract } from '@narratoria/models/testing'
import { ChildProcess, execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Execute, Narrator, type NarratorEvent } from '../../../src/index.ts'
import {
  LlamaPlanner,
  localLanguageModel,
  type LocalModel,
  loadModel,
  startModelProcess,
} from '../../../src/llama/index.ts'
import { contractRequest, contractSkills, tinyShape, writeRandomModel } from '../../../src/testing/index.ts'
import { asPlain, tempFolder, useModel } from '../model.ts'
import { ask, children } from './worker-processes.ts'

/** An execution in which every tool completes. */
const completing: Execute = async (plan) => ({
  planId: plan.requestId,
  success: true,
  narrative: plan.narrative ?? '',
  executionTime: 0,
  toolResults: [],
  failedTools: [],
  generationAttempt: 1,
  canReplan: false,
  state: {},
  assets: [],
})

describe('a model in a separate process', () => {
  const model = useModel({ process: true })

  it.each(languageModelContract(() => localLanguageModel(model.get())))(
    'keeps the contract of language models: $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )

  it('does not evaluate the same prompt twice', async () => {
    const first = await model.get().complete({ ...ask, lane: 'planner' })
    const second = await model.get().complete({ ...ask, lane: 'planner' })
    expect(second.text).toBe(first.text)
    expect(second.evaluatedTokens).toBe(1)
    expect(second.promptTokens).toBe(first.promptTokens)
  })

  it('rejects at once when cancelled, and continues to work', async () => {
    const controller = new AbortController()
    // Messages of the process, whether or not a call still waits for them.
    const said: object[] = []
    const emit = vi.spyOn(ChildProcess.prototype, 'emit')
    onTestFinished(() => emit.mockRestore())
    emit.mockImplementation(function (this: ChildProcess, event: string, ...given: unknown[]) {
      if (event === 'message') said.push(given[0] as object)
      return EventEmitter.prototype.emit.call(this, event, ...given)
    })
    const long = model.get().complete(
      { ...ask, maxTokens: 3_000, temperature: 1 },
      {
        signal: controller.signal,
        onText: () => controller.abort(),
      },
    )
    await expect(long).rejects.toThrow('aborted')
    // On the same lane, so this runs after the cancelled one.
    await model.get().complete({ ...ask, maxTokens: 1 })
    const texts = said.filter((message) => 'text' in message).length
    expect(texts).toBeGreaterThan(0)
    expect(texts).toBeLessThan(200)
    await expect(model.get().complete(ask, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect((await model.get().complete(ask)).text).not.toBe('')
  })

  it('a crash during a plan fails only that plan', async () => {
    const real = model.get()
    await real.countTokens('Start the process if it is not running.')
    const [pid] = children()
    let crashes = 0
    const crashOnce = () => {
      if ((crashes += 1) === 1) process.kill(pid!, 'SIGABRT')
    }
    const complete: LocalModel['complete'] = (request, options) =>
      real.complete(request, { ...options, onText: crashOnce })
    const planner = new LlamaPlanner({
      model: { ...asPlain(real), complete },
      deadlineMs: 60_000,
      temperature: 1,
      seed: 7,
      maxTokens: 2_000,
    })
    await planner.prepare(contractSkills())
    const events: NarratorEvent[] = []
    const narrator = new Narrator({ planner, execute: completing })
    const play = () => narrator.play(contractRequest('I roll'), { onEvent: (event) => void events.push(event) })
    const [first, second] = [await play(), await play()]
    expect(first).toMatchObject({ fallback: false, attempts: [{ planner: 'stub' }] })
    expect(second).toMatchObject({ fallback: false, attempts: [{ planner: 'llama' }] })
    expect(events.filter(({ type }) => type === 'warning')).toMatchObject([
      { code: 'planner_failed', message: expect.stringContaining('ended unexpectedly') },
    ])
    expect(children()).not.toContain(pid)
  })

  it('the planner’s lane has priority over the host’s between two tokens', async () => {
    const order: string[] = []
    const host = model
      .get()
      .complete({ ...ask, maxTokens: 1_500, temperature: 1, seed: 5 })
      .then(() => order.push('host'))
    const planner = model
      .get()
      .complete({ ...ask, lane: 'planner', maxTokens: 30 })
      .then(() => order.push('planner'))
    await Promise.all([host, planner])
    expect(order).toEqual(['planner', 'host'])
  })

  it('refuses a prompt that is longer than the context', async () => {
    const content = 'the torch burns and the door is closed '.repeat(2_000)
    await expect(model.get().complete({ ...ask, messages: [{ role: 'user', content }] })).rejects.toMatchObject({
      code: 'context_overrun',
      message: expect.stringContaining('shorten the prompt'),
    })
  })
})

describe('a model in this process', () => {
  const model = useModel()

  it('a cancelled completion writes at most the current token', async () => {
    const controller = new AbortController()
    let texts = 0
    const cancelled = model.get().complete(
      { ...ask, maxTokens: 3_000, temperature: 1 },
      {
        signal: controller.signal,
        onText: () => {
          texts += 1
          controller.abort()
        },
      },
    )
    await expect(cancelled).rejects.toThrow('aborted')
    expect(texts).toBe(1)
  })
})

describe('bad models', () => {
  const folder = tempFolder()
  const file = (name: string) => join(folder, name)

  it.each([
    ['missing', 'model_missing', () => {}],
    ['text', 'model_not_gguf', (path: string) => writeFileSync(path, 'This is a shopping list, not a model at all.')],
    ['empty', 'model_not_gguf', (path: string) => writeFileSync(path, '')],
    [
      'old',
      'model_not_gguf',
      (path: string) => writeFileSync(path, Buffer.concat([Buffer.from('GGUF\u0001\0\0\0'), Buffer.alloc(32)])),
    ],
    ['truncated', 'model_broken', (path: string) => (writeRandomModel(path), truncateSync(path, 200_000))],
    ['unsupported', 'model_unsupported', (path: string) => writeUnsupported(path)],
  ])('a %s file is refused: %s', async (name, code, make) => {
    const path = file(`${name}.gguf`)
    make(path)
    for (const load of [loadModel, startModelProcess]) {
      const error = await load({ modelPath: path, gpu: false, threads: 1 }).catch((cause: unknown) => cause)
      expect(error).toMatchObject({ code, message: expect.stringMatching(/use|download|list/) })
    }
    expect(children()).toEqual([])
  })

  it('a lack of memory is reported', async () => {
    const path = file('greedy.gguf')
    writeRandomModel(path, { ...tinyShape, contextLength: 2_000_000_000 })
    const error = await startModelProcess({
      modelPath: path,
      gpu: false,
      threads: 1,
      contextSize: 1_900_000_000,
    }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'model_memory', message: expect.stringContaining('smaller') })
    expect(children()).toEqual([])
  })

  function writeUnsupported(path: string): void {
    writeRandomModel(path, { ...tinyShape, layers: 1 })
    const bytes = execFileSync('sed', ['-e', 's/qwen2/qwen?/g', path], { maxBuffer: 1 << 28 })
    writeFileSync(path, bytes)
  }
})
