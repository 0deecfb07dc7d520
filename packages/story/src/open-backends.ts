import { StoryError } from './errors.ts'
import { openLlamaModel } from './model/llama-model.ts'
import { OpenAiModel } from './model/openai-model.ts'
import type { TextModel } from './model/text-model.ts'
import { generationOf, type StoryConfig } from './project/config.ts'
import { StubStoryPlanner } from './stub/stub-story-planner.ts'
import { StubSceneWriter } from './stub/stub-scene-writer.ts'
import { ModelSceneWriter } from './writer/model-scene-writer.ts'
import type { SceneWriter } from './writer/scene-writer.ts'
import { ModelStoryPlanner } from './planner/model-story-planner.ts'
import type { StoryPlanner } from './planner/story-planner.ts'

/** The planner and the writer of a project. */
export interface Backends {
  planner: StoryPlanner
  writer: SceneWriter
  close(): Promise<void>
}

/** Options of {@link openBackends}. */
export interface BackendOptions {
  /** The project folder. */
  folder: string
  config: StoryConfig
  /** Path of the worker program that runs a local model. */
  workerPath?: string | undefined
}

type Backend = 'stub' | 'openai' | 'llama'

/** Opens the backends that a project's config names. Each defaults to the stub. */
export async function openBackends({ folder, config, workerPath }: BackendOptions): Promise<Backends> {
  const models = new Map<Backend, TextModel>()
  const modelFor = async (backend: Backend): Promise<TextModel> => {
    const model = models.get(backend) ?? (await openModel(backend, { folder, config, workerPath }))
    models.set(backend, model)
    return model
  }
  const planning = config.planner?.backend ?? 'stub'
  const writing = config.writer?.backend ?? 'stub'
  return {
    planner: planning === 'stub' ? new StubStoryPlanner() : new ModelStoryPlanner(await modelFor(planning)),
    writer: writing === 'stub' ? new StubSceneWriter() : new ModelSceneWriter(await modelFor(writing)),
    async close() {
      for (const model of models.values()) await model.close?.()
    },
  }
}

async function openModel(backend: Backend, { folder, config, workerPath }: BackendOptions): Promise<TextModel> {
  if (backend === 'openai' && config.openai) return new OpenAiModel(config.openai)
  if (backend === 'llama' && config.llama) {
    const contextTokens = generationOf(config).contextTokenBudget
    return openLlamaModel({
      folder,
      settings: config.llama,
      contextTokens,
      ...(workerPath !== undefined && { workerPath }),
    })
  }
  const needs = backend === 'openai' ? '"openai": {"base_url", "model"}' : '"llama": {"model"}'
  throw new StoryError('invalid_project', `config.json: the backend "${backend}" needs ${needs}`)
}
