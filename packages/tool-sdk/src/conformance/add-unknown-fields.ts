import type { JsonObject, ToolRequest } from '@narratoria/protocol'

/** Returns the request with unknown fields, as from a later version of the protocol. */
export function addUnknownFields(request: ToolRequest): JsonObject {
  const future = { since: '9.9', nested: [{ deep: null }] }
  return { future, ...request, skill: { ...request.skill, future }, 'x-vendor': 'é👍' }
}
