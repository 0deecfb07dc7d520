import { planningWords } from '@narratoria/content'

const swaps = new Map(Object.entries(planningWords.secondPerson))

/**
 * Changes a sentence in the first person to the second: "I open my bag" to "You open your bag." Returns `undefined` for
 * anything but one short sentence of plain words that begins with "I".
 */
export function toSecondPerson(text: string): string | undefined {
  const sentence = text.replace(/[.!\s]+$/, '')
  if (sentence.length > 160 || !/^i(?:'m|'ll|'ve|'d)? [\p{L}\p{N}' ,-]+$/iu.test(sentence)) return undefined
  const changed = sentence.replaceAll(/[\p{L}']+/gu, (word) => swaps.get(word.toLowerCase()) ?? word)
  return `${changed.charAt(0).toUpperCase()}${changed.slice(1)}.`
}
