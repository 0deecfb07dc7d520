#!/usr/bin/env node
import { defineTool } from '@narratoria/tool-sdk'
import { entityTypes, searchMemory } from './search/search-memory.ts'
import { readStory } from './world/story-state.ts'

export default defineTool({
  name: 'memory.search',
  input: {
    type: 'object',
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 1000 },
      entity_types: { type: 'array', items: { type: 'string', enum: [...entityTypes] } },
      limit: { type: 'integer', minimum: 1, maximum: 50 },
    },
  },
  run({ query, entity_types, limit = 5 }, { state, patch }) {
    const types = entity_types && entity_types.length > 0 ? [...new Set(entity_types)] : entityTypes
    const matches = searchMemory(readStory(state), query, types).slice(0, limit)
    patch({ result: { success: true, matches } })
    return `${matches.length} found for "${query}"`
  },
})
