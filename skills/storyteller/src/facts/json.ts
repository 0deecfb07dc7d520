import type { JsonObject, JsonValue } from '@narratoria/protocol'

// Written here because the protocol package's index would bring its schemas into a script that must start fast.

/** A JSON object, or undefined. */
export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** The objects in a list; empty for anything else. */
export function asObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((entry): entry is JsonObject => asObject(entry) !== undefined) : []
}

/** A text, or undefined. */
export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A number, or undefined. */
export function asNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
