import { StoryError } from './errors.ts'
import { type LanguageModel, modelOf } from '@narratoria/models'
import { type AnswerSettings, answerTokens } from './model/ask-for.ts'
import { Meter } from './model/meter.ts'
import { generationOf, type StoryConfig } from './project/config.ts'
import { StubStoryPlanner } from './stub/stub-story-planner.ts'
import { StubSceneWriter } from './stub/stub-scene-writer.ts'
import { ModelSceneWriter } from './writer/model-scene-writer.ts'
import type { SceneWriter } from './writer/scene-writer.ts'
import { ModelStoryPlanner } from './planner/model-story-planner.ts'
import type { StoryPlanner } from './planner/story-planner.ts'
import { isAbsolute, join } from 'node:path'

export interface Backends {
  planner: StoryPlanner
  writer: SceneWriter
  /** Counts the calls of both. */
  meter: Meter
  close(): Promise<void>
}

/** Opens the model of the role `writer` with room for that many tokens; `undefined` if there is none. */
export type OpenWriter = (needs: { contextTokens: number }) => Promise<LanguageModel | undefined>

export interface BackendOptions {
  folder: string
  config: StoryConfig
  openWriter?: OpenWriter | undefined
  /** Path of the worker program that runs a local model. */
  workerPath?: string | undefined
}

type Backend = 'stub' | 'model' | 'openai' | 'llama'

/** Opens the backends that a project's config names. Each defaults to the model of the role, and to the stub without one. */
export async function openBackends(options: BackendOptions): Promise<Backends> {
  const { planner, writer, openai } = options.config
  const meter = new Meter()
  const opened = new Map<Backend, LanguageModel | undefined>()
  const modelFor = async (backend: Backend | undefined): Promise<LanguageModel | undefined> => {
    const wanted = backend ?? 'model'
    if (!opened.has(wanted)) opened.set(wanted, await openModel(wanted, options))
    const model = opened.get(wanted)
    if (model || backend === undefined || backend === 'stub') return model
    throw new StoryError('invalid_project', `config.json: the backend "${backend}" needs ${needs[backend]}`)
  }
  const settingsOf = (backend: Backend | undefined): AnswerSettings =>
    backend === 'openai' ? { temperature: openai?.temperature, maxTokens: openai?.max_tokens } : {}
  const planning = await modelFor(planner?.backend)
  const writing = await modelFor(writer?.backend)
  return {
    meter,
    planner: planning
      ? new ModelStoryPlanner(meter.count(planning), settingsOf(planner?.backend), meter)
      : new StubStoryPlanner(),
    writer: writing
      ? new ModelSceneWriter(meter.count(writing), settingsOf(writer?.backend), meter)
      : new StubSceneWriter(),
    async close() {
      for (const model of opened.values()) await model?.close?.()
    },
  }
}

const needs = {
  model: 'a connected model; "narratoria models connect" connects one',
  openai: '"openai": {"base_url", "model"}',
  llama: '"llama": {"model"}',
}

/** Opens a model; `undefined` if its settings are missing. @throws {StoryError} `model_failed` */
async function openModel(
  backend: Backend,
  { folder, config, openWriter, workerPath }: BackendOptions,
): Promise<LanguageModel | undefined> {
  const contextTokens = generationOf(config).contextTokenBudget + answerTokens
  try {
    if (backend === 'model') return await openWriter?.({ contextTokens })
    if (backend === 'openai') return config.openai && modelOf(connectionOf(config.openai))
    if (backend === 'llama' && config.llama)
      return await openLocalModel({ folder, settings: config.llama, contextTokens, workerPath })
    return undefined
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoryError('model_failed', `the model of the backend "${backend}" cannot be used: ${reason}`, { cause })
  }
}

function connectionOf({ base_url, model, api_key_env, timeout_ms }: NonNullable<StoryConfig['openai']>) {
  return {
    provider: 'custom' as const,
    baseUrl: base_url,
    model,
    ...(api_key_env !== undefined && { apiKeyEnv: api_key_env }),
    ...(timeout_ms !== undefined && { patience: { firstTokenMs: timeout_ms, betweenTokensMs: timeout_ms } }),
  }
}

interface LocalModelOptions {
  folder: string
  settings: NonNullable<StoryConfig['llama']>
  /** Most tokens of a prompt and its answer. */
  contextTokens: number
  /** Path of the worker program. Defaults to the one in `@narratoria/planner`. */
  workerPath?: string | undefined
}

/** Loads a GGUF model in a local process. */
async function openLocalModel(options: LocalModelOptions): Promise<LanguageModel> {
  const { folder, settings, contextTokens, workerPath } = options
  const { localLanguageModel, startModelProcess } = await import('@narratoria/planner/llama')
  const modelPath = isAbsolute(settings.model) ? settings.model : join(folder, settings.model)
  const model = await startModelProcess({ modelPath, contextSize: contextTokens, ...(workerPath && { workerPath }) })
  const silenceMs = settings.timeout_ms ?? 600_000
  return localLanguageModel(model, { patience: { firstTokenMs: silenceMs, betweenTokensMs: silenceMs } })
}
