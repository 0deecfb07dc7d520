import type { JsonObject } from '@narratoria/protocol'
import { openLoops } from '../context/build-context.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { softToolLimit } from '../plan/story-plan.ts'
import type { StoryTool } from '../plan/story-tools.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

/**
 * The story plans that can run here, as a JSON Schema for a grammar (P3 §3.2): each action with the arguments of its own
 * tool, people and places from those that exist.
 */
export function planAnswerSchema(tools: ReadonlyMap<string, StoryTool>, memory: StoryMemory, hero: string): JsonObject {
  const actions = [...tools.values()].map(({ name, inputSchema }) => ({
    type: 'object',
    required: ['tool', 'args'],
    properties: { tool: { const: name }, args: inputSchema, reason: text(160) },
  }))
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
