#!/usr/bin/env node
import { defineTool } from '@narratoria/tool-sdk'
import { findCharacter } from './world/find-character.ts'
import { readStory, textOf } from './world/story-state.ts'

export default defineTool({
  name: 'relationship.query',
  input: {
    type: 'object',
    required: ['character_id'],
    properties: { character_id: { type: 'string', minLength: 1 }, status_filter: { type: 'string' } },
  },
  run({ character_id, status_filter = '' }, { state, patch }) {
    const story = readStory(state)
    const { id } = findCharacter(story, character_id)
    const wanted = status_filter.trim().toLowerCase()
    const relationships = Object.values(story.relationships)
      .filter(({ character_a, character_b }) => character_a === id || character_b === id)
      .filter((relationship) => wanted === '' || textOf(relationship, 'status').toLowerCase() === wanted)
      .map((relationship) => {
        const isA = relationship.character_a === id
        const other = textOf(relationship, isA ? 'character_b' : 'character_a')
        return {
          id: textOf(relationship, 'id'),
          other,
          other_name: textOf(story.characters[other], 'name') || other,
          relationship_type: textOf(relationship, 'relationship_type'),
          status: textOf(relationship, 'status'),
          intensity: relationship.intensity ?? 0,
          perspective: textOf(relationship, isA ? 'perspective_a' : 'perspective_b'),
        }
      })
    patch({ result: { success: true, relationships } })
    return `${relationships.length} relationships of ${id}`
  },
})
