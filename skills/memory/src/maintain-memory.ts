#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { builtinEmbedder, embedBuiltin } from './embed/builtin.ts'
import { tryHost } from './embed/choose-embedder.ts'
import type { Embedding } from './embed/embedding.ts'
import { reembed } from './store/reembed.ts'
import { readSettings, type Settings } from './settings.ts'
import type { MemoryStore } from './store/memory-store.ts'
import { withStore } from './store/open-store.ts'

/** Less than the time limit in the manifest. */
const budgetMs = 50_000
/** Small, so that a slow model can complete a batch between two turns. */
const hostBatch = 8
const hostTimeoutMs = 30_000

export default defineTool({
  name: 'maintain-memory',
  async run(_: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const done = await withStore(context, { settings, create: false, check: false }, (store) =>
      embedMissing(store, context, settings),
    )
    return done ? `Embedded ${done} memories.` : 'Every memory is embedded.'
  },
})

/** Embeds all events that lack an embedding of the built-in embedder or of the host's model. */
async function embedMissing(store: MemoryStore, context: ToolContext, settings: Settings): Promise<number> {
  const bounds = { budgetMs, signal: context.signal }
  const byBuiltin = (texts: string[]): Promise<Embedding[]> => Promise.resolve(texts.map(embedBuiltin))
  const byHost = (texts: string[]) => tryHost(texts, context, settings, hostTimeoutMs)
  const own = await reembed(store, builtinEmbedder, byBuiltin, { ...bounds, batchSize: 256 })
  const [sample] = (await byHost(['memory'])) ?? []
  if (!sample) return own
  return own + (await reembed(store, sample.embedder, byHost, { ...bounds, batchSize: hostBatch }))
}
