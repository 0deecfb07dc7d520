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
import { isGroup, nameOf, pronounFor, shortName, withThe } from './name-of.ts'
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
  /** How many scenes the outline has. */
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
  const source = sourceOf(text, wish.seed)
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

/** The premise and its world. The same premise and seed give the same ones. */
export function sourceOf(premise: string, seed: string): Source {
  const number = Math.floor(seededNumbers(`${seed}/${premise}`)() * 1_000_000_000) + 1
  const text = inEnglish(premise)
  return { seed: `${seed}/${premise}`, premise: readPremise(text), world: buildPremise(text, { seed: number }) }
}

/** Scenes of a part. */
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
  const speakers = premise.people.filter(
    (person) =>
      person.isAnimal !== true &&
      person.name !== premise.subject.name &&
      person.name !== hero.role &&
      (person !== from || isGroup(person)),
  )
  for (const person of speakers.slice(0, 3)) {
    if (isGroup(person)) {
      const { pronoun } = person
      const made =
        pronoun === 'she' || pronoun === 'he'
          ? seededPerson(`${seed}/${person.name}`, taken(), pronoun)
          : personName(`${seed}/${person.name}`, taken())
      add({ ...made, role: `one of ${withThe(person.name)}` })
      continue
    }
    const { name = withThe(nameOf(person).role), role } = nameOf(person)
    if (taken().includes(name)) continue
    add({
      name,
      role: role || titleOf(name),
      pronouns: person.pronoun === 'they' && /^\p{Lu}/u.test(name) ? pronounFor(name, '') : (person.pronoun ?? 'they'),
    })
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

/** What a person is by the title in the name: `Inspector Hale` is an inspector; another name as it is, without an article. */
function titleOf(name: string): string {
  const short = shortName(name)
  const title = name.endsWith(short) ? name.slice(0, name.length - short.length).trim() : ''
  return /^\p{Lu}\p{Ll}+$/u.test(title) ? title.toLowerCase() : name.replace(/^the /, '')
}

function placesOf({ world }: Source, { setting }: NovelWish): StoryMemory['locations'] {
  const wished = setting?.split(',')[0]!.trim()
  const order = [world.player.at, ...Object.keys(world.places).filter((id) => id !== world.player.at)]
  const places = order.map((id, index): Location => {
    const { name, description, scenery = {}, smell, sound } = world.places[id]!
    const isWished = index === 0 && wished !== undefined && wished !== ''
    return {
      id: `L${index}`,
      name: isWished ? wished : withThe(name),
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
    name: withThe(thing.name),
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

function premiseLoop(description: string): OpenLoop {
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
