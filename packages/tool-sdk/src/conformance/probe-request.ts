import type { JsonObject } from '@narratoria/protocol'

/** Returns a valid request. */
export function probeRequest(tool: string, input: JsonObject, dataDir: string): JsonObject {
  return {
    version: '0',
    requestId: '00000000-0000-4000-8000-000000000000',
    tool,
    operation: 'invoke',
    input,
    dependencies: {},
    state: {},
    attempt: 1,
    idempotencyKey: 'check',
    skill: { name: tool, dataDir, config: {} },
  }
}

/** Returns the request with unknown fields, as from a later version of the protocol. */
export function futureRequest(request: JsonObject): JsonObject {
  const future = { since: '9.9', nested: [{ deep: null }] }
  return { future, ...request, skill: { ...(request.skill as JsonObject), future }, 'x-vendor': 'é👍' }
}
