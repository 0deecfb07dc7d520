import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol/light'
import { ToolError } from '@narratoria/tool-sdk'
import type { Settings } from '../settings.ts'
import { factionId } from '../standing/standing.ts'
import { type Deed, oneLine, readDeeds } from './read-deeds.ts'

/**
 * Reads the changes of an input: `changes`, or `faction` with `amount`; otherwise the deeds in `prompt` that concern known factions.
 *
 * @throws {ToolError} `invalid_change`, or `unknown_faction` if the settings refuse unknown factions
 */
export function readChanges(input: JsonObject, known: readonly string[], settings: Settings): Deed[] {
  const { changes, faction, prompt } = input
  const given = Array.isArray(changes) ? changes : faction !== undefined ? [input] : []
  if (given.length === 0)
    return typeof prompt === 'string' ? readDeeds(prompt, known).map((deed) => onScale(deed, settings)) : []
  const deeds = given.map((change, at) => readChange(change, Array.isArray(changes) ? `/changes/${at}` : ''))
  const unknown = deeds.filter((deed) => !known.some((name) => factionId(name) === factionId(deed.faction)))
  if (unknown.length > 0 && settings.unknownFactions === 'refuse') {
    const names = unknown.map((deed) => `"${deed.faction}"`).join(', ')
    throw new ToolError(
      'unknown_faction',
      `Unknown factions: ${names}. Known factions: ${known.join(', ')}. To allow others, set unknownFactions to create. Nothing was changed.`,
      {
        retryable: false,
        details: { unknown: unknown.map((deed) => deed.faction), known: [...known] },
      },
    )
  }
  return deeds
}

/** Reads the changes of standings that acts in a world brought about, from the outputs of the steps before. */
export function readWorldChanges(dependencies: Record<string, JsonObject | null>): Deed[] {
  return Object.values(dependencies).flatMap((output) => {
    const { reputation } = asObject(asObject(output?.world)?.report) ?? {}
    return Object.entries(asObject(reputation) ?? {}).flatMap(([faction, amount]) =>
      typeof amount === 'number' ? [{ faction, amount, reason: '' }] : [],
    )
  })
}

function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

/** Scales the amount of a verb, which is for a scale from -100 to 100. */
function onScale(deed: Deed, { scaleMin, scaleMax }: Settings): Deed {
  return { ...deed, amount: (deed.amount * (scaleMax - scaleMin)) / 200 }
}

function readChange(value: JsonValue, path: string): Deed {
  const { faction, amount, reason } = (typeof value === 'object' && value !== null ? value : {}) as JsonObject
  if (typeof faction !== 'string' || factionId(faction) === '') throw invalid(`${path}/faction must be a name`)
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw invalid(`${path}/amount must be a number`)
  return { faction: oneLine(faction, 120), amount, reason: typeof reason === 'string' ? oneLine(reason, 300) : '' }
}

function invalid(what: string): ToolError {
  return new ToolError('invalid_change', `A reputation cannot be changed: ${what}. Nothing was changed.`, {
    retryable: false,
  })
}
