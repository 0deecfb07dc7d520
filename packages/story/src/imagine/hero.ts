import { novelContent } from '@narratoria/content/novels'
import { premiseContent } from '@narratoria/content/premises'
import type { Named, Premise } from '@narratoria/campaigns/premise'
import { groupRoleOf, isGroup, isTitle, nameOf, pronounFor, shortName } from '../name-of.ts'
import { personName, seededPerson } from './person-name.ts'
import { takeTurn } from './seeded.ts'

/** The protagonist, and whom of the premise it is. */
export interface Hero {
  name: string
  role: string
  pronouns: string
  description: string
  traits: string[]
  from?: Named | undefined
}

/**
 * The protagonist: as wished, or the person of the premise who acts, or one of a group of people, or the counterpart of someone whom
 * the premise calls mine, or someone with a trade of its genre.
 */
export function heroOf({ seed, premise }: { seed: string; premise: Premise }, wished: string | undefined): Hero {
  const [first = '', ...rest] = (wished ?? '').split(',').map((part) => part.trim())
  // In scripts without case, the text is a name.
  const isRole = /^(?:[Aa]n?\s|[Tt]he\s|\p{Ll})/u.test(first)
  const about = (isRole ? [first, ...rest] : rest).join(', ')
  const asked = about.replace(/^(?:an?|the)\s+/i, '')
  const from = personOf(premise)
  const known = from && !isGroup(from) ? nameOf(from) : undefined
  const isWished = first !== '' && !isRole
  const name = isWished ? first : known?.name
  const role =
    asked ||
    (isWished && name !== known?.name ? '' : roleIn(premise, from, known)) ||
    (from && !isWished ? '' : counterpartIn(premise.text)) ||
    takeTurn(tradesOf(premise.genre), seed, 0)
  const pronouns = pronounsFor(premise, { from: isWished ? undefined : from, name, role })
  const taken = premise.people.map((person) => person.name)
  const made =
    pronouns === undefined ? personName(`${seed}/hero`, taken) : seededPerson(`${seed}/hero`, taken, pronouns)
  return {
    name: name ?? made.name,
    role,
    pronouns: pronouns ?? (name === undefined ? made.pronouns : pronounFor(name, '')),
    description: about,
    traits: ['observant', 'stubborn'],
    ...(!isWished && { from }),
  }
}

/** The person of a premise who can be its protagonist. */
function personOf({ player, people, absent, text }: Premise): Named | undefined {
  if (player) return player
  if (/\b(?:I|me|my|you|your)\b/i.test(text)) return undefined
  const able = people.filter(({ isAnimal }) => isAnimal !== true)
  const named = able.find(({ name }) => /\p{Lu}/u.test(name))
  if (named) return named
  // A person who is only there when another is gone may have done it, unless the premise begins with them.
  const [first] = able
  const begins =
    first !== undefined &&
    new RegExp(`^\\W*(?:\\p{L}+ )?${first.name.replaceAll(/[^\p{L}\p{N} ’'-]/gu, '.')}`, 'iu').test(text)
  return absent.length > 0 && !begins ? undefined : first
}

/** What the premise says that a person is: a title, the words before the name, or an apposition. */
function roleIn(
  { text, people }: Premise,
  from: Named | undefined,
  known: { name?: string; role: string } | undefined,
): string {
  if (!from) return ''
  if (isGroup(from)) return `one of the ${from.name.replace(/^(?:the|your|my) /, '')}`
  if (known?.name === undefined) return known?.role ?? ''
  if (known.role !== '') return known.role
  if (from.role !== undefined) return from.role
  const title = known.name.split(' ').filter((word) => isTitle(word))
  const bare = known.name
    .split(' ')
    .filter((word) => !isTitle(word))
    .join(' ')
  const name = (bare || known.name).replaceAll(/[^\p{L}\p{N} ’'-]/gu, '.')
  const find = (pattern: string) => new RegExp(pattern, 'u').exec(text)?.[1]?.trim()
  const said =
    find(
      `\\b(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Mm]y)\\s+((?:[\\p{Ll}’'-]+\\s+){1,3}?)(?:called\\s+|named\\s+)?(?:\\p{Lu}\\p{L}+\\s+)?${name}`,
    ) ?? find(`${name}, (?:an?|the) ((?:[\\p{Ll}’'-]+ ?){1,3}?)(?:,| who\\b|\\.)`)
  return (
    title.join(' ').toLowerCase() ||
    said?.replace(/\s+(?:called|named)$/, '') ||
    groupRoleOf(known.name, { people, text })
  )
}

/** The pronoun that the premise gives its protagonist: by what they are, or by the first one after them. */
function pronounsFor(
  { text }: Premise,
  { from, name, role }: { from: Named | undefined; name: string | undefined; role: string },
): 'she' | 'he' | undefined {
  const words = role.toLowerCase().split(/[\s’']+/)
  const last = words.at(-1) ?? ''
  const is = (kind: 'she' | 'he', word: string) =>
    premiseContent.words[kind].some((line) => line.split(' ').some((each) => each === word || `${each}s` === word))
  for (const kind of ['she', 'he'] as const) if (is(kind, last) && !novelContent.anyGender.includes(last)) return kind
  const at = from ? text.toLowerCase().indexOf(from.name.toLowerCase().split(' ').at(-1)!) : 0
  const after = /\b(?:(she|her|hers|herself)|(he|him|his|himself))\b/i.exec(text.slice(Math.max(0, at)))
  // A pronoun in a later clause may mean another person who stands between.
  const isNear =
    after !== null && !/\b(?:and|but)\s+(?:the|an?|his|her|[A-Z])/.test(text.slice(Math.max(0, at), at + after.index))
  if (from && after && isNear) return after[1] === undefined ? 'he' : 'she'
  const given = from?.pronoun
  if ((given === 'she' || given === 'he') && !novelContent.anyGender.includes(last)) return given
  return name === undefined ? undefined : pronounFor(shortName(name), '')
}

/** What one is to a person whom the premise calls mine: the tenant of a landlord. Empty if it names none. */
function counterpartIn(text: string): string {
  const mine = [...text.matchAll(/\b(?:my|our|your)\s+(?:[\p{Ll}-]+\s+)?(\p{Ll}+)/giu)].flatMap(([whole]) =>
    whole.toLowerCase().split(' '),
  )
  const own = /\bI (?:am|work as) an? ([\p{Ll} -]+?)(?:[.,;]| who\b| in\b| at\b| and\b)/u.exec(text)?.[1]
  const where = /\b(?:I|you)\s+(?:\p{Ll}+\s+)?(?:in|at|on|aboard) (?:an?|the) (\p{Ll}+)/iu.exec(text)?.[1]
  if (where !== undefined) mine.push(where.toLowerCase())
  return own ?? mine.map((word) => novelContent.counterparts[word]).find((role) => role !== undefined) ?? ''
}

function tradesOf(genre: string): readonly string[] {
  return novelContent.trades[genre] ?? novelContent.names.hero
}
