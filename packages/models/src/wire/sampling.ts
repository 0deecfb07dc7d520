import type { ModelRequest } from '../language-model.ts'

/** Settings of a connection that replace those of its requests. */
export type Sampling = Pick<ModelRequest, 'temperature' | 'topP' | 'maxTokens' | 'stop'>

/** Applies the settings. An answer with a schema keeps its own limits, because it would otherwise be cut. */
export function withSampling(
  request: ModelRequest,
  { temperature, topP, maxTokens, stop }: Sampling = {},
): ModelRequest {
  const isText = request.schema === undefined
  return {
    ...request,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(isText && maxTokens !== undefined && { maxTokens }),
    ...(isText && stop !== undefined && { stop }),
  }
}
