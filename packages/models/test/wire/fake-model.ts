import { onTestFinished } from 'vitest'
import { type LanguageModel, modelOf, type Patience, type Sampling } from '../../src/index.ts'
import { type FakeServer, type FakeServerOptions, startFakeServer } from '../../src/testing/index.ts'

/** The preset of each family of fake servers. */
export const presetOf = { openai: 'custom', anthropic: 'anthropic', ollama: 'ollama' } as const

/** Starts a fake server for a test, and makes its model. */
export async function fakeModel(
  options: FakeServerOptions,
  {
    env = {},
    ...use
  }: { patience?: Patience; sampling?: Sampling; env?: Record<string, string>; apiKeyEnv?: string } = {},
): Promise<{ server: FakeServer; model: LanguageModel }> {
  const server = await startFakeServer(options)
  onTestFinished(() => server.close())
  const provider = presetOf[options.family]
  const model = modelOf({ provider, baseUrl: server.baseUrl, model: 'fake-model', ...use }, env)
  return { server, model }
}
