import type { LanguageModel } from '@narratoria/models'
import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { isGrounded } from '@narratoria/world/claims'
import { sceneAnswerSchema } from '../model/answer-schemas.ts'
import { type AnswerSettings, askFor, modelName, type Question } from '../model/ask-for.ts'
import type { Meter } from '../model/meter.ts'
import { generationOf } from '../project/config.ts'
import { checkStyle } from '../style/check-style.ts'
import { styleOf } from '../style/style-sheet.ts'
import { checkScene } from '../world/check-scene.ts'
import { replay } from '../world/story-world.ts'
import { checkDraft } from './check-draft.ts'
import { checkCritique, critiqueSchema, fillCritiquePrompt } from './critique.ts'
import type { SceneDraft, SceneWriter, WriteRequest } from './scene-writer.ts'
import { fillWriterPrompt } from './writer-prompt.ts'

/**
 * Writes with a language model: a draft, a critique of it against outline, world and style, and a revision if the critique or a check
 * finds something. An invalid answer is returned to the model with its problems, up to `generation.max_attempts` of the config.
 */
export class ModelSceneWriter implements SceneWriter {
  readonly name: string
  readonly #model: LanguageModel
  readonly #settings: AnswerSettings
  readonly #meter: Meter | undefined

  /**
   * @param settings Default to those of the server, and 4,096 tokens.
   * @param meter @internal Counts the calls by their steps.
   */
  constructor(model: LanguageModel, settings: AnswerSettings = {}, meter?: Meter) {
    this.#model = model
    this.#settings = settings
    this.#meter = meter
    this.name = modelName(model)
  }

  async write(request: WriteRequest, options: { signal?: AbortSignal } = {}): Promise<SceneDraft> {
    const step = request.wish === undefined ? 'draft' : 'rewrite'
    const draft = await this.#writeDraft(request, { ...options, step, prompt: fillWriterPrompt(request) })
    const found = problemsOf(draft, request)
    const critique = await this.#ask(request, {
      ...options,
      step: 'critique',
      prompt: fillCritiquePrompt(request, draft.prose, found),
      schema: critiqueSchema,
      check: checkCritique,
    })
    const problems = [...found, ...(critique.verdict === 'revise' ? (critique.problems as string[]) : [])]
    if (problems.length === 0) return draft
    const prompt = fillWriterPrompt(request, { draft: draft.prose, problems })
    const revised = await this.#writeDraft(request, { ...options, step: 'revision', prompt })
    const remaining = problemsOf(revised, request).map((problem) => `after its revision: ${problem}`)
    return { ...revised, notes: [...(revised.notes ?? []), ...remaining] }
  }

  async #writeDraft(
    request: WriteRequest,
    { step, prompt, signal }: { step: string; prompt: string; signal?: AbortSignal },
  ): Promise<SceneDraft> {
    const answer = await this.#ask(request, {
      ...(signal && { signal }),
      step,
      prompt,
      schema: sceneAnswerSchema(request.memory, request.pov.id),
      check: (object) => checkDraft(asDraft(object), request.memory),
      repair: (object) => withQuotedChanges(asDraft(object)),
    })
    return asDraft(answer) as unknown as SceneDraft
  }

  #ask(
    { config, answers, journal }: WriteRequest,
    {
      step,
      signal,
      ...question
    }: Pick<Question, 'prompt' | 'schema' | 'check' | 'repair'> & { step: string; signal?: AbortSignal },
  ): Promise<JsonObject> {
    this.#meter?.enter(step)
    return askFor(
      this.#model,
      { ...this.#settings, ...question, maxAttempts: generationOf(config).maxAttempts },
      { answers, step, journal, ...(signal && { signal }) },
    )
  }
}

/** What the checks find in a draft: contradictions of the world, and deviations from the style sheet. */
function problemsOf(draft: SceneDraft, { memory, changes = [], config, location, pov }: WriteRequest): string[] {
  const scene = {
    id: 'draft',
    characters: [...new Set([pov.id, ...(draft.characters ?? [])])],
    things: draft.things ?? [],
    changes: [...changes, ...(draft.changes ?? [])],
    location: location?.id ?? null,
  }
  const contradictions = checkScene(replay(memory).world, { scene, prose: draft.prose, memory })
  return [
    ...contradictions.map(({ message, sentence }) => (sentence === undefined ? message : `${message}: “${sentence}”`)),
    ...checkStyle(draft.prose, styleOf(config)),
  ]
}

/** Joins a list of paragraphs to one text. */
function asDraft({ paragraphs, ...answer }: JsonObject): JsonObject {
  if (!Array.isArray(paragraphs) || answer.prose !== undefined) return answer
  return { ...answer, prose: paragraphs.filter((paragraph) => typeof paragraph === 'string').join('\n\n') }
}

/** Leaves out changes of the world whose quoted words are not in the prose, with a note: what is not narrated does not happen. */
function withQuotedChanges({ changes, ...draft }: JsonObject): JsonObject {
  if (!Array.isArray(changes) || typeof draft.prose !== 'string')
    return { ...draft, ...(changes !== undefined && { changes }) }
  const { prose } = draft
  const isQuoted = (change: JsonValue) =>
    !isJsonObject(change) ||
    change.kind === 'happens' ||
    typeof change.cause !== 'string' ||
    isGrounded(change.cause, prose)
  const kept = changes.filter(isQuoted)
  const left = changes.length - kept.length
  if (left === 0) return { ...draft, changes }
  const notes = [`left out ${left} of the changes of the world, because the words that they quote are not in the prose`]
  return { ...draft, changes: kept, notes }
}
