import { modelOf } from '@narratoria/models'
import { languageModelContract } from '@narratoria/models/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ModelPlanner } from '../../src/index.ts'
import { localLanguageModel, serveModel } from '../../src/llama/index.ts'
import { plannerContract } from '../../src/testing/index.ts'
import { useModel } from './model.ts'

const inProcess = useModel()

/** The project's own endpoint, connected to as to any other server. */
async function endpointModel() {
  const endpoint = await serveModel(inProcess.get())
  onTestFinished(() => endpoint.close({ force: true }))
  const connection = { provider: 'custom' as const, baseUrl: endpoint.baseUrl, model: 'random', apiKeyEnv: 'TOKEN' }
  return modelOf(connection, { TOKEN: endpoint.token })
}

describe.each([
  ['a GGUF model in this process', () => localLanguageModel(inProcess.get())],
  ['the endpoint of a GGUF model', endpointModel],
])('%s', (_, open) => {
  it.each(languageModelContract(open))('keeps the contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
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
