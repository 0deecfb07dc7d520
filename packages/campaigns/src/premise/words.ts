import { premiseContent } from '@narratoria/content/premises'

type Kind = keyof typeof premiseContent.words

const sets = new Map<Kind, ReadonlySet<string>>()

/** The words of a list of the content. */
export function wordsOf(kind: Kind): string[] {
  return premiseContent.words[kind].flatMap((line) => line.split(' '))
}

/** Whether a word, in the singular or the plural, is in a list of the content. */
export function isWord(kind: Kind, word: string): boolean {
  let words = sets.get(kind)
  if (!words) sets.set(kind, (words = new Set(wordsOf(kind))))
  return words.has(word.toLowerCase()) || words.has(singularOf(word.toLowerCase()))
}

/** The singular of a regular plural: `witches` → `witch`. Other words stay as they are. */
export function singularOf(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  return word
    .replace(/men$/, 'man')
    .replace(/^children$/, 'child')
    .replace(/s$/, '')
}

/** Whether a name is one of several things: "silver coins", "keys of the mill", but not "lens". */
export function isPluralName(name: string): boolean {
  const head = name
    .split(/ (?:of|from|for|in|on|with) /)[0]!
    .split(' ')
    .at(-1)!
  return /[^suiao]s$/.test(head) && !isWord('endsInS', head)
}

/** Whether two names end in the same word: `Mr Abel` and `Abel`, `brothers` and `brother`. */
export function isSame(one: { name: string }, other: { name: string }): boolean {
  const last = (name: string) => singularOf(name.split(' ').at(-1)!.toLowerCase())
  return last(one.name) === last(other.name)
}

/** A text that does not begin a sentence: its second person does. */
export function inLowerCase(text: string): string {
  return text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
}

/** Names as one part of a sentence: `the hat, Vera Lang and the note`. */
export function joinedList(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${String(premiseContent.phrases['and'])} ${last}`
}
