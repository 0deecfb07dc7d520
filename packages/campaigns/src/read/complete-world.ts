import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { World } from '@narratoria/world'

/** What a world is completed from where its author left parts out. */
export interface CampaignTexts {
  title: string
  setting: string
  premise: string
  /** `world/constraints.md`, one sentence each. */
  constraints: readonly string[]
  /** `characters/player/template.json`. */
  player: JsonObject
}

/**
 * Completes a draft to a world. One without places gets one that its setting describes; the premise is the opening where
 * none is written. Unknown ids are left for the validation.
 */
export function completeWorld(
  draft: JsonObject,
  { title, setting, premise, constraints, player }: CampaignTexts,
): World {
  const places = isJsonObject(draft['places']) ? draft['places'] : {}
  const own = Object.keys(places).length > 0 ? places : { here: placeOf(setting) }
  const { start, opening, player: written, ...others } = draft
  const template = typeof player['starting_location'] === 'string' ? player['starting_location'] : undefined
  return {
    things: {},
    people: {},
    ...others,
    title,
    opening: typeof opening === 'string' ? opening : withoutHeadings(premise),
    player: {
      at: start ?? template ?? Object.keys(own)[0] ?? '',
      ...traitsOf(player),
      ...(isJsonObject(written) && written),
    },
    places: own,
    ...(constraints.length > 0 && { limits: [...constraints] }),
  } as unknown as World
}

function traitsOf(player: JsonObject): { traits?: JsonObject } {
  const stats = player['starting_stats']
  const attributes = isJsonObject(stats) && Array.isArray(stats['attributes']) ? stats['attributes'] : []
  const traits = attributes
    .filter(isJsonObject)
    .filter(({ name }) => typeof name === 'string')
    .map(({ name, default: value }) => [name as string, typeof value === 'number' ? value : 0] as const)
  return traits.length > 0 ? { traits: Object.fromEntries(traits) } : {}
}

function placeOf(setting: string): JsonObject {
  const name = /^#\s+(.+)$/m.exec(setting)?.[1]
  const [first = ''] = withoutHeadings(setting).split(/\n{2,}/)
  return { name: name ?? 'place where the story begins', description: first }
}

function withoutHeadings(text: string): string {
  return text.replaceAll(/^#{1,6}\s+.*$/gm, '').trim()
}
