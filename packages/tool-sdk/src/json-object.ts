import type { JsonObject } from '@narratoria/protocol'

/** Whether `value` is a JSON object. The protocol package's own function would load its schemas at run time. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
