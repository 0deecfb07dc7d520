import { novelContent } from '@narratoria/content/novels'
import { premiseContent } from '@narratoria/content/premises'
import type { Named, Premise } from '@narratoria/campaigns/premise'

const honorifics = new Set(premiseContent.words.honorific.flatMap((line) => line.split(' ')))
const trades = new Set(premiseContent.words.person.flatMap((line) => line.split(' ')))

/** A person's full name and role, as a premise names them: `engineer Tomas Okoro` is Tomas Okoro, an engineer. */
export function nameOf({ name }: Pick<Named, 'name'>): { name?: string; role: string } {
  const words = name.replace(/^(?:your|my) /, '').split(' ')
  const first = words.findIndex((word) => /^\p{Lu}/u.test(word))
  if (first < 0) return { role: words.join(' ') }
  const isTrade = (word: string) =>
    !isTitle(word) && (trades.has(word.toLowerCase()) || /(?:master|smith|keeper|maker|wright|monger)$/.test(word))
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
  // A name before a noun does not make it one: "the Lisbon street".
  const isName = /^\p{Lu}/u.test(bare) && !/ \p{Ll}[\p{L}’'-]*$/u.test(bare)
  return isName || /^(?:the|his|her|their) /.test(bare) ? bare : `the ${bare}`
}

/** A name with the capitals that it has inside of a sentence of the premise. */
export function asSpelled(name: string, premise: string): string {
  const at = premise.toLowerCase().indexOf(name.toLowerCase())
  return at > 0 && /[\p{Ll},] $/u.test(premise.slice(0, at)) ? premise.slice(at, at + name.length) : name
}

/** The pronoun that a text uses for its person, or else the one that a first name suggests. */
export function pronounFor(name: string, text: string): 'she' | 'he' {
  const [she, he] = [/\b(?:she|her|hers|herself)\b/i.test(text), /\b(?:he|him|his|himself)\b/i.test(text)]
  if (she !== he) return she ? 'she' : 'he'
  const { names } = novelContent
  const short = shortName(name)
  if (names.known_she.includes(short)) return 'she'
  return names.known_he.includes(short) || !/(?:a|e|ie|y|is)$/.test(short) ? 'he' : 'she'
}

/** Whether a premise names several people together, such as `two brothers` or `the crew`: one of them speaks for them. */
export function isGroup({ name, isPlural }: Named): boolean {
  return isPlural === true || novelContent.groups.includes(name.split(' ').at(-1)!.toLowerCase())
}

/** The names that a premise gives a group in an apposition: `two bakers in Lisbon, Ines and Duarte`. */
export function membersOf({ name }: Pick<Named, 'name'>, text: string): string[] {
  const group = name.replaceAll(/[^\p{L}\p{N} ’'-]/gu, '.')
  const list = String.raw`\p{Lu}[\p{L}’'-]+(?:, \p{Lu}[\p{L}’'-]+)*,? and \p{Lu}[\p{L}’'-]+`
  const found = new RegExp(`${group}(?: (?:in|of|from|on|at|aboard) [^,;:.]{1,40})?(?:,|:| —| –)? (${list})`, 'u').exec(
    text,
  )
  return found?.[1]?.split(/,? and |, /) ?? []
}

/** What someone is who is named as a member of a group. Empty if the premise names no such group. */
export function groupRoleOf(name: string, { people, text }: Pick<Premise, 'people' | 'text'>): string {
  const group = people.find((each) => isGroup(each) && membersOf(each, text).includes(name))
  return group ? `one of ${withThe(group.name)}` : ''
}

/** Whether a word is a title before a name, such as `Captain`. */
export function isTitle(word: string): boolean {
  return honorifics.has(word.toLowerCase().replace(/\.$/, ''))
}
