import type { ModelRequest } from '../language-model.ts'

/** Moves the schema of a request into its system message, for servers that enforce none. */
export function withSchemaInPrompt({ schema, ...request }: ModelRequest): ModelRequest {
  if (!schema) return request
  const content = `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
  const at = request.messages.findLastIndex(({ role }) => role === 'system')
  const messages = [...request.messages]
  const system = messages[at]
  if (system) messages[at] = { role: 'system', content: `${system.content}\n\n${content}` }
  else messages.unshift({ role: 'system', content })
  return { ...request, messages }
}
