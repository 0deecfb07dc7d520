import type { Thing, World, WorldState } from '@narratoria/world'

/** A world as it was played, and what a campaign cannot hold of its state, a phrase each. */
export interface PlayedWorld {
  world: World
  leftOut: string[]
}

/**
 * The world that a story would go on in, as a world that stories can begin in: where everything is, properties of things, flags,
 * descriptions and what narrations added become parts of the world; the rest is its `state`.
 */
export function playedWorld(world: World, played: WorldState): PlayedWorld {
  const {
    at = {},
    flags,
    descriptions = {},
    added = {},
    deeds = {},
    said = {},
    ended,
    is = {},
    knows = {},
    ...state
  } = played
  const { model: _model, campaign: _campaign, report: _report, focus: _focus, ...kept } = state
  const more = added as Partial<Pick<World, 'places' | 'things' | 'people' | 'facts'>>
  const facts = { ...world.facts, ...more.facts }
  const things = mapValues({ ...world.things, ...more.things }, (thing, id) =>
    described(placed(changed(thing, is[id]), at[id]), descriptions[id]),
  )
  const places = mapValues({ ...world.places, ...more.places }, (place, id) => described(place, descriptions[id]))
  const people = mapValues({ ...world.people, ...more.people }, (person, id) =>
    described({ ...person, at: at[id] ?? person.at }, descriptions[id]),
  )
  // What people know of deeds refers to turns of the story.
  const known = mapValues(knows, (each) => without(each, (id) => id in deeds || /^d\d+_\d+$/.test(id)))
  const whole = {
    ...world.state,
    ...kept,
    is: without(is, (id) => id in things),
    knows: without(known, (who) => Object.keys(known[who]!).length === 0),
  }
  const start = without(whole, (key) => isEmpty(whole[key as keyof typeof whole]))
  const { state: _state, ...base } = world
  return {
    world: {
      ...base,
      player: { ...world.player, at: at['player'] ?? world.player.at },
      places,
      things,
      people,
      ...(Object.keys(facts).length > 0 && { facts }),
      ...((world.flags || flags) && { flags: { ...world.flags, ...flags } }),
      ...(!isEmpty(start) && { state: start }),
    },
    leftOut: [
      ...(Object.keys(deeds).length > 0 ? ['the record of what was done in each turn, and who knows of it'] : []),
      ...(Object.keys(said).length > 0 ? ['what people said in each turn, word for word'] : []),
      ...(ended === undefined ? [] : [`the ending "${world.endings?.[ended]?.title ?? ended}" that was reached`]),
    ],
  }
}

function changed(thing: Thing, is: Readonly<Record<string, boolean>> = {}): Thing {
  const { is: before = [], ...others } = thing
  const now = [...before.filter((property) => is[property] !== false), ...Object.keys(is).filter((key) => is[key])]
  return now.length > 0 ? { ...others, is: [...new Set(now)] } : others
}

/** What was moved has no appearance, which is about its first place. */
function placed(thing: Thing, at: string | undefined): Thing {
  if (at === undefined || at === thing.at) return thing
  const { appearance: _, ...others } = thing
  return { ...others, at }
}

/** A changed description also replaces the variants. */
function described<T extends { description?: World['places'][string]['description']; variants?: unknown }>(
  part: T,
  description: T['description'],
): T {
  if (description === undefined) return part
  const { variants, ...others } = part
  // Variants of people have more than a description.
  const rest = Array.isArray(variants)
    ? variants.map(({ description: _, ...each }: object & { description?: unknown }) => each)
    : []
  const own = rest.filter((each) => ['doing', 'greeting', 'replies'].some((part) => part in each))
  return { ...others, description, ...(own.length > 0 && { variants: own }) } as T
}

function mapValues<T, R>(values: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}

function without<T extends object>(values: T, drop: (key: string) => boolean): T {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !drop(key))) as T
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
