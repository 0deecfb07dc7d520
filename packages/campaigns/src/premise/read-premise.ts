import { premiseContent } from '@narratoria/content/premises'
import { type NounPhrase, nounPhrasesIn } from './noun-phrases.ts'
import { isWord, singularOf } from './words.ts'

/** A person, thing or place that a premise names. */
export interface Named {
  /** As in running text without an article: `last lighthouse`, `Ilse`. */
  name: string
  /** Other names: the last noun of the name. */
  aliases: string[]
  pronoun?: 'she' | 'he' | 'they'
  isPlural?: boolean
  isAnimal?: boolean
  isPortable?: boolean
  /** Of a thing: lost, stolen or gone when the story begins. */
  isMissing?: boolean
}

/** What a premise is about. */
export interface Premise {
  text: string
  /** A key of the genres of the content. */
  genre: string
  /** Whom the player plays: the subject of the first clause, unless it is the player, or cannot act. */
  player?: Named
  /** People and animals that are present. */
  people: Named[]
  /** People who are gone or only spoken of. */
  absent: Named[]
  /** Places that can be entered. */
  places: Named[]
  /** Towns, countries and planets that it names. */
  regions: Named[]
  things: Named[]
  /** What it is about in one noun: a thing, a person or a place. */
  subject: Named
}

/** A genre that is named in a line of its own, such as "Genre: ghost". */
const genreLine = /^[^\S\n]*genre:[^\S\n]*([^\n]*)$/imu

/**
 * Reads a premise: one or more English sentences, and perhaps a line with its genre. It takes what nouns name from the content, and else
 * from the grammar.
 */
export function readPremise(given: string): Premise {
  const text = given.replace(genreLine, '')
  const wanted = genreLine.exec(given)?.[1] ?? ''
  const found: Found = { people: [], absent: [], places: [], regions: [], things: [] }
  const phrases = withoutApposition(nounPhrasesIn(text))
  const isFirstPerson = /\b(?:I|me|my|we|us|our|you|your)\b/i.test(text)
  const self = playedBy(text, phrases)
  const first = phrases.findIndex(({ preposition }) => preposition === undefined)
  for (const [index, phrase] of phrases.entries()) {
    const kind = kindOf(phrase)
    if (phrase === self) continue
    if (kind === undefined || isPredicate(phrases[index - 1], phrase, found)) continue
    const named = {
      ...namedBy(phrase, kind),
      ...(kind === 'thing' && isTaken(phrases[index - 1]) && { isMissing: true }),
    }
    if (
      [found.people, found.absent, found.places, found.regions, found.things].flat().some((each) => isSame(each, named))
    )
      continue
    if (found.player && isSame(found.player, named)) continue
    if (self && isSame(namedBy(self, 'person'), named)) continue
    if (kind === 'place' && phrase.isName && !namesPlace(phrase.text)) found.regions.push(named)
    else if (kind === 'place' || kind === 'thing') found[`${kind}s`].push(named)
    else if (kind === 'person' && isAbsent(phrase)) found.absent.push(named)
    else if (kind === 'person' && index === first && !isFirstPerson && isActor(phrase)) found.player = named
    else found.people.push(named)
  }
  const { player, people, absent, places, regions, things } = found
  const subject = things[0] ??
    absent[0] ??
    people[0] ??
    places[0] ??
    regions[0] ?? { name: 'matter', aliases: ['affair', 'business'] }
  return {
    text: text.trim(),
    genre: wanted.trim() === '' ? genreOf(text) : namedGenre(wanted, text),
    ...(player && { player }),
    people,
    absent,
    places,
    regions,
    things,
    subject,
  }
}

type Found = Pick<Premise, 'people' | 'absent' | 'places' | 'regions' | 'things' | 'player'>
type Kind = 'person' | 'animal' | 'place' | 'thing'

/** What a phrase names; `undefined` for what cannot be met, such as a time or a feeling. */
function kindOf(phrase: NounPhrase): Kind | undefined {
  const { head, determiner, isPlural, isActor, isSubject } = phrase
  if (phrase.isTime || /^(?:no|every|each)\b/.test(determiner)) return undefined
  if (phrase.isName) return kindOfName(phrase)
  for (const kind of ['person', 'animal', 'place'] as const) if (isWord(kind, head)) return kind
  if (isWord('portable', head) || isWord('fixture', head)) return 'thing'
  if (isWord('abstract', head) || /(?:ness|tion|sion|ment|ity|ance|ence|ship|hood|ism|dom|ing)s?$/.test(head))
    return undefined
  if (/(?:\w{3}ist|man|woman|eer|ess|smith|wright|herd)s?$/.test(head)) return 'person'
  if (isActor) return 'person'
  // "the food taster smiles": who does something.
  if (isSubject && /\w{3}(?:er|or|ant|ian)s?$/.test(head)) return 'person'
  // What is counted or pointed at can be seen; a bare noun or a plural may be anything.
  if (determiner === '' && /^\p{Lu}/u.test(head)) return 'person'
  return determiner === '' || isPlural ? undefined : 'thing'
}

function kindOfName({ text, isPersonName, preposition = '' }: NounPhrase): Kind {
  const isWhere = /^(?:in|on|at|to|near|under|over|across|through)$/.test(preposition)
  const hasTitle = text.split(/\.? /).some((word) => isWord('person', word))
  if (hasTitle && !isWhere) return 'person'
  if (isWhere || namesPlace(text)) return 'place'
  return isPersonName || !/^(?:from|of)$/.test(preposition) ? 'person' : 'place'
}

function namesPlace(text: string): boolean {
  return text.split(' ').some((word) => isWord('place', word))
}

// "Our landlord is a vampire" is about one person.
function isPredicate(
  before: NounPhrase | undefined,
  { determiner, isName }: NounPhrase,
  { people, player }: Found,
): boolean {
  if (before === undefined || isName || !/^(?:an?|the)$/.test(determiner)) return false
  if (!/^(?:is|was|becomes|became)$/.test(before.followedBy)) return false
  return [...people, ...(player ? [player] : [])].some(({ name }) =>
    name.toLowerCase().endsWith(before.text.toLowerCase()),
  )
}

function namedBy(phrase: NounPhrase, kind: Kind): Named {
  const { isPlural, isName, head, determiner } = phrase
  const text = phrase.text.replace(/^own /, '')
  const name = kind === 'person' && /^(?:my|your)$/.test(determiner) ? `your ${text}` : text
  // A capital without an article, as in "Priya waits", is a name that the tagger does not know.
  const common = isName || determiner === '' ? name : name.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
  const short = isName ? name.split(' ').slice(1) : [singularOf(head)]
  const aliases = [...new Set([...short, ...(isPlural ? [head] : [])])].filter((alias) => alias !== common)
  return {
    name: common,
    aliases,
    ...(isPlural && { isPlural }),
    ...(kind === 'person' && { pronoun: pronounOf(phrase) }),
    ...(kind === 'animal' && { pronoun: 'they', isAnimal: true }),
    ...(kind === 'thing' && isWord('portable', head) && !isPlural && { isPortable: true }),
    ...(kind === 'thing' && isGone(phrase) && { isMissing: true }),
  }
}

function pronounOf({ text }: NounPhrase): 'she' | 'he' | 'they' {
  const words = text.split(' ')
  if (words.some((word) => isWord('she', word))) return 'she'
  return words.some((word) => isWord('he', word)) ? 'he' : 'they'
}

/** The phrase that says whom the player plays: "you are the night porter", "I'm a baker". */
function playedBy(text: string, phrases: readonly NounPhrase[]): NounPhrase | undefined {
  const said = /\b(?:you are|you're|you play|i am|i'm|i play)\s+(?:an?|the|your|my)\s+(.*)/is.exec(text)?.[1]
  return said === undefined ? undefined : phrases.find((phrase) => said.startsWith(phrase.text))
}

// Gone, or the source of something that is here: "a letter from the killer", "her late husband".
function isAbsent(phrase: NounPhrase): boolean {
  return isGone(phrase) || (phrase.preposition !== undefined && /^(?:from|about|of|after)$/.test(phrase.preposition))
}

// "Her late husband", "the master key is gone".
function isGone({ text, followedBy }: NounPhrase): boolean {
  const words = text.split(' ').slice(0, -1)
  if (words.some((word) => isWord('absent', word))) return true
  const verbs = followedBy.split(' ').slice(0, 4)
  const [first = ''] = verbs
  if (isWord('gone', first)) return true
  return (
    /^(?:is|are|was|were|has|have|had)$/.test(first) &&
    verbs.some((word) => isWord('absent', word) || isWord('gone', word))
  )
}

// "Somebody stole my violin."
function isTaken(before: NounPhrase | undefined): boolean {
  return before !== undefined && /\b(?:stole|stolen|steals|lost|loses|hid|hides)$/.test(before.followedBy)
}

/** Whether the subject of a clause does something, alone: not "A king and a thief share a cell". */
function isActor({ isPlural, followedBy }: NounPhrase): boolean {
  if (isPlural || followedBy === '' || /^(?:and|or)\b/.test(followedBy)) return false
  return !/^(?:is|was|has been)\b.*\bby$/.test(followedBy)
}

// "A cartographer named Ilse" is one person, whose name counts.
function withoutApposition(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const before = phrases[index - 1]
    const next = phrases[index + 1]
    if (before !== undefined && (isNaming(before, phrase) || isApposed(before, phrase))) return []
    if (next !== undefined && isApposed(phrase, next)) return [{ ...phrase, followedBy: next.followedBy }]
    if (next === undefined || !isNaming(phrase, next)) return [phrase]
    const isPerson = isWord('person', phrase.head) || next.isPersonName
    return [
      {
        ...phrase,
        text: isPerson
          ? `${phrase.head} ${next.text}`.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
          : next.text,
        head: next.head,
        isName: true,
        isPersonName: isPerson,
        followedBy: next.followedBy,
      },
    ]
  })
}

// "Mr Abel, the organist, has died".
function isApposed({ isName, followedBy, text, isPersonName }: NounPhrase, next: NounPhrase): boolean {
  const isPerson = isName && (isPersonName || text.split(' ').some((word) => isWord('person', word)))
  return (
    isPerson &&
    followedBy === '' &&
    !next.isName &&
    /^(?:an?|the)$/.test(next.determiner) &&
    next.preposition === undefined
  )
}

function isNaming({ followedBy, isName }: NounPhrase, next: NounPhrase): boolean {
  return !isName && next.isName && /^(?:named|called)$/.test(followedBy)
}

function isSame(one: Named, other: Named): boolean {
  const last = (name: string) => singularOf(name.split(' ').at(-1)!.toLowerCase())
  return last(one.name) === last(other.name)
}

/** The genre that is named, by its key or by its words; one that is unknown is read from the text. */
function namedGenre(wanted: string, text: string): string {
  const key = wanted.trim().toLowerCase()
  return Object.hasOwn(premiseContent.genres, key) ? key : genreOf(`${wanted} ${wanted} ${text}`)
}

/** The genre with the most of its words in the text; without any, the present. */
function genreOf(text: string): string {
  const words = new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => [word, singularOf(word)]))
  let best = { genre: 'modern', score: 0 }
  for (const [genre, { words: known }] of Object.entries(premiseContent.genres)) {
    const score = known.flatMap((line) => line.split(' ')).filter((word) => words.has(word)).length
    if (score > best.score) best = { genre, score }
  }
  return best.genre
}
