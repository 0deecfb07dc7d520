import type { StoryMemory } from '../memory/entities.ts'
import { beatsOf, type Outline } from '../outline/outline.ts'
import { unmetNeeds } from '../world/needs.ts'
import { applyScene, replay } from '../world/story-world.ts'

/** What a scene relies on and no longer has after an edit. */
export interface Consequence {
  /** The id of the scene. */
  scene: string
  message: string
}

/** Lists what scenes of `after` rely on that they had before the edit: people, things, knowledge, and open loops. */
export function consequencesOf(before: StoryMemory, after: StoryMemory, outline: Outline | undefined): Consequence[] {
  const known = new Set(problemsOf(before, outline).map(keyOf))
  return problemsOf(after, outline).filter((problem) => !known.has(keyOf(problem)))
}

function keyOf({ scene, message }: Consequence): string {
  return `${scene}: ${message}`
}

/** Lists what scenes rely on and do not have. */
export function problemsOf(memory: StoryMemory, outline: Outline | undefined): Consequence[] {
  const beats = new Map(outline ? beatsOf(outline).map((beat) => [beat.id, beat]) : [])
  const raised = new Set(
    Object.values(memory.open_loops).flatMap(({ id, created_in_scene: from }) =>
      from === null && id === 'OL0' ? [id] : [],
    ),
  )
  const problems = new Map<string, Consequence>()
  const add = (scene: string, message: string) => problems.set(keyOf({ scene, message }), { scene, message })
  const { world } = replay(memory, [])
  for (const scene of Object.values(memory.scenes)) {
    const beat = beats.get(scene.beat ?? '')
    // A scene that handles and changes nothing relies on nothing: it was written without what is missing.
    const isBound = (scene.things ?? []).length > 0 || (scene.changes ?? []).length > 0
    // Before the changes of the scene: it needs what the earlier ones have left.
    const needs = beat && outline && isBound ? unmetNeeds(beat, { memory, outline, world }) : []
    for (const message of [...needs, ...applyScene(world, scene, memory)]) add(scene.id, message)
    for (const id of [...scene.loops.developed, ...scene.loops.closed]) {
      if (!raised.has(id))
        add(scene.id, `it goes on with "${memory.open_loops[id]?.description ?? id}", which no earlier scene raises`)
    }
    for (const id of scene.loops.raised) raised.add(id)
  }
  return [...problems.values()]
}
