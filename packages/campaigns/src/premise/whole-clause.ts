import { firstTerms, hasTags } from './tagged.ts'
import { isWord } from './words.ts'

const determined = '(?:an?|the|my|your|his|her|their|its|our|no|one|two|three|four|five|six|seven|eight|nine|ten)'

/** A noun with words that say more of it: "who knows the way", "named Tesfaye", "you may not open". */
const additions = [
  /,? (?:who|whom|whose|which)\b[^,.;]*/gu,
  // "The diary that describes", but not "says that".
  new RegExp(`(?<=\\b${determined} (?:\\p{Ll}+ ){0,2}\\p{Ll}+) that (?=\\p{Ll}+(?:s|ed)\\b)[^,.;]*`, 'giu'),
  /,? (?:named|called|known as|nicknamed|dubbed) (?:the )?(?:\p{Lu}[\p{L}.'’-]*)(?: \p{Lu}[\p{L}.'’-]*)*/gu,
]
const contact = new RegExp(`^(${determined} (?:\\p{L}+ ){1,3})(?:I|you|he|she|we|they) `, 'iu')
const beforeNoun = ['Determiner', 'Noun', 'Value', 'Possessive', 'Adjective']

/** Whether there is a verb in a text. */
export function hasVerb(text: string): boolean {
  // The tagger takes "Miss" for a verb.
  // "A flooded village" has none that is finite.
  const plain = text
    .replaceAll(/\b(?:Miss|Will|Mark|Grace|Hope)\b/g, '')
    .replaceAll(/\b(an?|the|his|her|their|my|your|its) \p{Ll}+(?:ed|ing) (?=\p{Ll})/giu, '$1 ')
  // "The sisters quarrel": a word that the tagger takes for a noun.
  const isVerb =
    hasTags(plain, '#Verb') ||
    plain
      .split(' ')
      .slice(1)
      .some((word) => /^\p{Ll}/u.test(word) && isWord('verb', word))
  return isVerb && text.trim().includes(' ')
}

/**
 * Whether a text is a sentence by itself: not a noun with what is said of it, "a pilot who knows the way out", nor several of them, "seven
 * survivors, no food, and a case chained to the wall".
 */
export function isWhole(text: string): boolean {
  // "A letter you may not open".
  const [, noun] = contact.exec(text) ?? []
  if ((noun !== undefined && !hasVerb(noun)) || !hasVerb(text)) return false
  const plain = additions.reduce((left, addition) => left.replaceAll(addition, ''), text)
  // "The man who runs the mill is gone": what is left does not show where the addition ends.
  if (!hasVerb(plain)) return false
  const [first = '', ...others] = plain.split(/, (?:and |but )?/u)
  if (others.length === 0 || hasVerb(first) || !startsWithNoun(first)) return true
  return others.some((part) => startsWithVerb(part))
}

function startsWithNoun(text: string): boolean {
  return beforeNoun.some((tag) => firstTerms(text)[0]?.tags.includes(tag) === true)
}

function startsWithVerb(text: string): boolean {
  const [first, second] = firstTerms(text.trim())
  const isAdverb = first?.tags.includes('Adverb') === true
  const word = isAdverb ? second : first
  return word?.tags.includes('Verb') === true || isWord('verb', word?.text ?? '')
}
