import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client'
import { isJsonObject } from '@narratoria/protocol'

/** The most pages of a list. */
const maxPages = 64

/** Any result. What is usable is decided tool by tool. */
const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'narratoria', validate: (value) => ({ value }) },
}

/** Lists the tools of a server. One invalid tool does not hide the others. */
export async function listTools(client: Client, timeoutMs: number): Promise<readonly unknown[]> {
  // The SDK would print that there are none, on standard output.
  if (client.getServerCapabilities()?.tools === undefined) return []
  try {
    return (await client.listTools(undefined, { cacheMode: 'refresh', timeout: timeoutMs })).tools
  } catch {
    return listUnchecked(client, timeoutMs)
  }
}

async function listUnchecked(client: Client, timeout: number): Promise<unknown[]> {
  const tools: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request({ method: 'tools/list', params }, anyResult, { timeout })
    if (!isJsonObject(result) || !Array.isArray(result.tools))
      throw new TypeError('The answer to tools/list has no list "tools".')
    tools.push(...(result.tools as unknown[]))
    if (typeof result.nextCursor !== 'string' || tools.length > 1_000) return tools
    cursor = result.nextCursor
  }
  return tools
}
