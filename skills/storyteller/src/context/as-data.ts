import type { JsonObject } from '@narratoria/protocol'

const maxLineCharacters = 500

/** One line for each text, whatever the text contains. */
export function showLines(texts: readonly string[], maxCharacters = maxLineCharacters): string {
  return texts
    .map(
      (text) =>
        `- ${text
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, maxCharacters)}`,
    )
    .join('\n')
}

/** JSON on one line. */
export function showJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}

/** The state of a story without a world. */
export function showState(state: JsonObject): string {
  const { memory: _recalled, dice: _dice, facts: _facts, ...rest } = state
  return showJson(rest)
}

/** The player's words, quoted as data. Without any, the narration goes on. */
export function showWords(prompt: string): string {
  if (prompt.trim() === '') return 'The player does nothing new. Continue the narration where it ended.'
  return `The player’s words: ${showJson(prompt.slice(0, 2000))}`
}
