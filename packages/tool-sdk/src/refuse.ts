/** The end of a tool whose story forbids the act. */
export interface Refusal {
  readonly refused: true
  readonly sentence: string
}

/**
 * Ends a tool that understood its request, while the story forbids the act: return its result from `run`. A refusal is not a
 * failure: it is not retried, no other plan is made, and the player reads the sentence.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { defineTool, refuse } from '@narratoria/tool-sdk'
 * import { testTool } from '@narratoria/tool-sdk/testing'
 *
 * const door = defineTool({ name: 'door', run: () => refuse('The door is locked.') })
 * const { ok, refused, summary } = await testTool(door)
 * assert.deepEqual([ok, refused, summary], [true, true, 'The door is locked.'])
 * ```
 */
export function refuse(sentence: string): Refusal {
  return { refused: true, sentence }
}

/** Whether a value was made by {@link refuse}, also by another copy of this package. */
export function isRefusal(value: unknown): value is Refusal {
  if (typeof value !== 'object' || value === null) return false
  return 'refused' in value && value.refused === true && 'sentence' in value && typeof value.sentence === 'string'
}
