#!/usr/bin/env node
import { defineTool, ToolError } from '@narratoria/tool-sdk'
import { allocateId } from './world/allocate-id.ts'
import { findPair, relationshipBetween } from './world/find-character.ts'
import { readStory } from './world/story-state.ts'

const text = { type: 'string', minLength: 1 } as const

export default defineTool({
  name: 'relationship.create',
  input: {
    type: 'object',
    required: ['character_a', 'character_b', 'relationship_type'],
    properties: {
      character_a: text,
      character_b: text,
      relationship_type: text,
      perspective_a: { type: 'string' },
      perspective_b: { type: 'string' },
      status: text,
      intensity: { type: 'integer', minimum: 0, maximum: 10 },
    },
  },
  run(input, { state, patch }) {
    const story = readStory(state)
    const [a, b] = findPair(story, input.character_a, input.character_b)
    const known = relationshipBetween(story, a, b)
    if (known !== undefined) {
      throw new ToolError(
        'relationship_exists',
        `${a} and ${b} already have the relationship ${known}; use relationship.update`,
        {
          retryable: false,
        },
      )
    }
    const { id, nextIds } = allocateId(story, 'relationship')
    const relationship = {
      id,
      character_a: a,
      character_b: b,
      relationship_type: input.relationship_type,
      status: input.status ?? 'neutral',
      intensity: input.intensity ?? 5,
      perspective_a: input.perspective_a ?? '',
      perspective_b: input.perspective_b ?? '',
      history: [],
      created_in_tick: story.tick,
    }
    patch({
      story: { relationships: { [id]: relationship }, next_ids: nextIds },
      result: { success: true, relationship },
    })
    return `${a} and ${b}: ${input.relationship_type}`
  },
})
