import { presets } from './presets.ts'
import { type ListedModel, listModels, type Server } from './server.ts'

/** A server that was found on this machine. */
export interface FoundServer extends Server {
  models: ListedModel[]
}

/** Looks for model servers on the usual ports of this machine. Call it only when the user asks. */
export async function discoverServers({ signal }: { signal?: AbortSignal } = {}): Promise<FoundServer[]> {
  const local = Object.values(presets).flatMap((preset) =>
    preset.baseUrl?.startsWith('http://127.0.0.1') ? [{ preset, baseUrl: preset.baseUrl }] : [],
  )
  const found = await Promise.all(
    local.map(async (server) => {
      const models = await listModels(server, { signal, timeoutMs: 1_500 }).catch(() => undefined)
      return models && { ...server, models }
    }),
  )
  signal?.throwIfAborted()
  return found.filter((server) => server !== undefined)
}
