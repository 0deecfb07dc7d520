import type { Environment } from './environment.ts'
import { presets, usualAddress } from './presets.ts'
import { type ListedModel, listModels, type Server } from './server.ts'

/** A server that was found on this machine. */
export interface FoundServer extends Server {
  models: ListedModel[]
}

/** Looks for model servers on the usual ports of this machine, and where `OLLAMA_HOST` says. Call it only when the user asks. */
export async function discoverServers({
  signal,
  env = process.env,
}: { signal?: AbortSignal; env?: Environment } = {}): Promise<FoundServer[]> {
  const local = Object.values(presets).flatMap((preset) => {
    const baseUrl = preset.baseUrl?.startsWith('http://127.0.0.1') ? usualAddress(preset, env) : undefined
    return baseUrl === undefined ? [] : [{ preset, baseUrl }]
  })
  const found = await Promise.all(
    local.map(async (server) => {
      const models = await listModels(server, { signal, timeoutMs: 1_500 }).catch(() => undefined)
      return models && { ...server, models }
    }),
  )
  signal?.throwIfAborted()
  return found.filter((server) => server !== undefined)
}
