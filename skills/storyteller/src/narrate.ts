#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool } from '@narratoria/tool-sdk'
import { listLeaves, showValue } from './facts/change-facts.ts'
import { collectFacts } from './facts/collect-facts.ts'
import { asObject } from './facts/json.ts'
import { compose } from './prose/compose.ts'
import { Told } from './prose/told.ts'
import { readSettings } from './settings.ts'

export default defineTool({
  name: 'narrate',
  run(input: JsonObject, { config, dependencies, narrate, patch, request, state }) {
    const settings = readSettings(config)
    const prompt = typeof input.prompt === 'string' ? input.prompt : ''
    const style =
      input.style === 'terse' || input.style === 'vivid' || input.style === 'poetic' ? input.style : settings.style
    const own = asObject(state.storyteller)
    const told = new Told(own?.told)
    const turn = request.turn?.seq ?? told.turns
    const facts = collectFacts({ prompt, turn, state, dependencies })
    const pieces = compose({ prompt, facts, style, turn, told, around: around(state) })
    pieces.forEach((piece, at) => narrate(at === 0 ? piece : ` ${piece}`, { append: at > 0 }))
    patch({ storyteller: { told: told.toState() } })
    return 'Narrated from templates.'
  },
})

/** What still holds from earlier turns, for the mood: where the player is, what burns. */
function around(state: JsonObject): string {
  return listLeaves(state)
    .filter(({ value }) => value !== false && value !== null)
    .map(({ path, value }) => `${path.join(' ')} ${showValue(value) ?? ''}`)
    .join(' ')
    .replaceAll('_', ' ')
    .slice(0, 2000)
}
