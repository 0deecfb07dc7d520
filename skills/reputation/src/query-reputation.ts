#!/usr/bin/env node
import { narratorPhrases } from '@narratoria/content'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { defineTool, ToolError, type ToolContext } from '@narratoria/tool-sdk'
import { readSettings, type Settings } from './settings.ts'
import { readDay } from './standing/game-time.ts'
import { computeStandings, factionId, neutralStanding, type Standing } from './standing/standing.ts'
import { describeStanding } from './standing/describe-standing.ts'
import { toPatch } from './standing/to-patch.ts'
import { type ChangeLog, onLine } from './store/change-log.ts'
import { withLog } from './store/with-log.ts'
import { factionsIn } from './text/factions-in.ts'

export default defineTool({
  name: 'query-reputation',
  run(input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    return withLog(context, { settings, create: false }, (log) => query(log, input, { context, settings }))
  },
})

function query(
  log: ChangeLog,
  input: JsonObject,
  { context, settings }: { context: ToolContext; settings: Settings },
): string | undefined {
  const { turn } = context.request
  const now = { day: readDay(input.now, context.state), seq: turn?.seq ?? null }
  const standings = computeStandings(onLine(log.read(), turn?.line), { ...now, line: turn?.line }, settings)
  const known = new Map(
    [...settings.factions.map((name) => neutralStanding(name, settings)), ...standings.values()].map((standing) => [
      standing.id,
      standing,
    ]),
  )
  const asked = chooseFactions(input, known)
  if (asked.length === 0) return asksForAll(input) ? narratorPhrases['standing.none']?.[0] : undefined
  context.patch(toPatch(asked))
  const histories = typeof input.history === 'number' ? listHistories(asked, Math.min(100, input.history)) : undefined
  if (histories) context.patch({ reputation: { history: histories } })
  return asked.map((standing) => describeStanding(standing)).join(' ')
}

/**
 * The factions that the input or the prompt names. If the prompt asks for the reputation in general: all with a history.
 *
 * @throws {ToolError} `unknown_faction`
 */
function chooseFactions(input: JsonObject, known: ReadonlyMap<string, Standing>): Standing[] {
  const names = [input.faction, ...(Array.isArray(input.factions) ? input.factions : [])].filter(
    (name): name is string => typeof name === 'string',
  )
  if (names.length > 0) return names.map((name) => known.get(factionId(name)) ?? fail(name, known))
  const every = [...known.values()]
  if (typeof input.prompt !== 'string') return every
  const named = factionsIn(
    input.prompt,
    every.map(({ name }) => name),
  ).map(({ name }) => known.get(factionId(name))!)
  return named.length === 0 && asksForAll(input) ? every.filter(({ history }) => history.length > 0) : named
}

function asksForAll({ prompt }: JsonObject): boolean {
  const general =
    /\b(?:my|our)\s+(?:\w+\s+)?(?:reputation|standing|renown|fame|name)\b|\bthink(?:s)?\s+of\s+(?:me|us)\b/i
  return typeof prompt === 'string' && general.test(prompt)
}

function fail(name: string, known: ReadonlyMap<string, Standing>): never {
  const names = [...known.values()].map((standing) => standing.name)
  throw new ToolError('unknown_faction', `Unknown faction "${name}". Known factions: ${names.join(', ')}.`, {
    retryable: false,
    details: { known: names },
  })
}

function listHistories(standings: readonly Standing[], most: number): Record<string, JsonValue> {
  return Object.fromEntries(
    standings.map(({ id, history }) => [id, most > 0 ? history.slice(-most).map((entry) => ({ ...entry })) : []]),
  )
}
