import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol/light'

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}
