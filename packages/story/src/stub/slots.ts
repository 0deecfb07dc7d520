import type { Character, Location, StoryMemory } from '../memory/entities.ts'
import type { StoryState } from '../project/state.ts'
import { beats } from './arc-kind.ts'
import phrases from './content/phrases.json' with { type: 'json' }
import { arcsInBook, imagineArc, withArticle } from './imagine-arc.ts'
import { takeTurn } from './seeded.ts'
import { type StoryPosition, withRole } from './story-position.ts'
import { capitalize, fill, swap } from './template.ts'

/** The data for slots. */
export interface SlotSources {
  state: StoryState
  memory: StoryMemory
  pov: Character
  location: Location | undefined
}

/** The values of all template slots. */
export function slotsOf(position: StoryPosition, sources: SlotSources): Record<string, string> {
  const { arc, absent, helper, rival } = position
  const { state, pov, location } = sources
  const home = homeOf(state)
  const basic: Record<string, string> = {
    P: pov.name,
    aProle: withArticle(pov.role),
    home,
    place: placeInProse(position, location, home),
    search: inProse(position.search?.name ?? arc.search.name),
    W: absent?.name ?? `the ${arc.absentRole}`,
    H: helper?.name ?? `the ${arc.helperRole}`,
    Hrole: helper?.role ?? arc.helperRole,
    aHrole: withArticle(helper?.role ?? arc.helperRole),
    R: rival?.name ?? `the ${arc.rivalRole}`,
    Rrole: rival?.role ?? arc.rivalRole,
    aRrole: withArticle(rival?.role ?? arc.rivalRole),
    thing: `the ${arc.thing}`,
    thingNoun: arc.thing,
    aThing: `${withArticle(arc.thing)}, ${arc.mark}`,
    premise: withStop(position.loops.premise?.description ?? state.premise),
    names: namesOf(position, sources.memory),
    weather: weatherOf(position),
    atmosphere: location?.atmosphere || 'nothing in it had been moved for a long time',
    feature: location?.features[2] ?? 'the one good chair',
    // A discovery in a later arc is at a known location, which was already described.
    sights: position.beat === 'discovery' && arc.number > 0 ? '' : sightsOf(location, position),
    mood: '',
    ...pronouns('W', absent),
    ...pronouns('H', helper),
    ...pronouns('R', rival),
  }
  const inner = (text: string) => fill(swap(text, position.lexicon.swaps), basic, () => 0)
  return {
    ...basic,
    told: inner(arc.case.told),
    proof: inner(arc.case.proof),
    truth: inner(arc.case.truth),
    ask: inner(arc.price.ask),
    done: lowerFirst(inner(arc.price.done)),
    next: inner(takeTurn(phrases.newBeginnings, `${position.seed}/next`, arc.book)),
  }
}

/** The name of the novel's setting, without its description. */
export function homeOf({ setting }: StoryState): string {
  return setting.split(',')[0]!.trim() || 'this place'
}

/** Adds a full stop if a text has no final punctuation. */
export function withStop(text: string): string {
  return /(?:[\p{Sentence_Terminal}…]\p{Pe}*|”)$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`
}

/** The name of a location for the middle of a sentence: with a lowercase article. */
export function inProse(name: string): string {
  return name.replace(/^(The|A|An) /, (article) => article.toLowerCase())
}

function placeInProse({ beat, arc, lexicon }: StoryPosition, location: Location | undefined, home: string): string {
  const name = inProse(location?.name ?? home)
  return beat === 'discovery' && arc.number === 0 ? lexicon.home.spot.replace('{home}', name) : name
}

/** The missing persons of this book's earlier arcs. */
function namesOf({ arc, lexicon, seed }: StoryPosition, memory: StoryMemory): string {
  const numbers = Array.from({ length: arc.number % arcsInBook }, (_, index) => arc.book * arcsInBook + index)
  const names = numbers.flatMap((number) => withRole(imagineArc(lexicon, seed, number).absentRole, memory)?.name ?? [])
  if (names.length === 0) return 'those who are not spoken of'
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

// After all weather sentences were used, a scene has none.
function weatherOf({ lexicon, seed, written }: StoryPosition): string {
  return written < lexicon.weather.length ? takeTurn(lexicon.weather, `${seed}/weather`, written) : ''
}

// Only “I” keeps its capital in mid-sentence.
function lowerFirst(text: string): string {
  return /^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

function sightsOf(location: Location | undefined, { beat, arc }: StoryPosition): string {
  const [first, second] = location?.features ?? []
  if (first === undefined || second === undefined) return ''
  const ways = [
    `There ${was(first)} ${first}, and there ${was(second)} ${second}.`,
    `The first thing I saw was ${first}; the second was ${second}.`,
    `${capitalize(first)}; ${second}; otherwise nothing that anyone would carry off.`,
    `I remember ${first}, and I remember ${second}, because I looked at anything but the people.`,
    `Between ${first} and ${second} there was just room to stand.`,
    `Someone had put ${first} where it would be seen, and left ${second} to itself.`,
    `I took my bearings by ${first}, and then by ${second}.`,
  ]
  return ways[(beats.indexOf(beat) + arc.number * 2) % ways.length]!
}

/** The verb for something seen: `a row of vats` was there, `forty hooks and one coat` were. */
function was(sight: string): string {
  return /^(?:an?|the|one) |^[\p{L}-]+ that was/iu.test(sight) ? 'was' : 'were'
}

function pronouns(letter: string, character: Character | undefined): Record<string, string> {
  const said = character?.pronouns ?? 'they'
  const [him, his] = said === 'she' ? ['her', 'her'] : said === 'he' ? ['him', 'his'] : ['them', 'their']
  return { [`${letter}him`]: him, [`${letter}his`]: his }
}
