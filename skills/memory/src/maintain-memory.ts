#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { builtinEmbedder, embedBuiltin } from './embed/builtin.ts'
import { tryHost } from './embed/choose-embedder.ts'
import type { Embedding } from './embed/embedding.ts'
import { reembed } from './embed/reembed.ts'
import { readSettings, type Settings } from './settings.ts'
import type { MemoryStore } from './store/memory-store.ts'
import { withStore } from './store/open-store.ts'

/** Within the time limit that the manifest names. */
const budgetMs = 50_000
/** Small, so that a slow model ends one between two turns. */
const hostBatch = 8
const hostTimeoutMs = 30_000

export default defineTool({
  name: 'maintain-memory',
  async run(_: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const done = await withStore(context, { settings, create: false, check: false }, (store) =>
      embedAnew(store, context, settings),
    )
    return done ? `Embedded ${done} memories anew.` : 'Every memory is embedded.'
  },
})

/** Embeds what the embedders of today have not seen: the built-in one, and the host's model when there is one. */
async function embedAnew(store: MemoryStore, context: ToolContext, settings: Settings): Promise<number> {
  const bounds = { budgetMs, signal: context.signal }
  const byBuiltin = (texts: string[]): Promise<Embedding[]> => Promise.resolve(texts.map(embedBuiltin))
  const byHost = (texts: string[]) => tryHost(texts, context, settings, hostTimeoutMs)
  const own = await reembed(store, builtinEmbedder, byBuiltin, { ...bounds, batchSize: 256 })
  const [sample] = (await byHost(['memory'])) ?? []
  if (!sample) return own
  return own + (await reembed(store, sample.embedder, byHost, { ...bounds, batchSize: hostBatch }))
}
