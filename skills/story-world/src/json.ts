import type { JsonObject } from '@narratoria/protocol'

export type { JsonObject }

/** Tells a JSON object from anything else. Its own, so that a script loads no schema library. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
