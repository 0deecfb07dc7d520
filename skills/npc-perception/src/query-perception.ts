#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { phrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, ToolError, type ToolContext } from '@narratoria/tool-sdk'
import { type Perception, perceptionsOf, type World, type WorldState } from '@narratoria/world'

export default defineTool({
  name: 'query-perception',
  run(input: JsonObject, context: ToolContext) {
    const world = readWorld(context)
    const state = (context.state.world ?? {}) as WorldState
    const ids = peopleIn(input, world)
    const found =
      ids.length > 0
        ? ids.flatMap((person) => perceptionsOf(world, state, { person, phrases }))
        : perceptionsOf(world, state, { phrases })
    context.patch({ perception: { people: Object.fromEntries(found.map((each) => [each.id, valuesOf(each)])) } })
    return found.map(({ text }) => text).join(' ') || phrases['perception.none']?.[0]
  },
})

/**
 * The ids of the people that the input or the prompt names.
 *
 * @throws {ToolError} `unknown_person`
 */
function peopleIn({ person, prompt }: JsonObject, { people }: World): string[] {
  const entries = Object.entries(people)
  if (typeof person === 'string') {
    const wanted = person.toLowerCase()
    const named = entries.filter(([id, { name }]) => id === person || name.toLowerCase() === wanted)
    if (named.length > 0) return named.map(([id]) => id)
    throw new ToolError('unknown_person', `Unknown person "${person}". Use an id or a name of the world.`, {
      retryable: false,
    })
  }
  const words = wordsOf(typeof prompt === 'string' ? prompt : '')
  return entries
    .filter(([, { name, aliases = [] }]) => [name, ...aliases].some((each) => words.includes(wordsOf(each))))
    .map(([id]) => id)
}

function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}

function valuesOf({ name, value, byDeeds, modifier, standing }: Perception): JsonObject {
  return { name, value, byDeeds, modifier, standing }
}

function readWorld({ request }: ToolContext): World {
  if (!request.campaign)
    throw new ToolError('no_world', 'This story has no world. Begin a story in a campaign to have people in it.', {
      retryable: false,
    })
  const { world } = JSON.parse(readFileSync(request.campaign.path, 'utf8')) as { world: World }
  return world
}
