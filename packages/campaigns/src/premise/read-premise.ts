import { isDead, isHiding, isKilling, isLockedPlace, isTaking, isUnseen, type Trace, tracesIn } from './clues.ts'
import { genreOf, namedGenre } from './genre.ts'
import { withContents, withoutApposition } from './joined-phrases.ts'
import { type Kind, kindOf, namesPlace } from './kind-of.ts'
import { type NounPhrase, nounPhrasesIn } from './noun-phrases.ts'
import { secondPerson } from './second-person.ts'
import { isWord, singularOf } from './words.ts'

/** A person, thing or place that a premise names. */
export interface Named {
  /** As in running text without an article: `last lighthouse`, `Ilse`. */
  name: string
  /** Other names: the last noun of the name. */
  aliases: string[]
  pronoun?: 'she' | 'he' | 'they' | 'it'
  isPlural?: boolean
  isAnimal?: boolean
  isPortable?: boolean
  /** Lost, stolen or gone when the story begins. */
  isMissing?: boolean
  /** Of a person who is gone: dead, so they cannot be found. */
  isDead?: boolean
  /** Of a place: it cannot be entered when the story begins. */
  isLocked?: boolean
  /** Of a thing: whether something is written on it. */
  isReadable?: boolean
  /** Of a thing: what it lies on, by its name. */
  on?: string
  /** Of a person: what the premise says that they are: `nervous conductor`. */
  role?: string
  /** Number of its sentence, from 0. */
  sentence?: number
  /** The preposition before it. */
  preposition?: string
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
  /** Places that can be entered. The first is where the people and things are. */
  places: Named[]
  /** Towns, countries and planets that it names. */
  regions: Named[]
  things: Named[]
  /** The place that is locked. */
  locked?: Named
  /** Blood, footprints and the like, with what they are on. */
  traces: Trace[]
  /** Who locked, hid or took it, as the premise says. */
  culprit?: Named
  /** What the player is, in the words of the premise: `night porter`. */
  self?: string
  /** What it is about in one noun: a thing, a person or a place. */
  subject: Named
  /** What it asks, to the player: `who took the ring`. */
  question?: string
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
  const phrases = withoutApposition(withContents(nounPhrasesIn(text)))
  const question = questionIn(text)
  const isFirstPerson = /\b(?:I|me|my|we|us|our|you|your)\b/i.test(text)
  const selves = playedBy(text, phrases)
  const self = selves.find(({ isName }) => !isName) ?? selves[0]
  const first = phrases.findIndex(({ preposition }) => preposition === undefined)
  for (const [index, phrase] of phrases.entries()) {
    const kind = kindOf(phrase)
    if (selves.includes(phrase)) continue
    if (kind === undefined || isPredicate(phrases[index - 1], phrase, found)) continue
    // "by the door" only says where something is.
    if (
      kind === 'thing' &&
      isWord('fixture', phrase.head) &&
      /^(?:by|against|near|over|behind|from)$/.test(phrase.preposition ?? '')
    )
      continue
    const named = {
      ...namedBy(phrase, kind),
      ...(kind === 'thing' && isTaken(phrases[index - 1], phrase) && { isMissing: true }),
      ...(kind === 'place' && isLockedPlace(phrase) && { isLocked: true }),
    }
    const acting = found.people.at(-1)
    if ((named.isLocked || named.isMissing) && acting?.sentence === named.sentence && isHiding(phrase.precededBy))
      found.culprit = acting
    if (
      [found.people, found.absent, found.places, found.regions, found.things].flat().some((each) => isSame(each, named))
    )
      continue
    if (found.player && isSame(found.player, named)) continue
    if (selves.some((each) => isSame(namedBy(each, 'person'), named))) continue
    if (kind === 'place' && phrase.isName && !namesPlace(phrase.text)) found.regions.push(named)
    else if (kind === 'place' || kind === 'thing') found[`${kind}s`].push(named)
    else if ((kind === 'person' || kind === 'animal') && isKilling(phrase.precededBy))
      found.absent.push({ ...named, isMissing: true, isDead: true })
    else if ((kind === 'animal' && isGone(phrase)) || isTaking(phrase.precededBy))
      found.absent.push({ ...named, isMissing: true })
    else if (kind === 'person' && (isAbsent(phrase) || question?.endsWith(phrase.text) === true))
      found.absent.push({
        ...named,
        ...(isGone(phrase) && { isMissing: true }),
        ...(isDead(phrase) && { isDead: true }),
      })
    else if (kind === 'person' && index === first && !isFirstPerson && isActor(phrase)) found.player = named
    else found.people.push(named)
  }
  const { player, people, absent, regions } = found
  const things = lyingOn(found.things)
  const locked = found.places.find(({ isLocked }) => isLocked)
  const places = fromInside({ ...found, places: found.places.filter((place) => place !== locked) }, phrases)
  const traces = tracesIn(text)
  const missing = [...things, ...absent].find(({ isMissing }) => isMissing)
  const subject = missing ??
    absent.find(({ name }) => question?.includes(name)) ??
    things.find(({ isPortable }) => isPortable) ??
    things[0] ??
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
    things: things.filter(({ name }) => !traces.some((trace) => trace.name === name)),
    traces,
    ...(locked && { locked }),
    ...(found.culprit && { culprit: found.culprit }),
    ...(self && { self: self.text }),
    subject,
    ...(question !== undefined && { question }),
  }
}

// "I must find out who smashed the radio."
function questionIn(text: string): string | undefined {
  const asked =
    /\b(?:find out|learn|discover|prove|understand|know|ask)\s+((?:who|what|why|how|where)\b[^.!?;“”"]{4,80})/i
  const question = asked.exec(text)?.[1]?.trim()
  // A second clause would be about something else.
  if (question === undefined) return undefined
  return secondPerson(question.split(/,| and (?=I\b)/)[0]!.trim()).replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
}

/** Things lie on what their sentence names after "on". */
function lyingOn(things: readonly Named[]): Named[] {
  return things.map((thing, index) => {
    const holds = (each: Named) => each.preposition === 'on' && !each.isPortable && each.sentence === thing.sentence
    const under = things.slice(index + 1).find(holds) ?? things.slice(0, index).find(holds)
    const lies = under !== undefined && thing.isPortable && !thing.isMissing && thing.preposition === undefined
    return lies ? { ...thing, on: under.name } : thing
  })
}

/**
 * The places that can be entered, beginning with the one that people and things are in. What that one is a part of,
 * such as the train of a dining car, is a region.
 */
function fromInside({ places, people, things, regions }: Found, phrases: readonly NounPhrase[]): Named[] {
  const inside = /^(?:in|inside|at|aboard|on|into)$/
  // Where people live need not be where they are.
  const habit = new Set(
    phrases.flatMap(({ followedBy, sentence }) => (/\b(?:lives?|works?)\b/.test(followedBy) ? [sentence] : [])),
  )
  const weight = (place: Named) =>
    !inside.test(place.preposition ?? '')
      ? 0
      : (habit.has(place.sentence ?? -1) ? 0.1 : 2) *
          people.filter(({ sentence }) => sentence === place.sentence).length +
        things.filter(({ sentence, isMissing }) => sentence === place.sentence && !isMissing).length
  const [start] = places
    .filter(({ isPlural }) => !isPlural || places.length === 1)
    .toSorted((a, b) => weight(b) - weight(a))
  if (start === undefined || weight(start) === 0) return places
  const around = places.filter(
    (place, index) => index < places.indexOf(start) && !/^(?:from|to)$/.test(place.preposition ?? ''),
  )
  regions.push(...around)
  return [start, ...places.filter((place) => place !== start && !around.includes(place))]
}

type Found = Pick<Premise, 'people' | 'absent' | 'places' | 'regions' | 'things' | 'player' | 'culprit'>
// "Our landlord is a vampire" is about one person.
function isPredicate(
  before: NounPhrase | undefined,
  { determiner, isName }: NounPhrase,
  { people, player }: Found,
): boolean {
  if (before === undefined || isName || !/^(?:an?|the)$/.test(determiner)) return false
  if (/\bbe$/.test(before.followedBy)) return true
  if (!/^(?:is|was|becomes|became)$/.test(before.followedBy)) return false
  return [...people, ...(player ? [player] : [])].some(({ name }) =>
    name.toLowerCase().endsWith(before.text.toLowerCase()),
  )
}

function namedBy(phrase: NounPhrase, kind: Kind): Named {
  const { isPlural, isName, head, determiner } = phrase
  const text = nameIn(phrase, kind)
  const isOwned = (kind === 'person' && text === phrase.text) || (kind === 'thing' && /['’]s /.test(text))
  const isYours = isOwned && /^(?:my|your)$/.test(determiner) && !isName
  const name = isYours
    ? `your ${text}`
    : isName && kind === 'place' && determiner === 'the' && !namesPlace(text)
      ? `the ${text}`
      : text
  // A capital without an article, as in "Priya waits", is a name that the tagger does not know.
  const common = isName || determiner === '' ? name : name.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
  const short = isName
    ? name.split(' ').slice(1)
    : [singularOf(head), ...(text.includes(' of ') ? [text.split(' ').at(-1)!] : [])]
  const aliases = [...new Set([...short, ...(isPlural ? [head] : [])])].filter((alias) => alias !== common)
  return {
    name: common,
    aliases,
    ...(isPlural && { isPlural }),
    ...(kind === 'person' && { pronoun: pronounOf(phrase) }),
    ...roleBefore(phrase, kind),
    ...(kind === 'animal' && { pronoun: 'they', isAnimal: true }),
    // What is missed, and what lies on something, was carried there.
    ...(kind === 'thing' && !isWord('fixture', head) && isCarried(phrase) && { isPortable: true }),
    ...(kind === 'thing' && isWord('readable', head) && { isReadable: true }),
    ...(kind === 'thing' && isGone(phrase) && { isMissing: true }),
    ...(phrase.role !== undefined && { role: phrase.role }),
    sentence: phrase.sentence,
    ...(phrase.preposition !== undefined && { preposition: phrase.preposition }),
  }
}

function isCarried(phrase: NounPhrase): boolean {
  return (
    isWord('portable', phrase.head) ||
    isWord('readable', phrase.head) ||
    (!phrase.isPlural && phrase.preposition !== 'on')
  )
}

/** The name of a person without the trade before it: "the pilot Okoro" is called Okoro. */
function nameIn({ text, isName }: NounPhrase, kind: Kind): string {
  const own = text.replace(/^(?:own|same|other) /, '')
  if ((kind !== 'person' && kind !== 'animal') || !isName) return own
  return own.replace(/^(?:[\p{Ll}-]+\s+)+(?=\p{Lu})/u, '')
}

// "The pilot Okoro" is a pilot.
function roleBefore({ text, isName, determiner }: NounPhrase, kind: Kind): Pick<Named, 'role'> {
  const role =
    (kind === 'person' || kind === 'animal') && isName
      ? /^((?:[\p{Ll}-]+\s+)+)(?=\p{Lu})/u.exec(text.replace(/^own /, ''))?.[1]
      : undefined
  const head = role?.trim().split(' ').at(-1)
  const isKnown =
    head !== undefined && (['person', 'machine', 'animal', 'being'] as const).some((each) => isWord(each, head))
  return isKnown ? { role: /^(?:my|your)$/.test(determiner) ? `your ${role!.trim()}` : role!.trim() } : {}
}

function pronounOf({ text, role = '', pronoun }: NounPhrase): 'she' | 'he' | 'they' | 'it' {
  const words = `${text} ${role}`.split(' ')
  if (words.some((word) => isWord('machine', word))) return 'it'
  if (words.some((word) => isWord('she', word))) return 'she'
  return words.some((word) => isWord('he', word)) ? 'he' : (pronoun ?? 'they')
}

/** The phrases that say whom the player plays: "you are the night porter", "I'm a baker", "I am Tilda, the bookkeeper". */
function playedBy(text: string, phrases: readonly NounPhrase[]): NounPhrase[] {
  const begins = (words: string, mayBe: (phrase: NounPhrase) => boolean) =>
    phrases.find((phrase) => mayBe(phrase) && words.startsWith(phrase.text))
  const article = /^(?:an?|the|your|my)\s+/i
  return [...text.matchAll(/\b(?:you are|you're|you play|i am|i'm|i play|my name is)\s+/gi)].flatMap((said) => {
    const role = text.slice(said.index + said[0].length)
    const found = begins(role.replace(article, ''), ({ isName }) => isName || article.test(role))
    if (!found?.isName) return found ?? []
    const after = role.slice(found.text.length).replace(/^,?\s+/, '')
    return [found, (article.test(after) && begins(after.replace(article, ''), ({ isName }) => !isName)) || []].flat()
  })
}

// Gone, or the source of something that is here: "a letter from the killer", "her late husband".
function isAbsent(phrase: NounPhrase): boolean {
  return isGone(phrase) || (phrase.preposition !== undefined && /^(?:from|about|of|after)$/.test(phrase.preposition))
}

// "Her late husband", "the master key is gone".
function isGone({ text, followedBy }: NounPhrase): boolean {
  const words = text.split(' ').slice(0, -1)
  if (words.some((word) => isWord('absent', word))) return true
  if (isUnseen(followedBy)) return true
  const verbs = followedBy.split(' ').slice(0, 4)
  const [first = ''] = verbs
  // "The captain has lost her compass": what is lost comes after it.
  if (/^(?:has|have|had) (?:lost|stolen|hidden|taken)$/.test(followedBy)) return false
  if (isWord('gone', first)) return true
  return (
    /^(?:is|are|was|were|has|have|had)$/.test(first) &&
    verbs.some((word) => isWord('absent', word) || isWord('gone', word))
  )
}

// "Somebody stole my violin."
function isTaken(before: NounPhrase | undefined, { precededBy, sentence }: NounPhrase): boolean {
  if (isTaking(precededBy)) return !/\b(?:been|is|are|was|were) \w+$/.test(precededBy)
  if (before === undefined || before.sentence !== sentence || /\b(?:been|is|are|was|were) \w+$/.test(before.followedBy))
    return false
  return isTaking(before.followedBy)
}

/** Whether the subject of a clause does something, alone: not "A king and a thief share a cell". */
function isActor({ head, isPlural, followedBy }: NounPhrase): boolean {
  // "A film crew in the jungle." says where, not what is done.
  if (isWord('collective', head) || /^(?:in|on|at|of|with|under|from|near)$/.test(followedBy)) return false
  if (isPlural || followedBy === '' || /^(?:and|or)\b/.test(followedBy)) return false
  return !/^(?:is|was|has been)\b.*\bby$/.test(followedBy)
}

function isSame(one: Named, other: Named): boolean {
  const last = (name: string) => singularOf(name.split(' ').at(-1)!.toLowerCase())
  return last(one.name) === last(other.name)
}
