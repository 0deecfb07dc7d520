import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLanguageModel, type LanguageModel, LanguageModelError } from '@narratoria/models'
import { type FakeServer, startFakeServer } from '@narratoria/models/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria, type NarratoriaOptions } from '../../src/index.ts'

/** A script that narrates what the host's model answers to the player's words. */
const asking = `#!/usr/bin/env node
const { host, input } = JSON.parse(await new Response(process.stdin).text())
const response = await fetch(host.baseUrl + '/chat/completions', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + host.token },
  body: JSON.stringify({ messages: [{ role: 'user', content: input.prompt }] }),
})
const text = (await response.json()).choices[0].message.content
const write = (event) => console.log(JSON.stringify({ version: '0', ...event }))
write({ type: 'ui_event', event: 'model_used', payload: { model: 'oracle' } })
write({ type: 'ui_event', event: 'narration', payload: { text } })
write({ type: 'done', ok: true })
`
const plan = { steps: [{ do: 'ask', with: {}, after: [] }], say: '' }

/** A host with a skill that no trigger chooses, so that only a model can. */
async function openHost(options: NarratoriaOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-runtime-'))
  const skill = join(folder, 'skills', 'oracle')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'ask.mjs'), asking)
  chmodSync(join(skill, 'ask.mjs'), 0o755)
  const inputSchema = { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] }
  const scripts = [{ name: 'ask', path: 'ask.mjs', description: 'Asks the oracle.', inputSchema }]
  const manifest = { name: 'oracle', version: '1.0.0', description: 'An oracle.', scripts }
  writeFileSync(join(skill, 'skill.json'), JSON.stringify(manifest))
  const folders = { skillRoots: [join(folder, 'skills')], home: join(folder, 'home') }
  // Getters stay getters.
  const host = await createNarratoria(Object.defineProperties(folders, Object.getOwnPropertyDescriptors(options)))
  onTestFinished(async () => {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return host
}

async function serve(answer: string): Promise<FakeServer> {
  const server = await startFakeServer({ family: 'ollama', answer: () => answer })
  onTestFinished(() => server.close())
  return server
}

function model(answer: string): LanguageModel {
  return createLanguageModel({
    id: 'mine',
    provider: 'test',
    async *generate() {
      yield { type: 'text', text: answer }
      yield { type: 'finish', finishReason: 'stop', usage: {} }
    },
  })
}

it('any objects with the interface plan and narrate', async () => {
  const host = await openHost({ models: { planner: model(JSON.stringify(plan)), narrator: model('The oracle nods.') } })
  const { narrative, attempts } = await (await host.openSession()).play('Is there hope?').result
  expect(narrative).toBe('The oracle nods.')
  expect(attempts[0]).toMatchObject({ planner: 'model' })
})

it('a turn is cancelled at once while its model writes, and so is the request', async () => {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const narrator = createLanguageModel({
    id: 'slow',
    provider: 'test',
    async *generate(_, { signal }) {
      signal.addEventListener('abort', () => ended.resolve())
      yield { type: 'text', text: 'Once upon' }
      started.resolve()
      await new Promise(() => {})
    },
  })
  const host = await openHost({ models: { planner: model(JSON.stringify(plan)), narrator } })
  const cancel = new AbortController()
  const { result } = (await host.openSession()).play('Is there hope?', { signal: cancel.signal })
  await started.promise
  cancel.abort()
  expect((await result).status).toBe('cancelled')
  await ended.promise
})

it('connections plan and narrate', async () => {
  const [planning, narrating] = [await serve(JSON.stringify(plan)), await serve('The oracle smiles.')]
  const connect = ({ baseUrl }: FakeServer) => ({ provider: 'ollama' as const, baseUrl, model: 'fake-model' })
  const host = await openHost({ models: { planner: connect(planning), narrator: connect(narrating) } })
  const { narrative } = await (await host.openSession()).play('Is there hope?').result
  expect(narrative).toBe('The oracle smiles.')
  expect(JSON.stringify(planning.requests[0])).toContain('Is there hope?')
  expect(JSON.stringify(narrating.requests[0])).toContain('Is there hope?')
})

it('a connection whose key is missing is refused when the host is opened', async () => {
  const connection = {
    provider: 'openai' as const,
    baseUrl: 'http://127.0.0.1:9',
    model: 'm',
    apiKeyEnv: 'NO_SUCH_KEY',
  }
  for (const models of [{ planner: connection }, { narrator: connection }])
    await expect(createNarratoria({ models, skillRoots: [] })).rejects.toBeInstanceOf(LanguageModelError)
})

it.each([
  [{ structured: 'prompt' as const }, /JSON Schema/, undefined],
  [{ enforcesBounds: true }, /You keep the records/, '"maxLength"'],
  [{}, /You keep the records/, '"response_format"'],
])(
  'what is asked after a turn by an endpoint follows what that says of schemas: %j',
  async (schemas, system, field) => {
    const answer = (body: object) => (/keep the records|could do next/.test(JSON.stringify(body)) ? '{}' : 'It comes.')
    const server = await startFakeServer({ family: 'openai', answer })
    onTestFinished(() => server.close())
    const host = await openHost({
      models: { planner: model(JSON.stringify(plan)) },
      modelEndpoint: { baseUrl: server.baseUrl, token: 't', ...schemas },
    })
    const session = await host.openSession()
    await session.play('Is there hope?').result
    await session.settled()
    const asked = server.requests.map((body) => JSON.stringify(body)).find((text) => text.includes('keep the records'))!
    expect(asked).toMatch(system)
    if (field === undefined) expect(asked).not.toContain('response_format')
    else expect(asked).toContain(field)
    if (!('enforcesBounds' in schemas)) expect(asked).not.toContain('"maxLength"')
  },
)

it('an endpoint that the host opens later is used for the next tool', async () => {
  let endpoint: { baseUrl: string; token: string } | undefined
  const server = await startFakeServer({ family: 'openai', answer: () => 'It comes late.' })
  onTestFinished(() => server.close())
  const host = await openHost({
    models: { planner: model(JSON.stringify(plan)) },
    get modelEndpoint() {
      return endpoint
    },
  })
  endpoint = { baseUrl: server.baseUrl, token: 't' }
  const { narrative } = await (await host.openSession()).play('Is there hope?').result
  expect(narrative).toContain('It comes late.')
})
