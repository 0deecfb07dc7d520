import type { Answer, LanguageModel, ModelCallOptions, ModelRequest } from '@narratoria/models'
import { StoryError } from '../errors.ts'
import { estimateTokens } from '../context/tokens.ts'

/** The most calls and tokens of a tick. */
export interface CallLimits {
  calls: number
  tokens: number
}

/** How far a tick is with its calls. */
export interface CallProgress {
  /** What the model is asked for: outline, plan, draft, critique or revision. */
  step: string
  /** Calls so far, the running one included. */
  calls: number
  /** Tokens so far, prompts and answers. */
  tokens: number
  limits: CallLimits
}

/** Counts calls and tokens of models, streams their answers, and refuses a call beyond the limits. */
export class Meter {
  #limits: CallLimits = { calls: Infinity, tokens: Infinity }
  #onProgress: ((progress: CallProgress) => void) | undefined
  #step = ''
  #calls = 0
  #tokens = 0

  begin(limits: CallLimits, onProgress?: (progress: CallProgress) => void): void {
    this.#limits = limits
    this.#onProgress = onProgress
    this.#calls = 0
    this.#tokens = 0
  }

  /** Names the step that the next calls belong to. */
  enter(step: string): void {
    this.#step = step
  }

  get used(): CallLimits {
    return { calls: this.#calls, tokens: this.#tokens }
  }

  /** The same model, counted. */
  count(model: LanguageModel): LanguageModel {
    return {
      ...model,
      complete: (request, options) => this.#complete(model, request, options),
      stream: (request, options) => model.stream(request, options),
      close: async () => model.close?.(),
    }
  }

  async #complete(model: LanguageModel, request: ModelRequest, options: ModelCallOptions = {}): Promise<Answer> {
    const prompt = estimateTokens(request.messages.map(({ content }) => content).join('\n'))
    this.#assertRoom(prompt + (request.maxTokens ?? 0))
    this.#calls += 1
    this.#tokens += prompt
    this.#report()
    let text = ''
    let counted = 0
    for await (const part of model.stream(request, options)) {
      if (part.type === 'text') {
        text += part.text
        const now = estimateTokens(text)
        // A report for each hundred tokens is enough to show progress.
        if (now - counted >= 100) {
          this.#tokens += now - counted
          counted = now
          this.#report()
        }
        continue
      }
      const { promptTokens = prompt, completionTokens = estimateTokens(text) } = part.usage
      this.#tokens += promptTokens - prompt + completionTokens - counted
      this.#report()
      return { text, finishReason: part.finishReason, usage: part.usage }
    }
    throw new StoryError('model_failed', `${model.id} ended its answer without a finish`)
  }

  /** A call must fit with its prompt and its longest answer. */
  #assertRoom(most: number): void {
    const { calls, tokens } = this.#limits
    if (this.#calls < calls && this.#tokens + most <= tokens) return
    throw new StoryError(
      'budget_spent',
      `the scene has used ${this.#calls} of ${calls} calls and ${this.#tokens} of ${tokens} tokens, and is not done; raise generation.max_calls in config.json, or try again`,
    )
  }

  #report(): void {
    this.#onProgress?.({ step: this.#step, calls: this.#calls, tokens: this.#tokens, limits: this.#limits })
  }
}
