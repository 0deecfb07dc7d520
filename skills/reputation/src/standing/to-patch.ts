import type { JsonObject } from '@narratoria/protocol'
import type { Standing } from './standing.ts'

export interface Applied {
  amount: number
  reason: string
}

/** The state patch of standings. `change` and `reason` are null if nothing changed in this turn. */
export function toPatch(standings: readonly Standing[], applied: ReadonlyMap<string, Applied> = new Map()): JsonObject {
  const factions = standings.map(({ id, name, value, standing }) => {
    const change = applied.get(id)
    return [id, { name, value, standing, change: change?.amount ?? null, reason: change?.reason ?? null }]
  })
  return { reputation: { factions: Object.fromEntries(factions) } }
}
