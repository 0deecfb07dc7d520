import {
  type Person,
  type Place,
  type Thing as WorldThing,
  type World,
  type WorldState,
  Scene as WorldScene,
} from '@narratoria/world'
import type { Scene, StoryChange, StoryMemory } from '../memory/entities.ts'
import { shortName } from '../name-of.ts'

/** An id of the memory as one of the world: `C0` is `c0`, `in:T1` is `in:t1`. */
export function worldId(id: string): string {
  return id.toLowerCase()
}

/** The memory of a novel as a world: its places, things and people where they were before the first scene. */
export function worldOf(memory: StoryMemory, at: string | null = null): World {
  const places = Object.values(memory.locations).map(({ id, name, description }): [string, Place] => [
    worldId(id),
    { name: bare(name), ...(description !== '' && { description }) },
  ])
  const first = worldId(at ?? Object.keys(memory.locations)[0] ?? 'somewhere')
  const people = Object.values(memory.characters).map(({ id, name, role, pronouns, description }): [string, Person] => [
    worldId(id),
    {
      name: bare(name),
      aliases: [...new Set([shortName(name), bare(role)])].filter((alias) => alias !== '' && alias !== bare(name)),
      at: 'nowhere',
      pronoun: pronouns === 'she' || pronouns === 'he' ? pronouns : 'they',
      ...(description !== '' && { description }),
    },
  ])
  const things = Object.values(memory.things).map(({ id, name, at: place, fixed }): [string, WorldThing] => [
    worldId(id),
    { name: bare(name), at: worldId(place), ...(fixed === true && { portable: false }) },
  ])
  return {
    title: 'novel',
    opening: '',
    player: { at: first },
    places: { ...Object.fromEntries(places), ...(places.length === 0 && { somewhere: { name: 'somewhere' } }) },
    people: Object.fromEntries(people),
    things: Object.fromEntries(things),
  } as World
}

/** The state of the world after the scenes, and what in them could not be so. */
export interface Replay {
  world: WorldScene
  problems: { scene: string; message: string }[]
}

export function replay(memory: StoryMemory, scenes: readonly Scene[] = Object.values(memory.scenes)): Replay {
  const world = new WorldScene(worldOf(memory), {})
  const problems: Replay['problems'] = []
  for (const scene of scenes)
    for (const message of applyScene(world, scene, memory)) problems.push({ scene: scene.id, message })
  return { world, problems }
}

/** Applies the changes of one scene to the state in place. Returns what contradicts the state before it. */
export function applyScene(
  world: WorldScene,
  scene: Pick<Scene, 'characters' | 'things' | 'changes' | 'location'>,
  memory: StoryMemory,
): string[] {
  const nameOf = (id: string) =>
    memory.characters[id]?.name ?? memory.things[id]?.name ?? memory.locations[id]?.name ?? id
  const present = new Set(scene.characters)
  const problems = scene.characters.flatMap((id) => absenceOf(world, id, nameOf))
  const { state } = world
  for (const id of scene.things ?? []) {
    const holder = holderOf(world, id, memory)
    if (holder !== undefined && !present.has(holder))
      problems.push(`${nameOf(id)} is used, but ${nameOf(holder)}, who has it, is not present`)
  }
  for (const change of scene.changes ?? []) {
    problems.push(...impossible(world, change, { present, memory, nameOf }))
    applyChange(state, change)
  }
  return problems
}

function absenceOf(world: WorldScene, id: string, nameOf: (id: string) => string): string[] {
  if (world.is(worldId(id), 'dead')) return [`${nameOf(id)} is present, but is dead`]
  return world.is(worldId(id), 'gone') ? [`${nameOf(id)} is present, but has left permanently`] : []
}

/** More levels of containers than this are a circle. */
const maxDepth = 40

/** The character who carries a thing, directly or in another thing. */
export function holderOf(world: WorldScene, thing: string, memory: StoryMemory): string | undefined {
  let at = worldId(thing)
  for (let depth = 0; depth < maxDepth; depth += 1) {
    at = world.locationOf(at).replace(/^(?:in|on):/, '')
    const id = at.toUpperCase()
    if (memory.characters[id]) return id
    if (!memory.things[id]) return undefined
  }
  return undefined
}

function impossible(
  world: WorldScene,
  { kind, id, to }: StoryChange,
  { present, memory, nameOf }: { present: ReadonlySet<string>; memory: StoryMemory; nameOf: (id: string) => string },
): string[] {
  if (kind === 'happens') return []
  if (!memory.characters[id] && !memory.things[id]) return [`"${id}" is not a character or thing`]
  if (kind === 'learns') return world.is(worldId(id), 'dead') ? [`${nameOf(id)} learns something, but is dead`] : []
  if (kind === 'dies' && world.is(worldId(id), 'dead')) return [`${nameOf(id)} dies, but is dead already`]
  if (kind !== 'moves' || !memory.things[id]) return []
  const problems: string[] = []
  const holder = holderOf(world, id, memory)
  if (holder !== undefined && !present.has(holder) && !world.is(worldId(holder), 'dead'))
    problems.push(`${nameOf(id)} changes hands, but ${nameOf(holder)}, who has it, is not present`)
  const target = to?.replace(/^(?:in|on):/, '') ?? ''
  if (!memory.characters[target] && !memory.locations[target] && !memory.things[target] && target !== 'nowhere')
    problems.push(`"${to}" is not a location, character or thing`)
  else if (memory.characters[target] && !present.has(target))
    problems.push(`${nameOf(target)} gets ${nameOf(id)}, but is not present`)
  return problems
}

function applyChange(state: WorldState, { kind, id, to, fact }: StoryChange): void {
  const key = worldId(id)
  const is = (property: string, value: boolean) => {
    const changed = (state.is ??= {})
    changed[key] = { ...changed[key], [property]: value }
  }
  if (kind === 'moves' && to !== undefined) (state.at ??= {})[key] = worldId(to)
  else if (kind === 'dies') is('dead', true)
  else if (kind === 'leaves') is('gone', true)
  else if (kind === 'returns') is('gone', false)
  else if (kind === 'learns') ((state.knows ??= {})[key] ??= {})[fact ?? ''] = { turn: 0 }
  else if (kind === 'happens') (state.flags ??= {})[id] = true
}

/** What a person or thing is called without the article. */
export function bare(name: string): string {
  return name.replace(/^(?:the|a|an) /i, '')
}
