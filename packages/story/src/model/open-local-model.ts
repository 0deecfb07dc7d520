import { isAbsolute, join } from 'node:path'
import type { LanguageModel } from '@narratoria/models'
import type { StoryConfig } from '../project/config.ts'

export interface LocalModelOptions {
  folder: string
  settings: NonNullable<StoryConfig['llama']>
  /** Most tokens of a prompt and its answer. */
  contextTokens: number
  /** Path of the worker program. Defaults to the one in `@narratoria/planner`. */
  workerPath?: string | undefined
}

/** Loads a GGUF model in a local process. */
export async function openLocalModel(options: LocalModelOptions): Promise<LanguageModel> {
  const { folder, settings, contextTokens, workerPath } = options
  const { localLanguageModel, startModelProcess } = await import('@narratoria/planner/llama')
  const modelPath = isAbsolute(settings.model) ? settings.model : join(folder, settings.model)
  const model = await startModelProcess({ modelPath, contextSize: contextTokens, ...(workerPath && { workerPath }) })
  const silenceMs = settings.timeout_ms ?? 600_000
  return localLanguageModel(model, { patience: { firstTokenMs: silenceMs, betweenTokensMs: silenceMs } })
}
