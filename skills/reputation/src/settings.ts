import type { JsonObject } from '@narratoria/protocol'

/** The settings of config-schema.json, with their defaults. */
export interface Settings {
  factions: string[]
  unknownFactions: 'create' | 'refuse'
  scaleMin: number
  scaleMax: number
  /** The share of a standing that decays per in-game day. */
  decayRate: number
  /** Number of turns per in-game day in stories without a clock. With 0, turns take no time. */
  turnsPerDay: number
  storageBackend: 'sqlite' | 'files'
}

const defaultFactions = ['Merchants Guild', 'Town Guard', 'Thieves Guild', 'Common Folk']

/** Reads the settings. Missing and invalid ones get their defaults. */
export function readSettings(config: JsonObject): Settings {
  const { factions, unknownFactions, scaleMin, scaleMax, decayRate, turnsPerDay, storageBackend } = config
  const number = (value: unknown, otherwise: number) =>
    typeof value === 'number' && Number.isFinite(value) ? value : otherwise
  const [least, most] = [number(scaleMin, -100), number(scaleMax, 100)]
  return {
    factions: Array.isArray(factions)
      ? factions.filter((name): name is string => typeof name === 'string' && name.trim() !== '')
      : defaultFactions,
    unknownFactions: unknownFactions === 'refuse' ? 'refuse' : 'create',
    scaleMin: least < most ? Math.min(least, 0) : -100,
    scaleMax: least < most ? Math.max(most, 0) : 100,
    decayRate: Math.max(0, Math.min(1, number(decayRate, 0.02))),
    turnsPerDay: Math.max(0, number(turnsPerDay, 20)),
    storageBackend: storageBackend === 'files' ? 'files' : 'sqlite',
  }
}
