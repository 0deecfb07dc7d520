import { buildPremise, type Named, type Premise, readPremise } from '@narratoria/campaigns/premise'
import { novelContent } from '@narratoria/content/novels'
import type { World } from '@narratoria/world'
import type { Character, Location, OpenLoop, StoryMemory, Thing } from '../memory/entities.ts'
import type { Outline } from '../outline/outline.ts'
import type { StoryState } from '../project/state.ts'
import { fillClause, slotsOf } from './fill.ts'
import { imaginePart } from './imagine-part.ts'
import { inEnglish } from './foreign-premise.ts'
import { heroOf } from './hero.ts'
import { asSpelled, groupRoleOf, isGroup, membersOf, nameOf, pronounFor, shortName, withThe } from '../name-of.ts'
import { personName, seededPerson } from './person-name.ts'
import { seededNumbers, takeTurn } from './seeded.ts'

/** What a new novel begins from. */
export interface NovelWish {
  name: string
  seed: string
  genre?: string
  premise?: string
  protagonist?: string
  setting?: string
  tone?: string
  scenes: number
}

/** A novel before its first scene. */
export interface ImaginedNovel {
  state: StoryState
  memory: StoryMemory
  outline: Outline
  world: World
}

/** What the parts of a novel are made from, which the premise and the seed decide. */
export interface Source {
  seed: string
  premise: Premise
  world: World
}

/**
 * Imagines a novel from a premise: its cast, places and things with the builder of played stories, the want and the obstacle, and
 * an outline. Missing texts are made up from the seed.
 */
export function imagineNovel(wished: NovelWish): ImaginedNovel {
  // Empty texts count as missing.
  const wish = Object.fromEntries(
    Object.entries(wished).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  ) as unknown as NovelWish
  const idea = ideaFor(wish)
  const text = wish.premise ?? idea.premise
  const source = sourceOf(text, wish.seed, wish.genre)
  const now = new Date().toISOString()
  const state: StoryState = {
    format_version: 1,
    novel_name: wish.name,
    genre: wish.genre ?? idea.genre,
    premise: text,
    setting: wish.setting ?? '',
    tone: wish.tone ?? toneFor(source),
    current_tick: 0,
    active_character: 'C0',
    created_at: now,
    last_updated: now,
  }
  const memory: StoryMemory = {
    characters: castOf(source, wish),
    locations: placesOf(source, wish),
    things: thingsOf(source),
    relationships: {},
    open_loops: { OL0: premiseLoop(text) },
    scenes: {},
  }
  state.setting = wish.setting ?? memory.locations.L0!.name
  const outline: Outline = { format_version: 1, want: '', obstacle: '', parts: [] }
  for (const count of sizesOf(wish.scenes)) imaginePart({ source, memory, outline, tick: 0 }, count)
  const { plot, acts } = outline.parts[0]!
  const values = slotsOf({ plot: plot! }, memory)
  outline.want = `wanted ${acts[0]!.want}`
  outline.obstacle = fillClause(takeTurn(novelContent.obstacles, `${wish.seed}/obstacle`, 0), values)
  memory.characters.C0!.goals = [outline.want]
  memory.characters.C0!.current_state.goals = [outline.want]
  return { state, memory, outline, world: source.world }
}

/** The premise and its world. The same premise, seed and genre give the same ones. The genre of the premise is the default. */
export function sourceOf(premise: string, seed: string, genre?: string): Source {
  const number = Math.floor(seededNumbers(`${seed}/${premise}`)() * 1_000_000_000) + 1
  const bare = inEnglish(premise)
  const isOwn = genre === undefined || genre === genreName(readPremise(bare).genre)
  const text = isOwn ? bare : `${bare}\nGenre: ${genreKey(genre)}`
  const read = readPremise(text)
  return {
    seed: `${seed}/${premise}`,
    premise: read,
    // The protagonist is not met.
    world: buildPremise(text, { seed: number, plot: 'secret', ...(read.player && { player: read.player.name }) }),
  }
}

export const partScenes = 15

/** Divides scenes into parts of about 15. */
function sizesOf(scenes: number): number[] {
  const parts = Math.max(1, Math.round(scenes / partScenes))
  return Array.from(
    { length: parts },
    (_, index) => Math.floor((scenes * (index + 1)) / parts) - Math.floor((scenes * index) / parts),
  )
}

function ideaFor({ seed, genre, premise }: NovelWish): { genre: string; premise: string } {
  if (premise !== undefined) return { genre: genreName(readPremise(inEnglish(premise)).genre), premise }
  const { ideas } = novelContent
  const wanted = ideas.filter((idea) => genre?.toLowerCase().includes(idea.genre) === true)
  return takeTurn(wanted.length > 0 ? wanted : ideas, `${seed}/idea`, 0)
}

/** The key of a genre that is named by one of its words; another text as it is. */
function genreKey(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}-]+/u)
  const keys = Object.keys(novelContent.genreWords)
  return keys.find((key) => words.some((word) => novelContent.genreWords[key]!.split(' ').includes(word))) ?? text
}

function genreName(genre: string): string {
  return novelContent.genreWords[genre]?.split(' ')[0] ?? genre
}

/** A tone that suits the genre of the premise. */
function toneFor({ premise, seed }: Source): string {
  const { genreTones } = novelContent
  return takeTurn(genreTones[premise.genre] ?? ['quiet'], `${seed}/tone`, 0)
}

function castOf({ seed, premise, world }: Source, { protagonist }: NovelWish): StoryMemory['characters'] {
  const cast: Character[] = []
  const add = (person: { name: string; role: string; pronouns: string; description?: string; traits?: string[] }) =>
    cast.push({
      description: '',
      traits: [],
      ...person,
      id: `C${cast.length}`,
      goals: [],
      current_state: { goals: [], emotional_state: '', location: 'L0' },
      created_in_tick: 0,
    })
  const { from, ...hero } = heroOf({ seed, premise }, protagonist)
  add(hero)
  const taken = () => cast.map(({ name }) => name)
  const opponent = opponentIn(premise)
  const speakers = premise.people.filter(
    (person) =>
      person !== opponent &&
      !isDestination(person, premise.text) &&
      person.isAnimal !== true &&
      person.name !== premise.subject.name &&
      person.name !== hero.role &&
      (person !== from || isGroup(person)),
  )
  for (const person of speakers.slice(0, 3)) {
    if (isGroup(person)) {
      // Those whom the premise calls by name are its members.
      if (membersOf(person, premise.text).length > 0) continue
      const { pronoun } = person
      const made =
        pronoun === 'she' || pronoun === 'he'
          ? seededPerson(`${seed}/${person.name}`, taken(), pronoun)
          : personName(`${seed}/${person.name}`, taken())
      add({ ...made, role: `one of ${withThe(person.name)}` })
      continue
    }
    const made = personOf(person, { seed: `${seed}/${person.name}`, taken: taken() })
    if (taken().includes(made.name)) continue
    add({ ...made, role: made.role || groupRoleOf(made.name, premise) || titleOf(made.name) })
  }
  const roles = Object.values(world.people).filter(
    ({ name }) => !name.startsWith('nearest ') && !premise.people.some((each) => each.name === name),
  )
  const keeper = roles.find(({ manner }) => manner?.includes('evasive'))
  const helper = roles.find((person) => person !== keeper)
  for (const [part, person] of [
    ['helper', helper],
    ['keeper', keeper],
  ] as const) {
    if (part === 'keeper' && opponent) {
      add({ ...personOf(opponent, { seed: `${seed}/keeper`, taken: taken() }), traits: ['evasive'] })
      continue
    }
    if (!person) continue
    const made = personName(`${seed}/${part}`, taken())
    add({
      ...made,
      role: person.name,
      description: textOf(person.description),
      traits: part === 'keeper' ? ['evasive'] : [],
    })
  }
  if (cast.length < 3)
    add({ ...personName(`${seed}/friend`, taken()), role: takeTurn(novelContent.names.witness, seed, 3) })
  return Object.fromEntries(cast.map((person) => [person.id, person]))
}

/** Whether a name is where someone goes: `drive the herd to Abilene`. */
function isDestination({ name, pronoun = 'they' }: Named, text: string): boolean {
  const moving = String.raw`\b(?:drive|ride|sail|travel|walk|march|journey|flee|fly|row|head|move|return|climb|drift|escape)s?\b[^.;!?]*\b(?:to|for|towards?)`
  const words = name.replaceAll(/[^\p{L}\p{N} ’'-]/gu, '.')
  return pronoun === 'they' && /^\p{Lu}/u.test(name) && new RegExp(`${moving} ${words}(?!\\p{L})`, 'u').test(text)
}

/** Someone whom the premise sets against its protagonist: `hides the letter from the director`. */
function opponentIn({ people, absent }: Premise): Named | undefined {
  return [...people, ...absent].find(
    (person) =>
      /^(?:from|against)$/.test(person.preposition ?? '') &&
      person.isMissing !== true &&
      person.isDead !== true &&
      person.isAnimal !== true &&
      !isGroup(person),
  )
}

/** A person of the premise, with a made-up name if it gives none. */
function personOf(
  person: Named,
  { seed, taken }: { seed: string; taken: string[] },
): { name: string; role: string; pronouns: string } {
  const { name, role } = nameOf(person)
  const { pronoun = 'they' } = person
  if (name === undefined) {
    const made = pronoun === 'she' || pronoun === 'he' ? seededPerson(seed, taken, pronoun) : personName(seed, taken)
    return { ...made, role }
  }
  const isGuessed = pronoun === 'they' && /^\p{Lu}/u.test(name)
  return { name, role: role || (person.role ?? ''), pronouns: isGuessed ? pronounFor(name, '') : pronoun }
}

/** What a person is by the title in the name: `Inspector Hale` is an inspector; another name as it is, without an article. */
function titleOf(name: string): string {
  const short = shortName(name)
  const title = name.endsWith(short) ? name.slice(0, name.length - short.length).trim() : ''
  return /^\p{Lu}\p{Ll}+$/u.test(title) ? title.toLowerCase() : name.replace(/^the /, '')
}

function placesOf({ world, premise }: Source, { setting }: NovelWish): StoryMemory['locations'] {
  const wished = setting?.split(',')[0]!.trim()
  const order = [world.player.at, ...Object.keys(world.places).filter((id) => id !== world.player.at)]
  const places = order.map((id, index): Location => {
    const { name, description, scenery = {}, smell, sound } = world.places[id]!
    const isWished = index === 0 && wished !== undefined && wished !== ''
    return {
      id: `L${index}`,
      name: isWished ? wished : withThe(asSpelled(name, premise.text)),
      description: isWished ? (setting ?? '').split(',').slice(1).join(',').trim() : textOf(description),
      atmosphere: textOf(smell ?? sound),
      features: isWished ? [] : Object.keys(scenery),
      created_in_tick: 0,
    }
  })
  return Object.fromEntries(places.map((place) => [place.id, place]))
}

function thingsOf({ premise }: Source): StoryMemory['things'] {
  const things = premise.things.slice(0, 4).map((thing: Named, index): Thing => ({
    id: `T${index}`,
    name: withThe(asSpelled(thing.name, premise.text)),
    description: '',
    at: thing.isMissing === true ? 'nowhere' : 'L0',
    ...(thing.isPortable !== true && { fixed: true }),
    created_in_tick: 0,
  }))
  return Object.fromEntries(things.map((thing) => [thing.id, thing]))
}

/** The one text of a world's text, or the first of several. */
export function textOf(text: string | readonly string[] | undefined): string {
  return (typeof text === 'string' ? text : text?.[0]) ?? ''
}

export function premiseLoop(description: string): OpenLoop {
  return {
    id: 'OL0',
    description,
    category: 'premise',
    importance: 'high',
    status: 'open',
    created_in_scene: null,
    developed_in: [],
    closed_in_scene: null,
    resolution: '',
  }
}
