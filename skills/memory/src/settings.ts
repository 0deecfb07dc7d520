import type { JsonObject } from '@narratoria/protocol'

/** The settings of config-schema.json, with their defaults. */
export interface Settings {
  storageBackend: 'sqlite' | 'files'
  embedder: 'auto' | 'builtin'
  embeddingModel: string
  maxContextEvents: number
  leastSimilarity: number
}

/** Reads the settings. Missing and invalid ones get their defaults. */
export function readSettings(config: JsonObject): Settings {
  const { storageBackend, embedder, embeddingModel, maxContextEvents, leastSimilarity } = config
  return {
    storageBackend: storageBackend === 'files' ? 'files' : 'sqlite',
    embedder: embedder === 'builtin' ? 'builtin' : 'auto',
    embeddingModel: typeof embeddingModel === 'string' ? embeddingModel : '',
    maxContextEvents:
      typeof maxContextEvents === 'number' ? Math.max(1, Math.min(50, Math.floor(maxContextEvents))) : 5,
    leastSimilarity: typeof leastSimilarity === 'number' ? Math.max(0, Math.min(1, leastSimilarity)) : 0.18,
  }
}
