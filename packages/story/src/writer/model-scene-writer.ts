import type { LanguageModel } from '@narratoria/models'
import type { JsonObject } from '@narratoria/protocol'
import { sceneAnswerSchema } from '../model/answer-schemas.ts'
import { type AnswerSettings, askFor, modelName } from '../model/ask-for.ts'
import { generationOf } from '../project/config.ts'
import { checkDraft } from './check-draft.ts'
import type { SceneDraft, SceneWriter, WriteRequest } from './scene-writer.ts'
import { fillWriterPrompt } from './writer-prompt.ts'

/**
 * Writes with a language model. An invalid scene is returned to the model with its problems, up to `generation.max_attempts` of
 * the config.
 */
export class ModelSceneWriter implements SceneWriter {
  readonly name: string
  readonly #model: LanguageModel
  readonly #settings: AnswerSettings

  /** @param settings Default to those of the server, and 4,096 tokens. */
  constructor(model: LanguageModel, settings: AnswerSettings = {}) {
    this.#model = model
    this.#settings = settings
    this.name = modelName(model)
  }

  async write(request: WriteRequest, options: { signal?: AbortSignal } = {}): Promise<SceneDraft> {
    const draft = await askFor(
      this.#model,
      {
        ...this.#settings,
        prompt: fillWriterPrompt(request),
        schema: sceneAnswerSchema(request.memory, request.pov.id),
        maxAttempts: generationOf(request.config).maxAttempts,
        check: (answer) => checkDraft(asDraft(answer), request.memory),
      },
      { ...options, answers: request.answers },
    )
    return asDraft(draft) as unknown as SceneDraft
  }
}

/** Joins a list of paragraphs to one text. */
function asDraft({ paragraphs, ...answer }: JsonObject): JsonObject {
  if (!Array.isArray(paragraphs) || answer.prose !== undefined) return answer
  return { ...answer, prose: paragraphs.filter((paragraph) => typeof paragraph === 'string').join('\n\n') }
}
