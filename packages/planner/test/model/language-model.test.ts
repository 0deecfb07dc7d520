import { connectModel, modelOf } from '@narratoria/models'
import { languageModelContract } from '@narratoria/models/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ModelPlanner, Narrator } from '../../src/index.ts'
import { localLanguageModel, servedModel, serveModel } from '../../src/llama/index.ts'
import { assertPlan, contractRequest, plannerContract } from '../../src/testing/index.ts'
import { fakeExecute } from '../narrator/fake-execute.ts'
import { useModel } from './model.ts'

const inProcess = useModel()

/** Serves the model as the project's own endpoint, to connect to as to any other server. */
async function serve() {
  const endpoint = await serveModel(inProcess.get())
  onTestFinished(() => endpoint.close({ force: true }))
  return { target: endpoint.baseUrl, apiKeyEnv: 'TOKEN', env: { TOKEN: endpoint.token } }
}

async function endpointModel() {
  const { target: baseUrl, apiKeyEnv, env } = await serve()
  return modelOf({ provider: 'custom', baseUrl, model: 'random', apiKeyEnv }, env)
}

describe.each([
  ['a GGUF model in this process', () => localLanguageModel(inProcess.get())],
  ['the endpoint of a GGUF model', endpointModel],
])('%s', (_, open) => {
  it.each(languageModelContract(open))('keeps the contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

it('the endpoint of a GGUF model is connected, enforces schemas, and makes valid plans', async () => {
  const served = await serve()
  const connection = await connectModel(served)
  expect(connection).toMatchObject({ provider: 'custom', model: 'random', structured: 'schema' })
  const planner = new ModelPlanner({ model: modelOf(connection, served.env), temperature: 1 })
  const narrator = new Narrator({ planner, execute: fakeExecute({}).execute })
  for (const prompt of ['I roll the dice', 'I light the torch', '']) {
    const request = contractRequest(prompt)
    const { attempts, fallback } = await narrator.play(request)
    expect(fallback).toBe(false)
    for (const { plan } of attempts) assertPlan(plan!, request)
  }
})

it('an endpoint says what its model does with schemas', async () => {
  const local = await serveModel(inProcess.get())
  const served = await serveModel(
    servedModel({ ...localLanguageModel(inProcess.get()), structured: 'prompt', enforcesBounds: false }),
  )
  onTestFinished(async () => void (await Promise.all([local.close({ force: true }), served.close({ force: true })])))
  expect(local).toMatchObject({ structured: 'schema', enforcesBounds: true })
  expect(served).toMatchObject({ structured: 'prompt', enforcesBounds: false })
})

describe('a local model', () => {
  it.each(
    plannerContract(() => new ModelPlanner({ model: localLanguageModel(inProcess.get()), temperature: 1 }), {
      understands: false,
    }),
  )('plans like any other model: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('refuses a schema that no grammar expresses', async () => {
    const model = localLanguageModel(inProcess.get())
    const schema = { type: 'object', properties: { a: { $ref: '#/a' } } }
    await expect(model.complete({ messages: [], schema })).rejects.toMatchObject({ code: 'schema_refused' })
  })

  it('refuses a prompt that is longer than its context', async () => {
    const messages = [{ role: 'user' as const, content: 'a b c d '.repeat(4_000) }]
    await expect(localLanguageModel(inProcess.get()).complete({ messages })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('larger contextSize'),
    })
  })
})
