import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { openLoops } from '../memory/open-loops.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { softToolLimit } from '../plan/story-plan.ts'
import type { StoryTool } from '../plan/story-tools.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

/**
 * The story plans that can run here, as a JSON Schema for a grammar (P3 §3.2): each action with the arguments of its own
 * tool, people and places from those that exist, and relationships that can begin or change. Whoever a plan introduces can
 * be related to others from the next tick on.
 */
export function planAnswerSchema(tools: ReadonlyMap<string, StoryTool>, memory: StoryMemory, hero: string): JsonObject {
  const actions = [...tools.values()].flatMap(({ name, inputSchema }) =>
    argsOf(inputSchema, { tool: name, memory, hero }).map((args) => ({
      type: 'object',
      required: ['tool', 'args'],
      properties: { tool: { const: name }, args, reason: text(160) },
    })),
  )
  return {
    type: 'object',
    required: ['rationale', 'scene_intention', 'pov_character', 'target_location', 'actions', 'expected_outcomes'],
    properties: {
      rationale: text(300),
      scene_intention: text(300),
      pov_character: { const: hero },
      target_location: { enum: [...Object.keys(memory.locations).slice(-30), null] },
      actions: { type: 'array', items: { anyOf: actions }, maxItems: softToolLimit },
      expected_outcomes: { type: 'array', items: text(160), minItems: 1, maxItems: 4 },
    },
  }
}

/** Most pairs of people that one grammar offers. */
const mostPairs = 12

/** A tool's arguments with its people pinned to those who exist; none where there is nobody whom the tool could be about. */
function argsOf(
  schema: JsonObject,
  { tool, memory, hero }: { tool: string; memory: StoryMemory; hero: string },
): JsonObject[] {
  // The commit of the scene says to which scene a change belongs.
  const { scene_id: _, ...properties } = isJsonObject(schema.properties) ? schema.properties : {}
  const pin = (people: JsonObject) => ({ ...schema, properties: { ...properties, ...people } })
  if (Object.hasOwn(properties, 'character_id')) {
    return [pin({ character_id: { enum: Object.keys(memory.characters).slice(-30) } })]
  }
  if (!Object.hasOwn(properties, 'character_a') || !Object.hasOwn(properties, 'character_b')) return [pin({})]
  const related = Object.values(memory.relationships).map(({ character_a: a, character_b: b }) => [a, b] as const)
  const strangers = Object.keys(memory.characters).filter(
    (id) => id !== hero && !related.some((pair) => pair.includes(id) && pair.includes(hero)),
  )
  const pairs = tool === 'relationship.create' ? strangers.map((id) => [hero, id] as const) : related
  return pairs.slice(-mostPairs).map(([a, b]) => pin({ character_a: { const: a }, character_b: { const: b } }))
}

/** The scenes that can be kept here, as a JSON Schema for a grammar; the prose comes in paragraphs. */
export function sceneAnswerSchema(memory: StoryMemory, pov: string): JsonObject {
  const loops = openLoops(memory)
    .slice(0, 20)
    .map(({ id }) => id)
  const ofLoops = loops.length > 0 ? { enum: loops } : { const: '' }
  const list = (items: object, maxItems: number, minItems = 0) => ({ type: 'array', items, minItems, maxItems })
  const most = loops.length > 0 ? 3 : 0
  return {
    type: 'object',
    required: ['title', 'paragraphs', 'summary', 'loops_raised', 'loops_developed', 'loops_closed', 'characters'],
    properties: {
      title: text(60),
      paragraphs: list(text(400), 14, 3),
      summary: list(text(160), 3, 1),
      loops_raised: list(
        {
          type: 'object',
          required: ['description', 'category', 'importance'],
          properties: {
            description: text(160),
            category: { enum: ['mystery', 'promise', 'threat', 'relationship'] },
            importance: { enum: ['high', 'medium', 'low'] },
          },
        },
        2,
      ),
      loops_developed: list(ofLoops, most),
      loops_closed: list(
        { type: 'object', required: ['id', 'resolution'], properties: { id: ofLoops, resolution: text(160) } },
        Math.min(most, 2),
      ),
      characters: list({ enum: [...new Set([pov, ...Object.keys(memory.characters).slice(-30)])] }, 4, 1),
    },
  } as JsonObject
}
