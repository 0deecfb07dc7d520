import { countWords } from '../memory/count-words.ts'
import type { Character, Location, OpenLoop, Scene, StoryChange, StoryMemory } from '../memory/entities.ts'
import type { NextIds } from '../memory/ids.ts'
import { numbered } from '../files/layout.ts'
import type { SceneDraft, WriteRequest } from '../writer/scene-writer.ts'

export interface SettledScene {
  scene: Scene
  memory: StoryMemory
  nextIds: NextIds
}

/** Adds a scene to memory: the scene, its loops, the characters in it and their relationships. */
export function settleScene(draft: SceneDraft, request: WriteRequest, nextIds: NextIds, at: string): SettledScene {
  const { tick, plan, pov, location } = request
  const id = `S${numbered(nextIds.scene)}`
  const raised = (draft.loops_raised ?? []).map((loop, index): OpenLoop => {
    return {
      ...loop,
      id: `OL${nextIds.open_loop + index}`,
      status: 'open',
      created_in_scene: id,
      developed_in: [],
      closed_in_scene: null,
      resolution: '',
    }
  })
  const present = [...new Set([pov.id, ...(draft.characters ?? [])])]
  const closed = draft.loops_closed ?? []
  const developed = (draft.loops_developed ?? []).filter((loop) => !closed.some((entry) => entry.id === loop))
  const scene: Scene = {
    id,
    tick,
    title: draft.title.trim(),
    pov_character: pov.id,
    location: location?.id ?? null,
    intention: plan.scene_intention,
    summary: draft.summary,
    characters: present,
    loops: { raised: raised.map((loop) => loop.id), developed, closed: closed.map((loop) => loop.id) },
    ...(plan.beat !== undefined && { beat: plan.beat }),
    things: draft.things ?? [],
    changes: changesOf(request, draft),
    word_count: countWords(draft.prose),
    created_at: at,
  }
  const memory: StoryMemory = {
    characters: settleCharacters(request, draft, present),
    locations: request.memory.locations,
    things: request.memory.things,
    relationships: settleRelationships(request.memory, draft, { tick, scene: id }),
    open_loops: settleLoops(request.memory, { raised, developed, closed, scene: id }),
    scenes: { ...request.memory.scenes, [id]: scene },
  }
  const next = { ...nextIds, scene: nextIds.scene + 1, open_loop: nextIds.open_loop + raised.length }
  return { scene, memory, nextIds: next }
}

/** What the tools and the scene change; a change that both know is one. */
function changesOf({ changes: planned = [] }: WriteRequest, { changes = [] }: SceneDraft): StoryChange[] {
  const isPlanned = ({ kind, id, to, fact }: StoryChange) =>
    planned.some(
      (each) => each.kind === kind && each.id === id && each.to === to && (kind !== 'learns' || each.fact === fact),
    )
  return [...planned, ...changes.filter((change) => !isPlanned(change))]
}

function settleCharacters(
  { memory, pov, location }: WriteRequest,
  draft: SceneDraft,
  present: string[],
): Record<string, Character> {
  const changed = present.flatMap((id) => {
    const character = memory.characters[id]
    if (!character) return []
    const now = { ...character.current_state, ...at(location) }
    if (id === pov.id && draft.pov_emotional_state !== undefined) now.emotional_state = draft.pov_emotional_state
    if (id === pov.id && draft.pov_goals !== undefined) now.goals = draft.pov_goals
    return [[id, { ...character, current_state: now }] as const]
  })
  return { ...memory.characters, ...Object.fromEntries(changed) }
}

function at(location: Location | undefined): { location?: string } {
  return location ? { location: location.id } : {}
}

/** Relationship changes that tools made in this tick get this scene's id unless they name an earlier scene. */
function settleRelationships(memory: StoryMemory, draft: SceneDraft, { tick, scene }: { tick: number; scene: string }) {
  const settled = Object.values(memory.relationships).map((relationship) => {
    const { character_a: a, character_b: b } = relationship
    const changes = (draft.relationship_changes ?? []).filter(
      (change) =>
        (change.character_a === a && change.character_b === b) ||
        (change.character_a === b && change.character_b === a),
    )
    const fresh = relationship.history.some((entry) => entry.tick === tick && entry.scene_id === undefined)
    if (changes.length === 0 && !fresh) return relationship
    const history = [
      ...relationship.history.map((entry) =>
        entry.tick === tick && entry.scene_id === undefined ? { ...entry, scene_id: scene } : entry,
      ),
      ...changes.map(({ event, status }) => ({ tick, event, status, scene_id: scene })),
    ]
    return { ...relationship, status: changes.at(-1)?.status ?? relationship.status, history }
  })
  return Object.fromEntries(settled.map((relationship) => [relationship.id, relationship]))
}

interface LoopChanges {
  raised: OpenLoop[]
  developed: string[]
  closed: { id: string; resolution: string }[]
  scene: string
}

function settleLoops(
  memory: StoryMemory,
  { raised, developed, closed, scene }: LoopChanges,
): StoryMemory['open_loops'] {
  const loops = { ...memory.open_loops }
  for (const id of developed) {
    const loop = loops[id]
    if (loop) loops[id] = { ...loop, developed_in: [...loop.developed_in, scene] }
  }
  for (const { id, resolution } of closed) {
    const loop = loops[id]
    if (loop) loops[id] = { ...loop, status: 'closed', closed_in_scene: scene, resolution }
  }
  for (const loop of raised) loops[loop.id] = loop
  return loops
}
