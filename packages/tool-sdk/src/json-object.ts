import type { JsonObject } from '@narratoria/protocol'

/** Tells a JSON object from everything else; the protocol package's own would bring its schemas at run time. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
