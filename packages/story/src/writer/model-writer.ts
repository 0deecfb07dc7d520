import type { JsonObject } from '@narratoria/protocol'
import { askFor } from '../model/ask-for.ts'
import type { TextModel } from '../model/text-model.ts'
import { generationOf } from '../project/config.ts'
import { checkDraft } from './check-draft.ts'
import { SceneDraft, type SceneWriter, type WriteRequest } from './scene-writer.ts'
import { fillWriterPrompt } from './writer-prompt.ts'

/** Writes by a language model, and asks again with what was wrong until the scene can be kept. */
export class ModelSceneWriter implements SceneWriter {
  readonly name: string
  readonly #model: TextModel

  constructor(model: TextModel) {
    this.#model = model
    this.name = model.name
  }

  async write(request: WriteRequest, options: { signal?: AbortSignal } = {}): Promise<SceneDraft> {
    const draft = await askFor(
      this.#model,
      {
        prompt: fillWriterPrompt(request),
        schema: SceneDraft as unknown as JsonObject,
        maxAttempts: generationOf(request.config).maxAttempts,
        check: (answer) => checkDraft(answer, request.memory),
      },
      { ...options, answers: request.answers },
    )
    return draft as unknown as SceneDraft
  }
}
