import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { openLoops } from '../memory/open-loops.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { softToolLimit } from '../plan/story-plan.ts'
import type { StoryTool } from '../plan/story-tools.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

/**
 * A JSON Schema, for a grammar, of the story plans that can run: existing tools with their arguments, existing characters and
 * locations, and relationships that can be created or updated. Characters that a plan creates can only get relationships in
 * later ticks.
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
    required: [
      'rationale',
      'scene_intention',
      'pov_character',
      'target_location',
      'people',
      'things',
      'actions',
      'expected_outcomes',
    ],
    properties: {
      rationale: text(300),
      scene_intention: text(300),
      pov_character: { const: hero },
      target_location: { enum: [...Object.keys(memory.locations).slice(-30), null] },
      people: { type: 'array', items: { enum: Object.keys(memory.characters).slice(-30) }, maxItems: 5 },
      things: {
        type: 'array',
        items: Object.keys(memory.things).length > 0 ? { enum: Object.keys(memory.things).slice(-40) } : { const: '' },
        maxItems: Object.keys(memory.things).length > 0 ? 4 : 0,
      },
      actions: { type: 'array', items: { anyOf: actions }, maxItems: softToolLimit },
      expected_outcomes: { type: 'array', items: text(160), minItems: 1, maxItems: 4 },
    },
  }
}

/** Maximum number of character pairs in one grammar. */
const maxPairs = 12

/** A tool's argument schemas, limited to existing characters. Empty if no character fits. */
function argsOf(
  schema: JsonObject,
  { tool, memory, hero }: { tool: string; memory: StoryMemory; hero: string },
): JsonObject[] {
  // The commit fills in the scene.
  const { scene_id: _, ...properties } = isJsonObject(schema.properties) ? schema.properties : {}
  const limitTo = (characters: JsonObject) => ({ ...schema, properties: { ...properties, ...characters } })
  if (Object.hasOwn(properties, 'character_id')) {
    return [limitTo({ character_id: { enum: Object.keys(memory.characters).slice(-30) } })]
  }
  if (!Object.hasOwn(properties, 'character_a') || !Object.hasOwn(properties, 'character_b')) return [limitTo({})]
  const related = Object.values(memory.relationships).map(({ character_a: a, character_b: b }) => [a, b] as const)
  const strangers = Object.keys(memory.characters).filter(
    (id) => id !== hero && !related.some((pair) => pair.includes(id) && pair.includes(hero)),
  )
  const pairs = tool === 'relationship.create' ? strangers.map((id) => [hero, id] as const) : related
  return pairs.slice(-maxPairs).map(([a, b]) => limitTo({ character_a: { const: a }, character_b: { const: b } }))
}

/** A JSON Schema, for a grammar, of valid scenes. The prose is a list of paragraphs. */
export function sceneAnswerSchema(memory: StoryMemory, pov: string): JsonObject {
  const loops = openLoops(memory)
    .slice(0, 20)
    .map(({ id }) => id)
  const loopId = loops.length > 0 ? { enum: loops } : { const: '' }
  const people = [...new Set([pov, ...Object.keys(memory.characters).slice(-30)])]
  const things = Object.keys(memory.things).slice(-40)
  const list = (items: object, maxItems: number, minItems = 0) => ({ type: 'array', items, minItems, maxItems })
  const maxLoops = loops.length > 0 ? 3 : 0
  return {
    type: 'object',
    required: [
      'title',
      'paragraphs',
      'summary',
      'loops_raised',
      'loops_developed',
      'loops_closed',
      'characters',
      'things',
      'changes',
    ],
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
      loops_developed: list(loopId, maxLoops),
      loops_closed: list(
        { type: 'object', required: ['id', 'resolution'], properties: { id: loopId, resolution: text(160) } },
        Math.min(maxLoops, 2),
      ),
      characters: list({ enum: people }, 4, 1),
      things: list(things.length > 0 ? { enum: things } : { const: '' }, things.length > 0 ? 4 : 0),
      changes: list(
        {
          type: 'object',
          required: ['kind', 'id', 'to', 'fact', 'cause'],
          properties: {
            kind: { enum: ['moves', 'dies', 'leaves', 'returns', 'learns'] },
            id: { enum: [...people, ...things] },
            to: { enum: [...people, ...Object.keys(memory.locations).slice(-30), 'nowhere'] },
            fact: text(160),
            cause: text(240),
          },
        },
        4,
      ),
    },
  } as JsonObject
}
