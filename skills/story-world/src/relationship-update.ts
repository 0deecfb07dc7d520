#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, ToolError } from '@narratoria/tool-sdk'
import { findPair, relationshipBetween } from './world/find-character.ts'
import { readStory, textOf } from './world/story-state.ts'

const text = { type: 'string', minLength: 1 } as const

export default defineTool({
  name: 'relationship.update',
  input: {
    type: 'object',
    required: ['character_a', 'character_b'],
    properties: {
      character_a: text,
      character_b: text,
      status: text,
      event: { type: 'string' },
      scene_id: { type: 'string' },
      intensity: { type: 'integer', minimum: 0, maximum: 10 },
    },
  },
  run(input, { state, patch }) {
    const story = readStory(state)
    const [a, b] = findPair(story, input.character_a, input.character_b)
    const id = relationshipBetween(story, a, b)
    if (id === undefined) {
      throw new ToolError('unknown_relationship', `${a} and ${b} have no relationship; use relationship.create`, {
        retryable: false,
      })
    }
    const before = story.relationships[id]!
    const status = input.status ?? (textOf(before, 'status') || 'neutral')
    const entry: JsonObject = { tick: story.tick, event: input.event ?? '', status }
    if (input.scene_id !== undefined && input.scene_id !== '') entry.scene_id = input.scene_id
    const relationship = {
      ...before,
      status,
      ...(input.intensity !== undefined && { intensity: input.intensity }),
      history: [...(Array.isArray(before.history) ? before.history : []), entry],
    }
    patch({ story: { relationships: { [id]: relationship } }, result: { success: true, relationship } })
    return `${a} and ${b}: ${status}`
  },
})
