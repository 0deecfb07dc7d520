import type { JsonObject } from '@narratoria/protocol'

/** The request that a checked tool gets. */
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

/** The same from a later version of Narratoria, which tells more (001 §8). */
export function futureRequest(request: JsonObject): JsonObject {
  const future = { since: '9.9', nested: [{ deep: null }] }
  return { future, ...request, skill: { ...(request.skill as JsonObject), future }, 'x-vendor': 'é👍' }
}
