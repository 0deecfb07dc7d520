#!/usr/bin/env node
import { defineTool } from '@narratoria/tool-sdk'
import { chooseName, seededNumbers } from './names/choose-name.ts'
import { makePerson, pronounsOf } from './names/people.ts'
import { allocateId } from './world/allocate-id.ts'
import { readStory, textOf } from './world/story-state.ts'

const texts = { type: 'array', items: { type: 'string' } } as const

export default defineTool({
  name: 'character.generate',
  input: {
    type: 'object',
    required: ['role'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      role: { type: 'string', minLength: 1, maxLength: 200 },
      description: { type: 'string' },
      traits: texts,
      goals: texts,
      pronouns: { type: 'string', enum: ['she', 'he', 'they'] },
    },
  },
  run(input, { state, patch }) {
    const story = readStory(state)
    const { id, nextIds } = allocateId(story, 'character')
    const random = seededNumbers(`${story.seed}/${id}`)
    const made = new Map<string, string>()
    const taken = Object.values(story.characters).map((character) => textOf(character, 'name'))
    const places = Object.values(story.locations).map((location) => textOf(location, 'name'))
    const name = chooseName(input.name, {
      taken,
      heard: [...taken, ...places],
      make() {
        const person = makePerson(random, input.pronouns)
        made.set(person.name, person.pronouns)
        return person.name
      },
    })
    const character = {
      id,
      name,
      role: input.role,
      description: input.description ?? '',
      pronouns: input.pronouns ?? made.get(name) ?? pronounsOf(name),
      traits: input.traits ?? [],
      goals: input.goals ?? [],
      current_state: { goals: input.goals ?? [], emotional_state: '', location: null },
      created_in_tick: story.tick,
    }
    patch({ story: { characters: { [id]: character }, next_ids: nextIds }, result: { success: true, character } })
    return `${id} is ${name}, ${input.role}`
  },
})
