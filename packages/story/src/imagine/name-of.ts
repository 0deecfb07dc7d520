import { novelContent } from '@narratoria/content/novels'
import { premiseContent } from '@narratoria/content/premises'
import type { Named } from '@narratoria/campaigns/premise'

const honorifics = new Set(premiseContent.words.honorific.flatMap((line) => line.split(' ')))
const trades = new Set(premiseContent.words.person.flatMap((line) => line.split(' ')))

/** A person's full name and role, as a premise names them: `engineer Tomas Okoro` is Tomas Okoro, an engineer. */
export function nameOf({ name }: Pick<Named, 'name'>): { name?: string; role: string } {
  const words = name.replace(/^(?:your|my) /, '').split(' ')
  const first = words.findIndex((word) => /^\p{Lu}/u.test(word))
  if (first < 0) return { role: words.join(' ') }
  const isTrade = (word: string) => trades.has(word.toLowerCase()) && !isTitle(word)
  const own = words.length > first + 1 && isTrade(words[first]!) ? first + 1 : first
  return { name: words.slice(own).join(' '), role: words.slice(0, own).join(' ').toLowerCase() }
}

/** What a person is called in running text: the first name, without a title if that leaves a name. */
export function shortName(name: string): string {
  const words = name.split(' ')
  if (!/^\p{Lu}/u.test(name)) return name
  const own = isTitle(words[0]!) && words.length > 1 ? words.slice(1) : words
  return own[0]!
}

/** A name in running text: common nouns have the article, proper names none. */
export function withThe(name: string): string {
  const bare = name.replace(/^(?:your|my) /, '')
  return /^\p{Lu}|^(?:the|his|her|their) /u.test(bare) ? bare : `the ${bare}`
}

/** The pronoun that a text uses for its person, or else the one that a first name suggests. */
export function pronounFor(name: string, text: string): 'she' | 'he' {
  const [she, he] = [/\b(?:she|her|hers|herself)\b/i.test(text), /\b(?:he|him|his|himself)\b/i.test(text)]
  if (she !== he) return she ? 'she' : 'he'
  return /(?:a|e|ie|y|is)$/.test(shortName(name)) ? 'she' : 'he'
}

/** Whether a premise names several people together, such as `two brothers` or `the crew`: one of them speaks for them. */
export function isGroup({ name, isPlural }: Named): boolean {
  return isPlural === true || novelContent.groups.includes(name.split(' ').at(-1)!.toLowerCase())
}

/** Whether a word is a title before a name, such as `Captain`. */
export function isTitle(word: string): boolean {
  return honorifics.has(word.toLowerCase().replace(/\.$/, ''))
}
