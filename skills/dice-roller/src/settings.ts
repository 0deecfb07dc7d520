import type { JsonObject } from '@narratoria/protocol'

/** The settings of config-schema.json, with their defaults. */
export interface Settings {
  showRolls: boolean
  source: 'crypto' | 'pseudo'
  seed: string
  defaultFormula: string
  maxDice: number
}

/** Reads the settings. Missing and invalid ones get their defaults. */
export function readSettings(config: JsonObject): Settings {
  const { showRolls, source, seed, defaultFormula, maxDice } = config
  return {
    showRolls: showRolls !== false,
    source: source === 'pseudo' ? 'pseudo' : 'crypto',
    seed: typeof seed === 'string' ? seed : 'narratoria',
    defaultFormula: typeof defaultFormula === 'string' && defaultFormula.trim() !== '' ? defaultFormula : '2d6',
    maxDice: typeof maxDice === 'number' && maxDice >= 1 ? Math.min(Math.floor(maxDice), 500) : 100,
  }
}
