import type { Character, Location } from '../memory/entities.ts'
import type { SceneDraft, WriteRequest } from '../writer/scene-writer.ts'
import { answer } from './beats/answer.ts'
import { bargain } from './beats/bargain.ts'
import { confrontation } from './beats/confrontation.ts'
import { discovery } from './beats/discovery.ts'
import { search } from './beats/search.ts'
import { capitalize, fill, type SceneTemplate } from './beats/template.ts'
import { changesOf } from './beat-changes.ts'
import { withArticle } from './imagine-arc.ts'
import { openingOf, largerQuestion } from './opening.ts'
import { takeTurn } from './seeded.ts'
import { type Beat, beats, type StoryPosition } from './story-position.ts'

const templates: Record<Beat, readonly SceneTemplate[]> = { discovery, bargain, search, confrontation, answer }

/** Writes the scene of the stub's own plan; nothing where somebody whom the scene needs is missing. */
export function writeBeat(position: StoryPosition, request: WriteRequest): SceneDraft | undefined {
  const slots = slotsOf(position, request)
  if (!slots) return undefined
  const { seed, arc, beat } = position
  const template = takeTurn(templates[beat], `${seed}/${beat}`, arc.number)
  let uses = 0
  const choose = (count: number) => takeTurn([...Array(count).keys()], `${seed}/${beat}/${uses++}`, arc.number)
  const write = (text: string) => fill(swap(text, position.lexicon.swaps), slots, choose)
  const paragraphs = [
    ...(beat === 'discovery' ? openingOf(position, request) : []),
    ...template.paragraphs.map(write),
    ...(beat === 'answer' && slots.larger ? [slots.larger] : []),
  ]
  return {
    title: capitalize(
      write(takeTurn(template.title, `${seed}/${beat}/title`, Math.floor(arc.number / templates[beat].length))),
    ),
    prose: shortenNames(paragraphs.join('\n\n'), [slots.H!, slots.R!, slots.W!], request),
    ...changesOf(position, request, slots),
  }
}

/** Puts a world's own words in the place of others; longer phrases first. */
function swap(text: string, swaps: Readonly<Record<string, string>>): string {
  const phrases = Object.keys(swaps).sort((a, b) => b.length - a.length)
  if (phrases.length === 0) return text
  return text.replaceAll(new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'g'), (phrase) => swaps[phrase] ?? phrase)
}

/** A full name is said once in a scene, then the first name alone, unless somebody else bears that too. */
function shortenNames(prose: string, names: readonly string[], { memory }: WriteRequest): string {
  const everybody = [...names, ...Object.values(memory.characters).map(({ name }) => name)]
  let text = prose
  for (const name of names) {
    const first = name.split(' ')[0]!
    const bearers = new Set(everybody.filter((other) => other.split(' ').includes(first)))
    const start = text.indexOf(name) + name.length
    if (name === '' || first === name || bearers.size > 1 || !text.includes(name)) continue
    text = text.slice(0, start) + text.slice(start).replaceAll(name, first)
  }
  return text
}

/** What the slots of every template stand for. */
function slotsOf(position: StoryPosition, { pov, location, memory }: WriteRequest): Record<string, string> | undefined {
  const { arc, helper, rival, beat } = position
  const needsHelper = beat !== 'discovery'
  const needsRival = needsHelper && beat !== 'bargain'
  if ((needsHelper && !helper) || (needsRival && !rival)) return undefined
  const isHome = beat === 'discovery' && arc.number === 0
  const name = location ? inProse(location.name) : 'the usual place'
  const place = isHome ? position.lexicon.home.spot.replace('{home}', name) : name
  const basic: Record<string, string> = {
    P: pov.name,
    place,
    search: inProse(position.search?.name ?? arc.search.name),
    H: helper?.name ?? '',
    Hrole: helper?.role ?? '',
    R: rival?.name ?? '',
    Rrole: rival?.role ?? '',
    W: arc.absent,
    thingNoun: arc.thing,
    thing: `the ${arc.thing}`,
    aThing: `${withArticle(arc.thing)}, ${arc.mark}`,
    weather: weatherOf(position, Object.keys(memory.scenes).length),
    atmosphere: location?.atmosphere || 'nothing in it had been moved for a long time',
    feature: location?.features[2] ?? 'the one good chair',
    // A story comes back to a place for its next discovery, and has told what it looks like.
    sights: beat === 'discovery' && arc.number > 0 ? '' : sightsOf(location, beats.indexOf(beat) + arc.number),
    ...pronouns('H', helper),
    ...pronouns('R', rival),
  }
  const inner = (text: string) => fill(text, basic, () => 0)
  return {
    ...basic,
    told: inner(arc.case.told),
    proof: inner(arc.case.proof),
    truth: inner(arc.case.truth),
    ask: inner(arc.price.ask),
    done: lowerFirst(inner(arc.price.done)),
    larger: largerQuestion(position, place),
  }
}

// Once all weathers have been told, a scene does without.
function weatherOf({ lexicon, seed }: StoryPosition, scene: number): string {
  return scene < lexicon.weather.length ? takeTurn(lexicon.weather, `${seed}/weather`, scene) : ''
}

/** Names of places stand in mid-sentence with a small article. */
function inProse(name: string): string {
  return name.replace(/^(The|A|An) /, (article) => article.toLowerCase())
}

// Only “I” keeps its capital in mid-sentence.
function lowerFirst(text: string): string {
  return /^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

function sightsOf(location: Location | undefined, turn: number): string {
  const [first, second] = location?.features ?? []
  if (first === undefined || second === undefined) return ''
  const ways = [
    `There was ${first}, and there was ${second}.`,
    `The first thing I saw was ${first}; the second was ${second}.`,
    `${capitalize(first)}; ${second}; otherwise nothing that anyone would carry off.`,
    `I remember ${first}, and I remember ${second}, because I looked at anything but the people.`,
    `Between ${first} and ${second} there was just room to stand.`,
  ]
  return ways[turn % ways.length]!
}

function pronouns(letter: string, character: Character | undefined): Record<string, string> {
  const said = character?.pronouns ?? 'they'
  const [he, him, his] =
    said === 'she' ? ['she', 'her', 'her'] : said === 'he' ? ['he', 'him', 'his'] : ['they', 'them', 'their']
  return { [`${letter}he`]: he, [`${letter}him`]: him, [`${letter}his`]: his }
}
