import type { JsonObject } from '@narratoria/protocol'
import type { Style } from './prose/atmosphere.ts'

/** The settings of config-schema.json, with their defaults. */
export interface Settings {
  style: Style
}

/** Reads the skill's settings; what is missing or of another type takes its default. */
export function readSettings(config: JsonObject): Settings {
  const { style } = config
  return { style: style === 'terse' || style === 'poetic' ? style : 'vivid' }
}
