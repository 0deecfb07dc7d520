#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { phrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, ToolError, type ToolContext } from '@narratoria/tool-sdk'
import { offerActs, type World, type WorldState } from '@narratoria/world'

const defaultMost = 4

export default defineTool({
  name: 'offer-choices',
  run(_input: JsonObject, context: ToolContext) {
    const { most, showOdds } = context.config
    const offered = offerActs(readWorld(context), (context.state.world ?? {}) as WorldState, {
      phrases,
      max: typeof most === 'number' ? most : defaultMost,
    })
    const choices = offered.map(({ text, odds }) => (showOdds === false ? { text } : { text, ...odds }))
    if (choices.length > 0) context.choices(choices)
  },
})

function readWorld({ request }: ToolContext): World {
  if (!request.campaign)
    throw new ToolError('no_world', 'This story has no world. Begin a story in a campaign to get choices.', {
      retryable: false,
    })
  const { world } = JSON.parse(readFileSync(request.campaign.path, 'utf8')) as { world: World }
  return world
}
