import { novelContent } from '@narratoria/content/novels'

// Patterns of other surroundings, such as `(?! of)`, are not part of a phrase.
const phrases = novelContent.variants.groups.map((group) =>
  group.map((phrase) => phrase.replaceAll(/\(\?[^()]*(?:\([^()]*\)[^()]*)*\)/g, '').toLowerCase()),
)
const first = new Map(phrases.flatMap((group) => group.map((phrase) => [phrase, group[0]!])))
const anyPhrase = new RegExp(
  `(?<![\\p{L}’-])(?:${[...first.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![\\p{L}’-])`,
  'gu',
)

/** A text in lower case with one phrase for each meaning, so that it is the same however it was reworded. */
export function inPlainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("'", '’')
    .replaceAll(anyPhrase, (phrase) => first.get(phrase)!)
}

/**
 * The longest run of words between the slots of a text, in plain words, by which a reader would recognize it with other names: outside of
 * its choices, or else in what was chosen. Undefined if it is too short for that.
 */
export function imageOf(text: string, chosen: string): string | undefined {
  return longestRun(text, /\{\w+\}|\[[^\]]*\]/) ?? longestRun(chosen, /\{\w+\}/)
}

function longestRun(text: string, between: RegExp): string | undefined {
  const runs = inPlainWords(text)
    .split(between)
    .map((run) => run.replace(/ at $/, '').trim())
  const longest = runs.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one), '')
  return sizeOf(longest) >= 4 ? longest : undefined
}

function sizeOf(run: string): number {
  return run.split(' ').length
}
