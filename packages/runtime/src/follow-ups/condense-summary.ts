import { askStructured, type LanguageModel, strictSchema, type TokenUsage } from '@narratoria/models'
import type { JsonObject } from '@narratoria/protocol'
import { isGrounded } from '@narratoria/world/claims'

/** The minimum number of lines to shorten. */
const minLines = 15
const limits = { lines: 20, characters: 240 } as const
const maxTokens = 1_200
const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['lines'],
  properties: {
    lines: {
      type: 'array',
      items: { type: 'string', maxLength: limits.characters },
      minItems: 1,
      maxItems: limits.lines,
    },
  },
}
const task = [
  'You keep the summary of an interactive story. Below are notes about its turns, oldest first.',
  `Write at most ${limits.lines} sentences, oldest first, that tell the same in fewer words: who was met, what was learned, promised, won, lost and changed, and where. Keep names and numbers. Leave out what came to nothing. Add nothing.`,
].join('\n')

/**
 * Asks a model to put the lines of a summary into fewer words. Resolves to undefined if there is nothing to shorten, or if the answer
 * contains what the lines do not contain, or is not shorter.
 *
 * @throws {LanguageModelError}
 */
export async function condenseSummary(
  model: LanguageModel,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<{ summary?: string[]; usage: TokenUsage } | undefined> {
  if (lines.length < minLines) return undefined
  const source = lines.join('\n')
  const { value, usage } = await askStructured<unknown[]>(
    model,
    {
      messages: [
        { role: 'system', content: task },
        { role: 'user', content: `The notes:\n${source}` },
      ],
      schema: strictSchema(schema),
      bounded: schema,
      maxTokens,
      read: ({ lines: given }) =>
        Array.isArray(given) ? { value: given } : { complaint: '"lines" must be an array of sentences' },
    },
    { signal },
  )
  const written = value.flatMap((line) =>
    typeof line === 'string' ? [line.replaceAll(/[\p{C}\s]+/gu, ' ').trim()] : [],
  )
  const isUsable =
    written.length > 0 &&
    written.length <= limits.lines &&
    written.join('\n').length < source.length &&
    written.every((line) => line.length <= limits.characters && isGrounded(line, source))
  return { ...(isUsable && { summary: written }), usage }
}
