import { mergePatch, type JsonObject } from '@narratoria/protocol'
import type { NewProject, Scene } from '../src/index.ts'
import type { StoryMemory } from '../src/memory/entities.ts'
import { findByIdOrName } from '../src/memory/find-entity.ts'
import { type NextIds, readNextIds } from '../src/memory/ids.ts'
import { readMemory } from '../src/memory/read-memory.ts'
import type { StoryAction } from '../src/plan/story-plan.ts'
import { readConfig } from '../src/project/config.ts'
import { readState } from '../src/project/state.ts'
import { StubSceneWriter } from '../src/stub/stub-scene-writer.ts'
import { StubStoryPlanner } from '../src/stub/stub-story-planner.ts'
import { settleScene } from '../src/tick/settle-scene.ts'
import { makeProject } from './world.ts'

/** A novel written by the stub. */
export interface StubNovel {
  memory: StoryMemory
  scenes: Scene[]
  proses: string[]
}

/** Writes scenes with the stub in this process, with in-memory versions of story-world's tools. */
export async function writeNovel(wish: NewProject, count: number): Promise<StubNovel> {
  const folder = makeProject(wish)
  const config = readConfig(folder)
  let state = readState(folder)
  let memory = readMemory(folder)
  const proses: string[] = []
  for (let tick = 1; tick <= count; tick++) {
    const before = memory
    const request = { state, config, memory, tools: new Map(), context: {} as never, tick, answers: [] }
    const plan = await new StubStoryPlanner().plan(request)
    for (const action of plan.actions) memory = act(memory, action, { tick, ids: readNextIds(folder, memory) })
    const made = Object.values(memory.locations).find(({ id }) => !before.locations[id])
    const pov = memory.characters[state.active_character]!
    const location = findByIdOrName(memory.locations, plan.target_location ?? '') ?? made
    const write = {
      tick,
      state,
      config,
      plan,
      actions: [],
      before,
      memory,
      pov,
      location,
      previousProse: '',
      answers: [],
    }
    const draft = await new StubSceneWriter().write(write)
    memory = settleScene(draft, write, readNextIds(folder, memory), '2026-01-01T00:00:00Z').memory
    state = { ...state, current_tick: tick }
    proses.push(draft.prose)
  }
  return { memory, scenes: Object.values(memory.scenes), proses }
}

const given = 'Ada Bram Cass Dora Emil Falk Greta Hugo Ines Jorun Kaspar Lotte Magnus Nadia Oskar Petra'.split(' ')
const family = 'Aldous Beck Castel Dahl Eckhart Finch Gray Hale Ivers Keane Lund'.split(' ')

function act(
  memory: StoryMemory,
  { tool, args }: StoryAction,
  { tick, ids }: { tick: number; ids: NextIds },
): StoryMemory {
  const goals = (args.goals as string[] | undefined) ?? []
  const person = (ref: unknown) =>
    Object.values(memory.characters).find((one) => one.id === ref || one.role === ref)?.id ?? String(ref)
  const parts: Record<string, () => JsonObject> = {
    'character.generate': () => {
      const id = `C${ids.character}`
      const name = `${given[ids.character % given.length]} ${family[ids.character % family.length]}`
      const about = { traits: [], goals, current_state: { goals, emotional_state: '' }, created_in_tick: tick }
      return { characters: { [id]: { id, name, description: '', pronouns: 'she', ...args, ...about } } }
    },
    'location.generate': () => {
      const id = `L${ids.location}`
      return { locations: { [id]: { id, ...args, created_in_tick: tick } } }
    },
    'relationship.create': () => {
      const id = `R${ids.relationship}`
      const between = { character_a: person(args.character_a), character_b: person(args.character_b) }
      return { relationships: { [id]: { id, ...args, ...between, history: [], created_in_tick: tick } } }
    },
  }
  const patch = parts[tool]?.()
  return patch ? (mergePatch(memory as never, patch) as never) : memory
}
