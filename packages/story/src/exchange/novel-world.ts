import { type Person, type Thing, type World, validateWorld } from '@narratoria/world'
import { StoryError } from '../errors.ts'
import { shortName } from '../name-of.ts'
import { sourceOf, textOf } from '../imagine/imagine-novel.ts'
import type { Character } from '../memory/entities.ts'
import { generationOf, readConfig } from '../project/config.ts'
import type { ProjectView } from '../project/read-project.ts'
import { bare, worldId } from '../world/story-world.ts'

/**
 * The world of a novel as one that can be played, as it was before the first scene: the world that its premise was built into, with
 * the people, places and things that the novel has added, who know what its scenes have narrated.
 *
 * @throws {StoryError} `invalid_project` if names of the novel make an invalid world
 */
export function playableWorld(view: ProjectView): World {
  const { state, memory, folder } = view
  const built = sourceOf(state.premise, generationOf(readConfig(folder)).seed, state.genre).world
  const placeIds = [built.player.at, ...Object.keys(built.places).filter((id) => id !== built.player.at)]
  const places = Object.values(memory.locations)
  const idOf = (location: string | undefined) => {
    const at = places.findIndex(({ id }) => id === location)
    return placeIds[at] ?? (at < 0 ? built.player.at : worldId(places[at]!.id))
  }
  const world = structuredClone(built)
  world.title = titleOf(state.novel_name)
  for (const [index, place] of places.entries()) {
    const known = world.places[placeIds[index] ?? '']
    if (known) known.name = bare(place.name)
    else addPlace(world, { id: worldId(place.id), name: bare(place.name), description: place.description })
  }
  for (const [index, person] of Object.values(memory.characters).entries()) {
    if (person.id === state.active_character) continue
    const known = Object.values(world.people).find(({ name }) => [bare(person.name), person.role].includes(name))
    if (known) addAliases(known, person)
    else
      world.people[worldId(person.id)] = personOf(person, view, {
        at: idOf(`L${index % Math.max(1, places.length - 1)}`),
      })
  }
  for (const thing of Object.values(memory.things)) {
    const isKnown = Object.values(world.things).some(({ name }) => name === bare(thing.name))
    // What a person carries lies at a place, so that every player can find it.
    if (!isKnown)
      world.things[worldId(thing.id)] = thingOf(thing, idOf(memory.locations[thing.at] ? thing.at : undefined))
  }
  const [problem] = validateWorld(world)
  if (problem)
    throw new StoryError(
      'invalid_project',
      `the world of the novel cannot be played: ${problem.pointer}: ${problem.message}`,
    )
  return world
}

function titleOf(name: string): string {
  return name
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(^| )(\p{Ll})/gu, (_, space: string, letter: string) => space + letter.toUpperCase())
}

const opposites: Readonly<Record<string, string>> = {
  up: 'down',
  west: 'east',
  down: 'up',
  northeast: 'southwest',
  southwest: 'northeast',
  southeast: 'northwest',
  northwest: 'southeast',
}

/** Adds a place beside the start, or beside the next place that has a free direction. */
function addPlace(world: World, { id, name, description }: { id: string; name: string; description: string }): void {
  const start = world.player.at
  const free = [start, ...Object.keys(world.places).filter((each) => each !== start)].flatMap((beside) =>
    Object.keys(opposites)
      .filter((direction) => world.places[beside]!.exits?.[direction] === undefined)
      .slice(0, 1)
      .map((direction) => ({ beside, direction })),
  )
  // A new place has free directions itself, so there is always one.
  const { beside, direction } = free[0]!
  const neighbour = world.places[beside]!
  neighbour.exits = { ...neighbour.exits, [direction]: id }
  world.places[id] = {
    name,
    ...(description !== '' && { description }),
    exits: { [opposites[direction]!]: beside },
  }
}

function addAliases(known: Person, { name }: Character): void {
  const aliases = [bare(name), shortName(name)].filter((alias) => alias !== known.name)
  known.aliases = [...new Set([...(known.aliases ?? []), ...aliases])]
}

/** A person of the novel, who can be asked about what the scenes with them have narrated. */
function personOf(person: Character, { memory, scenes }: ProjectView, { at }: { at: string }): Person {
  const { id, name, role, description, pronouns } = person
  const narrated = scenes
    .filter(({ characters }) => characters.includes(id))
    .flatMap(({ changes = [] }) => changes.flatMap(({ fact }) => fact ?? []))
  const topics = narrated
    .slice(0, 3)
    .map((fact, index) => [`part ${index + 1}`, { keywords: keywordsOf(fact), answer: `“${sentence(fact)}”` }])
  const aliases = [shortName(name), role].filter((alias) => alias !== '' && alias !== bare(name))
  return {
    name: bare(name),
    ...(aliases.length > 0 && { aliases: [...new Set(aliases)] }),
    at,
    pronoun: pronouns === 'she' || pronouns === 'he' ? pronouns : 'they',
    description: description === '' ? `${name}, ${role || 'someone whom everyone knows'}.` : description,
    ...(topics.length > 0 && { topics: Object.fromEntries(topics) as Person['topics'] }),
    ...(memory.characters[id]?.goals.length === 0 && { manner: ['evasive'] }),
  }
}

function keywordsOf(fact: string): string[] {
  const words: string[] = fact.toLowerCase().match(/\p{L}{5,}/gu) ?? []
  return [...new Set(words)].slice(0, 6)
}

function sentence(text: string): string {
  const full = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(full) ? full : `${full}.`
}

function thingOf(
  { name, description, fixed }: { name: string; description: string; fixed?: boolean },
  at: string,
): Thing {
  return {
    name: bare(name),
    at,
    description: textOf(description) || `It is ${name}, and it has been handled often.`,
    ...(fixed === true && { portable: false }),
  }
}
