import { randomBytes } from 'node:crypto'
import { basename, resolve } from 'node:path'
import {
  type Person,
  type Place,
  type Thing as WorldThing,
  type World,
  type WorldState,
  Scene as WorldScene,
} from '@narratoria/world'
import { writeProject } from '../create-project.ts'
import { StoryError } from '../errors.ts'
import { type Disk, systemDisk } from '../files/disk.ts'
import { pronounFor, withThe } from '../name-of.ts'
import { premiseLoop, textOf } from '../imagine/imagine-novel.ts'
import { countWords } from '../memory/count-words.ts'
import type { Character, Location, Scene, StoryChange, StoryMemory, Thing } from '../memory/entities.ts'
import { numbered } from '../files/layout.ts'
import type { Beat } from '../outline/outline.ts'

/** A played story. */
export interface PlayedStory {
  title: string
  genre?: string
  premise?: string
  /** What was read before the first turn. */
  opening: string
  /** Undefined for a story without a world. */
  world?: World
  /** The turns, oldest first, each with the state of the world after it. */
  turns: readonly { prompt: string; narrative: string; state?: WorldState }[]
}

/** Turns of a scene, if the player stays at one place. */
const mostTurns = 8

/**
 * Creates a story project from a played story: its places, people and things, and its turns as scenes in the second person, one for
 * each place and at most eight turns. What the turns changed in the world becomes changes of the scenes. It can be edited, rewritten,
 * compiled and continued like every novel.
 *
 * @throws {StoryError} `project_exists`; `invalid_project` if nothing was played yet
 */
export function createProjectFrom(
  folder: string,
  played: PlayedStory,
  { seed, disk = systemDisk }: { seed?: string; disk?: Disk } = {},
): void {
  if (played.turns.length === 0)
    throw new StoryError('invalid_project', `"${played.title}" has no turns yet; play it first`)
  const now = new Date().toISOString()
  const beginnings = [played.premise ?? '', played.opening.split('\n')[0]!, played.title]
  const premise = beginnings.find((text) => text.trim() !== '') ?? played.title
  const { memory, idOf } = memoryOf(played, premise)
  const groups = groupTurns(played)
  const beats: Beat[] = []
  const proses: Record<string, string> = {}
  let before = new WorldScene(played.world ?? emptyWorld, {})
  for (const [index, turns] of groups.entries()) {
    const after = new WorldScene(played.world ?? emptyWorld, turns.at(-1)?.state ?? {})
    const prose = proseOf(turns, index === 0 ? played.opening : '')
    const scene = sceneOf(turns, { index, prose, before, after, memory, idOf, title: played.title, createdAt: now })
    memory.scenes[scene.id] = scene
    proses[scene.id] = prose
    beats.push({
      id: scene.beat!,
      kind: 'free',
      purpose: scene.summary[0]!,
      people: scene.characters,
      place: scene.location,
      things: [],
    })
    before = after
  }
  writeProject(
    resolve(folder),
    {
      state: {
        format_version: 1,
        novel_name: played.title || basename(folder),
        genre: played.genre ?? 'fiction',
        premise,
        setting: memory.locations.L0?.name ?? '',
        tone: 'quiet',
        current_tick: groups.length,
        active_character: 'C0',
        created_at: now,
        last_updated: now,
      },
      seed: seed ?? randomBytes(6).toString('hex'),
      memory,
      outline: {
        format_version: 1,
        want: '',
        obstacle: '',
        parts: [{ title: 'As it was played', acts: [{ title: 'Played', beats }] }],
      },
      proses,
    },
    disk,
  )
}

type PlayedTurns = PlayedStory['turns']

function proseOf(turns: PlayedTurns, opening: string): string {
  const texts = [opening, ...turns.map(({ narrative }) => narrative.trim())]
  return texts.filter((text) => text !== '').join('\n\n')
}

/** The scene of turns at one place. `before` and `after` are the world before and after them. */
function sceneOf(
  turns: PlayedTurns,
  from: {
    index: number
    prose: string
    before: WorldScene
    after: WorldScene
    memory: StoryMemory
    idOf: ReturnType<typeof memoryOf>['idOf']
    title: string
    createdAt: string
  },
): Scene {
  const { index, prose, before, after, memory, idOf } = from
  const place = idOf(after.here)
  const prompts = turns.map(({ prompt }) => prompt).join('; ')
  return {
    id: `S${numbered(index + 1)}`,
    tick: index + 1,
    title: titleFor(turns, { memory, location: place, index }),
    pov_character: 'C0',
    location: place !== undefined && memory.locations[place] ? place : null,
    intention: prompts.slice(0, 300) || from.title,
    summary: [firstSentence(turns[0]?.narrative ?? prose)],
    characters: ['C0', ...peopleOf(turns, { after, idOf })],
    loops: { raised: [], developed: index === 0 ? ['OL0'] : [], closed: [] },
    beat: `B${numbered(index + 1)}`,
    things: [],
    changes: changesBetween(before, after, { idOf, prose, memory }),
    word_count: countWords(prose),
    created_at: from.createdAt,
  }
}

const emptyWorld = {
  title: '',
  opening: '',
  player: { at: 'somewhere' },
  places: { somewhere: { name: 'somewhere' } },
  things: {},
  people: {},
} as unknown as World

/** What a played world does not say about a person. */
const untold = { traits: [], goals: [], current_state: { goals: [], emotional_state: '' }, created_in_tick: 0 }

function memoryOf(
  { world, title, opening }: PlayedStory,
  premise: string,
): {
  memory: StoryMemory
  idOf: (id: string) => string | undefined
} {
  const ids = new Map<string, string>([['player', 'C0']])
  const numberAll = <T, R>(
    entities: Record<string, T> | undefined,
    letter: string,
    make: (id: string, entity: T) => R,
    first = 0,
  ) =>
    Object.fromEntries(
      Object.entries(entities ?? {}).map(([key, entity], index) => {
        const id = `${letter}${index + first}`
        ids.set(key, id)
        return [id, make(id, entity)]
      }),
    )
  const locations = numberAll(world?.places, 'L', (id, { name, description, scenery, smell }: Place): Location => ({
    id,
    name: withThe(name),
    description: textOf(description),
    atmosphere: textOf(smell),
    features: Object.keys(scenery ?? {}),
    created_in_tick: 0,
  }))
  const people = numberAll(
    world?.people,
    'C',
    (id, { name, pronoun, description }: Person): Character => ({
      id,
      name: withThe(name),
      // A proper name says nothing about what someone is.
      role: /^\p{Lu}/u.test(name) ? '' : name,
      description: textOf(description),
      pronouns: pronoun ?? pronounFor(name, ''),
      ...untold,
    }),
    1,
  )
  const hero: Character = {
    id: 'C0',
    name: 'You',
    role: 'the one who plays',
    description: textOf(world?.player.description),
    pronouns: 'you',
    ...untold,
  }
  const at = (place: string) => {
    const inside = /^(?:in|on):/.test(place)
    const id = ids.get(place.replace(/^(?:in|on):/, ''))
    return id === undefined ? 'nowhere' : inside ? `in:${id}` : id
  }
  // A thing can lie in another one, so that all have their ids first.
  numberAll(world?.things, 'T', () => undefined)
  const things = numberAll(world?.things, 'T', (id, { name, description, at: place, portable }: WorldThing): Thing => ({
    id,
    name: withThe(name),
    description: textOf(description),
    at: at(place),
    ...(portable === false && { fixed: true }),
    created_in_tick: 0,
  }))
  const memory: StoryMemory = {
    characters: { C0: hero, ...people },
    locations:
      Object.keys(locations).length > 0
        ? locations
        : {
            L0: {
              id: 'L0',
              name: title,
              description: opening.slice(0, 200),
              atmosphere: '',
              features: [],
              created_in_tick: 0,
            },
          },
    things,
    relationships: {},
    open_loops: { OL0: { ...premiseLoop(premise), developed_in: ['S001'] } },
    scenes: {},
  }
  return { memory, idOf: (id) => ids.get(id) }
}

/** A new scene begins where the player has come to another place, or after eight turns. */
function groupTurns({ world, turns }: PlayedStory): PlayedStory['turns'][number][][] {
  const groups: PlayedStory['turns'][number][][] = []
  let last: string | undefined
  for (const turn of turns) {
    const here = new WorldScene(world ?? emptyWorld, turn.state ?? {}).here
    const group = groups.at(-1)
    if (group && here === last && group.length < mostTurns) group.push(turn)
    else groups.push([turn])
    last = here
  }
  return groups
}

/** The people who were at the places of the turns. */
function peopleOf(
  turns: PlayedStory['turns'],
  { after, idOf }: { after: WorldScene; idOf: (id: string) => string | undefined },
): string[] {
  const met = turns.flatMap(({ state = {} }) => {
    const scene = new WorldScene(after.world, state)
    return scene.peopleAt(scene.here)
  })
  return [...new Set(met)].flatMap((id) => idOf(id) ?? [])
}

/** What moved, and who died, between two states, each with the sentence that names it. */
function changesBetween(
  before: WorldScene,
  after: WorldScene,
  { idOf, prose, memory }: { idOf: (id: string) => string | undefined; prose: string; memory: StoryMemory },
): StoryChange[] {
  const sentences = prose.split(/(?<=[.!?…]”?)\s+|\n+/)
  const causeOf = (name: string) => {
    const noun = name.split(' ').at(-1)!.toLowerCase()
    return sentences.findLast((sentence) => sentence.toLowerCase().includes(noun)) ?? sentences.at(-1) ?? name
  }
  const moved = Object.entries(after.things).flatMap(([key, { name }]): StoryChange[] => {
    const [from, to, id] = [before.locationOf(key), after.locationOf(key), idOf(key)]
    if (from === to || id === undefined) return []
    const target = idOf(to.replace(/^(?:in|on):/, ''))
    const place = target === undefined ? 'nowhere' : /^(?:in|on):/.test(to) ? `in:${target}` : target
    return [{ kind: 'moves', id, to: place, cause: causeOf(name) }]
  })
  const dead = Object.entries(after.people).flatMap(([key, { name }]): StoryChange[] => {
    const id = idOf(key)
    return id !== undefined && memory.characters[id] && after.is(key, 'dead') && !before.is(key, 'dead')
      ? [{ kind: 'dies', id, cause: causeOf(name) }]
      : []
  })
  return [...moved, ...dead]
}

function titleFor(
  turns: PlayedStory['turns'],
  { memory, location, index }: { memory: StoryMemory; location: string | undefined; index: number },
): string {
  const place = memory.locations[location ?? '']?.name
  const [first] = turns
  const words = (first?.prompt ?? '').trim()
  const title = place ?? (words === '' ? `Scene ${index + 1}` : words)
  return (title.charAt(0).toUpperCase() + title.slice(1)).slice(0, 120)
}

function firstSentence(text: string): string {
  return text.trim().split(/(?<=[.!?…]”?)\s+|\n+/)[0] || 'It goes on.'
}
