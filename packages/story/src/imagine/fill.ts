import nlp from 'compromise/two'
import { articleFor } from '@narratoria/content/premises'
import { novelContent } from '@narratoria/content/novels'
import type { Character, StoryMemory } from '../memory/entities.ts'
import { shortName } from '../name-of.ts'

/** What a text can name. */
export interface Cast {
  plot: {
    focus: string
    roles: Record<string, string>
    lie?: string
    secret?: string
    motive?: string
    stake?: string
  }
  other?: string | undefined
  third?: string | undefined
  place?: string | undefined
  /** The number of the use, by which the details of a place take turns. */
  turn?: number
}

const pronouns = {
  she: { he: 'she', him: 'her', his: 'her', self: 'herself' },
  he: { he: 'he', him: 'him', his: 'his', self: 'himself' },
  they: { he: 'they', him: 'them', his: 'their', self: 'themselves' },
  you: { he: 'you', him: 'you', his: 'your', self: 'yourself' },
}

/** The values of the slots of a text. */
export function slotsOf({ plot, other, third, place, turn = 0 }: Cast, memory: StoryMemory): Record<string, string> {
  const { roles, focus, lie = '', secret = '', motive = '', stake = '' } = plot
  const person = (id: string | undefined) => (id === undefined ? undefined : memory.characters[id])
  const called = (id: string | undefined) => callOf(person(id), memory)
  const location = place === undefined ? undefined : memory.locations[place]
  const thing = (role: string) => (memory.things[roles[role] ?? '']?.name ?? role).replace(/^the /, '')
  const own = pronounsOf(person(roles.hero ?? 'C0'))
  const theirs = pronounsOf(person(other))
  const details = [...(location?.features ?? []).map((feature) => `the ${feature}`), ...novelContent.details]
  return {
    hero: called(roles.hero ?? 'C0'),
    he: own.he,
    him: own.him,
    his: own.his,
    himself: own.self,
    self: own.self,
    other: called(other),
    ohe: theirs.he,
    ohim: theirs.him,
    ohis: theirs.his,
    ohimself: theirs.self,
    hrole: roleOf(person(roles.hero ?? 'C0')),
    orole: roleOf(person(other)),
    okin: (person(other)?.role ?? '').split(' ').at(-1)!,
    khim: pronounsOf(person(roles.keeper)).self,
    krole: roleOf(person(roles.keeper)),
    third: called(third),
    keeper: called(roles.keeper),
    ally: called(roles.ally),
    rival: called(roles.rival),
    witness: called(roles.witness),
    subject: focus,
    place: location?.name ?? 'that place',
    detail: details[turn % details.length]!,
    smell: smellOf(location?.atmosphere ?? ''),
    sign: thing('sign'),
    key: thing('key'),
    box: thing('box'),
    token: thing('token'),
    lie,
    secret,
    admission: withoutName(secret, { name: called(roles.keeper), pronoun: pronounsOf(person(roles.keeper)).he }),
    motive,
    stake,
  }
}

/** A clause about a person who says it: the name becomes a pronoun. */
function withoutName(clause: string, { name, pronoun }: { name: string; pronoun: string }): string {
  return clause.startsWith(`${name} `)
    ? `${pronoun}${clause.slice(name.length)}`
    : clause.replace(` ${name} `, ` ${pronoun} `)
}

/** What a person is called: by the first name, unless another one has it too. */
export function callOf(person: Character | undefined, memory: StoryMemory): string {
  if (!person) return 'someone'
  const short = shortName(person.name)
  const others = Object.values(memory.characters).filter(
    ({ id, name }) => id !== person.id && shortName(name) === short,
  )
  return others.length > 0 ? person.name : short
}

function pronounsOf(person: Character | undefined) {
  return pronouns[(person?.pronouns ?? 'they') as keyof typeof pronouns] ?? pronouns.they
}

/** What a person is, with an article. Empty for people who are called by it, and for long descriptions. */
function roleOf(person: Character | undefined): string {
  const role = person?.role ?? ''
  const isShort = role !== '' && role.split(' ').length <= 6 && !/[.,!?]/.test(role)
  if (!person || !isShort || !/^\p{Lu}/u.test(person.name) || person.name.toLowerCase().includes(role.toLowerCase()))
    return ''
  if (role.startsWith('one of ')) return role
  return `${articleFor(role)} ${role}`
}

// A smell is a phrase such as `Wet wool.`; a sound would not fit.
function smellOf(atmosphere: string): string {
  const phrase = atmosphere.replace(/\.$/, '')
  const isShort = phrase !== '' && phrase.split(' ').length <= 5 && !/[.!?,]/.test(phrase)
  return isShort ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : 'dust and soap'
}

/** Fills the slots of a text, and begins its sentences with capitals. */
export function fill(text: string, slots: Readonly<Record<string, string>>): string {
  const filled = fillClause(text, slots)
  return (slots.hero === 'You' ? inSecondPerson(filled) : filled)
    .replaceAll(
      /(^|[.!?:]\s+“|[.!?]\s+|[.…]”\s+|\n)(\p{Ll})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(/^“(\p{Ll})/u, (_, letter: string) => `“${letter.toUpperCase()}`)
}

/** A text about someone who is called `You`, with verbs and capitals that agree. */
function inSecondPerson(text: string): string {
  return (
    text
      .replaceAll(/\b[Yy]ou['’]s\b/g, 'your')
      // It addresses no person.
      .replaceAll(/, You(?=[.,?!”])/g, '')
      .replaceAll(/\b[Yy]ou (\p{Ll}+s)\b/gu, (whole, verb: string) => whole.replace(verb, baseOf(verb)))
      .replaceAll(/\bYou\b[^.;“]*/gu, (clause) =>
        clause.replaceAll(/((?:,|, and| and|, but) )(\p{Ll}+s)\b/gu, (whole, link: string, verb: string) =>
          verb === 'was' || isPresent(verb) ? link + baseOf(verb) : whole,
        ),
      )
      .replaceAll(/(?<=[\p{L}\p{N},;’”] )You\b/gu, 'you')
  )
}

function isPresent(verb: string): boolean {
  return nlp(verb).has('#PresentTense')
}

/** The second person of a verb in the third. */
function baseOf(verb: string): string {
  const known: Record<string, string> = { is: 'are', has: 'have', does: 'do', goes: 'go', was: 'were' }
  if (known[verb]) return known[verb]
  if (novelContent.words.notVerbs.includes(verb)) return verb
  if (/(?:ss|us)$/.test(verb)) return verb
  return verb
    .replace(/(ch|sh|ss|x|zz)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1')
}

/** A place or the subject before a verb that agrees with it, not after a preposition as in `the floor at {place} was`. */
const subjects =
  /(?<!\b(?:about|around|at|before|by|for|from|in|near|of|on|to|with) )\{(place|subject)\} (was|is|has)\b/g
const plurals: Record<string, string> = { was: 'were', is: 'are', has: 'have' }

/** Whether a name is a common noun in the plural, such as `the courthouse steps`. */
function isPlural(name: string): boolean {
  return /\b\p{Ll}+$/u.test(name) && nlp(name).has('#Plural$')
}

/** Where one is, before the name of a place: in a town, on a ship. */
function prepositionFor(place: string): string {
  const { inside, upon } = novelContent.words
  const head = place.toLowerCase().split(' ').at(-1)!
  if (upon.includes(head)) return 'on'
  return inside.includes(head) || /^\p{Lu}/u.test(place) ? 'in' : 'at'
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Fills the slots of a part of a sentence, chooses the article before a slot, and makes verbs agree with `they`. */
export function fillClause(text: string, slots: Readonly<Record<string, string>>): string {
  return (
    text
      .replaceAll(/\b([Aa])t \{(place|subject)\}/g, (whole, a: string, name: string) => {
        const preposition = prepositionFor(slots[name] ?? '')
        return preposition === 'at' ? whole : `${a === 'A' ? capital(preposition) : preposition} {${name}}`
      })
      .replaceAll(/\b([Aa]) \{(\w+)\}/g, (whole, a: string, name: string) =>
        articleFor(slots[name] ?? '') === 'an' ? `${a}n {${name}}` : whole,
      )
      .replaceAll(subjects, (whole, name: string, verb: string) =>
        isPlural(slots[name] ?? '') ? `{${name}} ${plurals[verb]}` : whole,
      )
      .replaceAll(/\{(\w+)\}/g, (whole, name: string) => slots[name] ?? whole)
      .replaceAll(/\b([Tt]hey|[Yy]ou) was\b/g, '$1 were')
      .replaceAll(/(\p{L})'(?=[\p{L}\s.,;:!?”]|$)/gu, '$1’')
      // A sentence ends inside the quotation that it ends with.
      .replaceAll(/(?<=[\p{L}\p{N}])”\.(?!\p{L})/gu, '.”')
  )
}
