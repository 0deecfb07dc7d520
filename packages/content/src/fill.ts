/**
 * Fills the places of a sentence, such as `{total}`. A place without a value stays as it is.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { fillSentence } from '@narratoria/content'
 *
 * assert.equal(fillSentence('You roll {formula}: {total}.', { formula: '2d6', total: 9 }), 'You roll 2d6: 9.')
 * ```
 */
export function fillSentence(sentence: string, values: Record<string, string | number>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
