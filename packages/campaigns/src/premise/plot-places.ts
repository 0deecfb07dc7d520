import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { World } from '@narratoria/world'
import type { Staging } from './plot-world.ts'
import { groupsSeen, placeAliases, tracesSeen } from './scenes.ts'

/** The ways of a plot that does not lay out its own. */
const layout: Record<string, Record<string, string>> = {
  start: { north: 'near', south: 'far', east: 'desk', west: 'site' },
  near: { south: 'start' },
  far: { north: 'start' },
  desk: { west: 'start' },
  site: { east: 'start' },
}

/** The places of a plot: four that the premise and its genre bring along, with the ways between them, and one that is locked if the premise has it. */
export function plotPlaces(staging: Staging, laidOut: JsonObject): World['places'] {
  const { choose, fill, ids, names, places, premise } = staging
  const own = ['start', 'near', 'far', 'desk', ...(premise.locked ? ['vault'] : [])] as (keyof typeof places)[]
  const hasLayout = Object.keys(laidOut).length > 0
  const exitsOf = (role: string): JsonObject => {
    if (isJsonObject(laidOut[role])) return laidOut[role]
    const ways = Object.entries(layout[role] ?? {}).filter(([, to]) => !hasLayout || isBackFrom(laidOut, to))
    return Object.fromEntries(ways.map(([way, to]) => [way, ids.get(to)]))
  }
  const all: Record<string, JsonObject> = {}
  for (const role of new Set([...own, ...Object.keys(names)])) {
    const isOwn = own.includes(role as keyof typeof places)
    if (!isOwn && !(role in laidOut) && role !== 'site') continue
    all[ids.get(role)] = { exits: exitsOf(role) }
    if (!isOwn) continue
    const place = places[role as keyof typeof places]
    const aliases = placeAliases(place)
    Object.assign(all[ids.get(role)]!, {
      ...place,
      ...(aliases.length > 0 && { aliases }),
      scenery: {
        ...place.scenery,
        ...(role === 'start' && { ...groupsSeen({ premise, fill, choose }), ...tracesSeen({ premise, fill, choose }) }),
      },
    })
  }
  const start = all[ids.get('start')]!
  start['description'] = places.start.description
  for (const to of Object.values(start['exits'] as JsonObject))
    if (typeof to === 'string' && all[to] !== undefined) all[to]['known'] = true
  if (premise.locked) addVault(staging, all)
  return all as unknown as World['places']
}

// A way that the plot did not lay out leads only to a place that it did not move.
function isBackFrom(laidOut: JsonObject, to: string): boolean {
  return !isJsonObject(laidOut[to]) || to === 'start'
}

function addVault({ choose, ids }: Staging, all: Record<string, JsonObject>): void {
  const [start, vault] = [ids.get('start'), ids.get('vault')]
  const taken = all[start]!['exits'] as JsonObject
  const ways = [
    ['north', 'south'],
    ['east', 'west'],
    ['west', 'east'],
    ['south', 'north'],
    ['up', 'down'],
  ] as const
  const [out, back] = ways.find(([way]) => taken[way] === undefined)!
  if (!ids.has('door')) ids.add('door', choose('doorName'))
  taken[out] = { to: vault, door: ids.get('door') }
  all[vault]!['exits'] = { [back]: { to: start, door: ids.get('door') } }
}
