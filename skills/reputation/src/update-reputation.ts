#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { readSettings, type Settings } from './settings.ts'
import { readDay } from './standing/game-time.ts'
import { computeStandings, factionId, type Standing } from './standing/standing.ts'
import { describeStanding } from './standing/describe-standing.ts'
import { type Applied, toPatch } from './standing/to-patch.ts'
import { type ChangeLog, type ChangeRow, onLine } from './store/change-log.ts'
import { withLog } from './store/with-log.ts'
import { readChanges, readWorldChanges } from './text/read-changes.ts'
import type { Deed } from './text/read-deeds.ts'

export default defineTool({
  name: 'update-reputation',
  run(input: JsonObject, context: ToolContext) {
    // Most turns of a world do nothing to a faction, and the store need not be opened for them.
    if (Object.keys(input).length === 0 && readWorldChanges(context.dependencies).length === 0) return undefined
    const settings = readSettings(context.config)
    return withLog(context, { settings, create: true }, (log) => update(log, input, { context, settings }))
  },
})

function update(
  log: ChangeLog,
  input: JsonObject,
  { context, settings }: { context: ToolContext; settings: Settings },
): string | undefined {
  const { turn } = context.request
  const now = { day: readDay(input.now, context.state), seq: turn?.seq ?? null }
  const before = onLine(log.read(), turn?.line)
  const known = [...settings.factions, ...before.map(({ faction }) => faction)]
  const changes = mergeChanges([...readChanges(input, known, settings), ...readWorldChanges(context.dependencies)])
  if (changes.length === 0) return undefined
  log.add(
    changes.map((change): ChangeRow => {
      const id = factionId(change.faction)
      const name = known.find((one) => factionId(one) === id) ?? change.faction
      return {
        ...change,
        ...now,
        faction: name,
        at: Date.now(),
        key: `${now.seq ?? ''}/${context.request.idempotencyKey}/${id}`,
      }
    }),
  )
  const standings = computeStandings(onLine(log.read(), turn?.line), { ...now, line: turn?.line }, settings)
  const applied = new Map<string, Applied>(changes.map((change) => [factionId(change.faction), change]))
  const changed = [...applied.keys()]
    .map((id) => standings.get(id))
    .filter((standing): standing is Standing => standing !== undefined)
  context.patch(toPatch(changed, applied))
  for (const { name, value, standing, id } of changed)
    context.log(`${name}: ${signed(applied.get(id)!.amount)}, now ${value} (${standing}).`)
  return changed.map((standing) => describeStanding(standing, applied.get(standing.id)?.amount)).join(' ')
}

/** Merges the changes of each faction. */
function mergeChanges(changes: readonly Deed[]): Deed[] {
  const merged = new Map<string, Deed>()
  for (const change of changes) {
    const id = factionId(change.faction)
    const before = merged.get(id)
    const reasons = [before?.reason, change.reason].filter((reason) => reason)
    merged.set(id, before ? { ...before, amount: before.amount + change.amount, reason: reasons.join('; ') } : change)
  }
  return [...merged.values()]
}

function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : String(amount)
}
