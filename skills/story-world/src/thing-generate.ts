#!/usr/bin/env node
import { defineTool, ToolError } from '@narratoria/tool-sdk'
import { allocateId } from './world/allocate-id.ts'
import { plain } from './world/find-character.ts'
import { findPlace } from './world/find-entity.ts'
import { readStory, textOf } from './world/story-state.ts'

export default defineTool({
  name: 'thing.generate',
  input: {
    type: 'object',
    required: ['name', 'at'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      at: { type: 'string', minLength: 1, maxLength: 120 },
      description: { type: 'string' },
      fixed: { type: 'boolean' },
    },
  },
  run({ name, at, description = '', fixed = false }, { state, patch }) {
    const story = readStory(state)
    const same = Object.entries(story.things).find(([, thing]) => plain(textOf(thing, 'name')) === plain(name))
    if (same) throw new ToolError('name_taken', `${same[0]} is already called "${name}"`, { retryable: false })
    const { id, nextIds } = allocateId(story, 'thing')
    const thing = {
      id,
      name: name.trim(),
      description,
      at: findPlace(story, at),
      ...(fixed && { fixed }),
      created_in_tick: story.tick,
    }
    patch({ story: { things: { [id]: thing }, next_ids: nextIds }, result: { success: true, thing } })
    return `${id} is ${thing.name}`
  },
})
