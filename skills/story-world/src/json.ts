import type { JsonObject } from '@narratoria/protocol'

export type { JsonObject }

/** Whether a value is a JSON object. Not imported from protocol, whose index would load a schema library. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
