import type { JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'

/** Fields of a test's request beside its input. */
export interface TestRequestOptions {
  state?: JsonObject
  dependencies?: Record<string, JsonObject | null>
  /** Return values of the dependencies by toolId. */
  results?: Record<string, JsonValue>
  /** The skill's settings. `config` or `dataDir` makes the tool part of a skill. */
  config?: JsonObject
  /** The skill's data folder. */
  dataDir?: string
  /** Further fields of the request, which override all others. */
  request?: Partial<ToolRequest>
}

/** Creates a request as a host would send it. */
export function createRequest(tool: string, input: JsonObject, options: TestRequestOptions = {}): ToolRequest {
  const { state = {}, dependencies = {}, results, config, dataDir, request } = options
  const inSkill = config !== undefined || dataDir !== undefined
  return {
    version: '0',
    requestId: '00000000-0000-4000-8000-000000000000',
    tool,
    operation: 'invoke',
    input,
    dependencies,
    ...(results && { results }),
    state,
    attempt: 1,
    idempotencyKey: 'test',
    ...(inSkill && { skill: { name: tool, dataDir: dataDir ?? '', config: config ?? {} } }),
    ...request,
  }
}
