import { mergePatch, type JsonObject } from '@narratoria/protocol'
import { continueOutline } from '../src/imagine/continue-outline.ts'
import { imagineNovel } from '../src/imagine/imagine-novel.ts'
import type { Outline } from '../src/outline/outline.ts'
import type { NewProject, Scene } from '../src/index.ts'
import type { StoryMemory } from '../src/memory/entities.ts'
import { findByIdOrName } from '../src/memory/find-entity.ts'
import { type NextIds, readNextIds } from '../src/memory/ids.ts'
import type { StoryAction } from '../src/plan/story-plan.ts'
import { generationOf } from '../src/project/config.ts'
import { StubSceneWriter } from '../src/stub/stub-scene-writer.ts'
import { StubStoryPlanner } from '../src/stub/stub-story-planner.ts'
import { settleScene } from '../src/tick/settle-scene.ts'

/** A novel written by the stub. */
export interface StubNovel {
  memory: StoryMemory
  outline: Outline
  scenes: Scene[]
  proses: string[]
}

/** Writes scenes with the stub in this process, with in-memory versions of story-world's tools. */
export async function writeNovel(wish: NewProject, count: number): Promise<StubNovel> {
  const folder = '/nowhere'
  const config = { generation: { seed: wish.seed ?? 'test' } }
  const novel = imagineNovel({ name: 'novel', seed: 'test', scenes: 15, ...wish })
  const { state } = novel
  let { memory, outline } = novel
  const proses: string[] = []
  for (let tick = 1; tick <= count; tick++) {
    const free = readNextIds(folder, memory)
    ;({ outline, memory } = continueOutline(outline, {
      memory,
      premise: state.premise,
      seed: generationOf(config).seed,
      tick,
      free,
    }))
    const sources = { state, config, memory, stored: memory, outline, hasNewOutline: false, tools: new Map() }
    const plan = await new StubStoryPlanner().plan({ ...sources, context: {} as never, tick, answers: [] })
    const before = memory
    for (const action of plan.actions) memory = act(memory, action, { tick, ids: readNextIds(folder, memory) })
    const pov = memory.characters[state.active_character]!
    const location = findByIdOrName(memory.locations, plan.target_location ?? '')
    const write = {
      tick,
      state,
      config,
      plan,
      actions: [],
      before,
      memory,
      outline,
      context: {} as never,
      earlier: proses.slice(-80),
      pov,
      location,
      previousProse: proses.at(-1) ?? '',
      answers: [],
    }
    const draft = await new StubSceneWriter().write(write)
    memory = settleScene(draft, write, readNextIds(folder, memory), '2026-01-01T00:00:00Z').memory
    proses.push(draft.prose)
  }
  return { memory, outline, scenes: Object.values(memory.scenes), proses }
}

function act(
  memory: StoryMemory,
  { tool, args }: StoryAction,
  { tick, ids }: { tick: number; ids: NextIds },
): StoryMemory {
  if (tool !== 'relationship.create') return memory
  const id = `R${ids.relationship}`
  const relationship: JsonObject = { id, ...args, history: [], created_in_tick: tick }
  return mergePatch(memory as never, { relationships: { [id]: relationship } }) as never
}
