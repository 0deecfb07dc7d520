import type { ModelRequest } from '../language-model.ts'
import { withSystemText } from './system-text.ts'

/** Settings of a connection or a role that replace those of its requests. */
export interface Sampling extends Pick<ModelRequest, 'temperature' | 'topP' | 'maxTokens' | 'stop'> {
  /** Text that is added to the system message of every request. Defaults to none. */
  systemPrompt?: string
}

/** Returns the request with the settings applied. A request with a schema keeps its own limits, because its answer would otherwise be truncated. */
export function withSampling<Request extends ModelRequest>(
  request: Request,
  { temperature, topP, maxTokens, stop, systemPrompt }: Sampling = {},
): Request {
  const isText = request.schema === undefined
  return {
    ...request,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(isText && maxTokens !== undefined && { maxTokens }),
    ...(isText && stop !== undefined && { stop }),
    ...(systemPrompt !== undefined && { messages: withSystemText(request.messages, systemPrompt) }),
  }
}
