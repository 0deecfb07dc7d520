#!/usr/bin/env node
import { defineTool } from '@narratoria/tool-sdk'
import { chooseName, seededNumbers } from './names/choose-name.ts'
import { makePlace } from './names/places.ts'
import { allocateId } from './world/allocate-id.ts'
import { readStory, textOf } from './world/story-state.ts'

export default defineTool({
  name: 'location.generate',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      description: { type: 'string' },
      atmosphere: { type: 'string' },
      features: { type: 'array', items: { type: 'string' } },
    },
  },
  run(input, { state, patch }) {
    const story = readStory(state)
    const { id, nextIds } = allocateId(story, 'location')
    const random = seededNumbers(`${story.seed}/${id}`)
    const taken = Object.values(story.locations).map((location) => textOf(location, 'name'))
    const location = {
      id,
      name: chooseName(input.name, { taken, make: () => makePlace(random) }),
      description: input.description ?? '',
      atmosphere: input.atmosphere ?? '',
      features: input.features ?? [],
      created_in_tick: story.tick,
    }
    patch({ story: { locations: { [id]: location }, next_ids: nextIds }, result: { success: true, location } })
    return `${id} is ${location.name}`
  },
})
