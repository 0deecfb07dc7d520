import type { OpenLoop, Relationship, StoryMemory } from '../memory/entities.ts'

/** The memory with only what its scenes have narrated: loops and relationships forget scenes that are no longer there. */
export function resettle(memory: StoryMemory): StoryMemory {
  const loops = Object.values(memory.open_loops).flatMap((loop) => settleLoop(loop, memory))
  const relationships = Object.values(memory.relationships).map((each) => settleRelationship(each, memory))
  return {
    ...memory,
    open_loops: Object.fromEntries(loops.map((loop) => [loop.id, loop])),
    relationships: Object.fromEntries(relationships.map((each) => [each.id, each])),
  }
}

/** The memory as it was before a scene. */
export function memoryBefore(memory: StoryMemory, scene: string): StoryMemory {
  const entries = Object.entries(memory.scenes)
  const at = entries.findIndex(([id]) => id === scene)
  return resettle({ ...memory, scenes: Object.fromEntries(at < 0 ? entries : entries.slice(0, at)) })
}

function settleLoop(loop: OpenLoop, { scenes }: StoryMemory): OpenLoop[] {
  const { id, created_in_scene: from, closed_in_scene: to } = loop
  const isThere = from === null || scenes[from] !== undefined
  const isUsed = Object.values(scenes).some(({ loops }) => [...loops.developed, ...loops.closed].includes(id))
  if (!isThere && !isUsed) return []
  const isClosed = to !== null && scenes[to] !== undefined
  return [
    {
      ...loop,
      created_in_scene: isThere ? from : null,
      developed_in: loop.developed_in.filter((scene) => scenes[scene]),
      ...(!isClosed && { status: 'open', closed_in_scene: null, resolution: '' }),
    },
  ]
}

function settleRelationship(relationship: Relationship, { scenes }: StoryMemory): Relationship {
  const history = relationship.history.filter(({ scene_id: scene }) => scene === undefined || scenes[scene])
  if (history.length === relationship.history.length) return relationship
  return { ...relationship, history, status: history.at(-1)?.status ?? 'wary' }
}
