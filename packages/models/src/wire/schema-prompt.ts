import type { ModelRequest } from '../language-model.ts'
import { withSystemText } from './system-text.ts'

/** Moves the schema of a request into its system message, for servers that enforce none. */
export function withSchemaInPrompt({ schema, ...request }: ModelRequest): ModelRequest {
  if (!schema) return request
  const text = `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
  return { ...request, messages: withSystemText(request.messages, text) }
}
