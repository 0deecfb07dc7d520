const swaps = new Map([
  ['i', 'you'],
  ["i'm", "you're"],
  ["i'll", "you'll"],
  ["i've", "you've"],
  ["i'd", "you'd"],
  ['me', 'you'],
  ['my', 'your'],
  ['mine', 'yours'],
  ['myself', 'yourself'],
  ['am', 'are'],
])

/**
 * Turns what a player says of themselves into a sentence to them: "I open my bag" to "You open your bag." Only for one
 * short sentence of plain words that begins with "I"; anything else answers `undefined`.
 */
export function toSecondPerson(text: string): string | undefined {
  const sentence = text.replace(/[.!\s]+$/, '')
  if (sentence.length > 160 || !/^i(?:'m|'ll|'ve|'d)? [\p{L}\p{N}' ,-]+$/iu.test(sentence)) return undefined
  const told = sentence.replaceAll(/[\p{L}']+/gu, (word) => swaps.get(word.toLowerCase()) ?? word)
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`
}
