import type { ChatMessage } from '../language-model.ts'

/** Adds a text to the end of the last system message, or as the first message if there is none. */
export function withSystemText(messages: readonly ChatMessage[], text: string): ChatMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'system')
  const system = messages[at]
  if (!system) return [{ role: 'system', content: text }, ...messages]
  return messages.with(at, { role: 'system', content: `${system.content}\n\n${text}` })
}
