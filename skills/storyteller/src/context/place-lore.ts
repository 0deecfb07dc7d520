import type { ToolRequest } from '@narratoria/protocol'
import type { ChatMessage } from '@narratoria/models'
import { cutToTokens, estimateTokens } from './tokens.ts'

type Lore = NonNullable<NonNullable<ToolRequest['story']>['lore']>[number]

/** An entry of a lorebook that stands in a message of its own choice, not beside what else is known. */
export interface PlacedLore extends Pick<Lore, 'text' | 'depth' | 'role'> {}

/** Whether an entry asks for a place of its own: a depth, or the message of the system or of the narrator. */
export function isPlaced({ depth, role }: PlacedLore): boolean {
  return depth !== undefined || role === 'system' || role === 'assistant'
}

/** As many of the entries as fit, the last one cut. */
export function placedWithin(entries: readonly PlacedLore[], tokens: number): PlacedLore[] {
  let left = tokens
  return entries.flatMap((entry) => {
    const text = cutToTokens(entry.text, left)
    left -= estimateTokens(text)
    return text === '' ? [] : [{ ...entry, text }]
  })
}

/**
 * Adds entries to the messages of a request: a system message, the shown turns as a conversation, and the present, whose last part
 * is the player's words. Roles must alternate, so that a text becomes part of the nearest message of its role at its depth: of the
 * narrator's for `assistant`, else of the player's, in brackets, as the author's note. Without a depth, `system` is the system
 * message and `assistant` the last narration. A depth beyond the conversation is its beginning.
 */
export function placeLore(messages: readonly ChatMessage[], entries: readonly PlacedLore[]): ChatMessage[] {
  const placed = messages.map((message) => ({ ...message }))
  for (const entry of entries) {
    const { index, isBefore } = targetOf(entry, placed)
    const message = placed[index]!
    const text = message.role === 'assistant' ? entry.text : `[${entry.text}]`
    if (index === placed.length - 1 && !isBefore) message.content = beforeLastPart(message.content, text)
    else message.content = isBefore ? `${text}\n\n${message.content}` : `${message.content}\n\n${text}`
  }
  return placed
}

function targetOf(
  { depth, role = 'system' }: PlacedLore,
  messages: readonly ChatMessage[],
): { index: number; isBefore: boolean } {
  const last = messages.length - 1
  if (depth === undefined && role === 'system') return { index: 0, isBefore: false }
  const { messages: count, from } = depth ?? { messages: 1, from: 'end' }
  // The text stands before the message of this index; one after the last is behind it.
  const gap = Math.max(1, Math.min(last + 1, from === 'start' ? 1 + count : last + 1 - count))
  if (gap > last) return { index: last, isBefore: false }
  const wanted = role === 'assistant' ? 'assistant' : 'user'
  if (messages[gap]!.role === wanted || gap === 1) return { index: gap, isBefore: true }
  return { index: gap - 1, isBefore: false }
}

// The player's words stay last.
function beforeLastPart(content: string, text: string): string {
  const at = content.lastIndexOf('\n\n')
  return at < 0 ? `${text}\n\n${content}` : `${content.slice(0, at)}\n\n${text}${content.slice(at)}`
}
