#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { recallLore } from './lore/recall-lore.ts'
import { embedBuiltin } from './embed/builtin.ts'
import { tryHost } from './embed/choose-embedder.ts'
import type { Embedding } from './embed/embedding.ts'
import { reembed } from './store/reembed.ts'
import { describeForPlayer, describeHits } from './search/describe-hits.ts'
import { findDistinct } from './search/find-distinct.ts'
import { readRecallInput, type RecallInput } from './search/recall-input.ts'
import type { Bounds } from './search/scan.ts'
import { createScoring } from './search/score.ts'
import { readSettings, type Settings } from './settings.ts'
import type { MemoryStore } from './store/memory-store.ts'
import { withStore } from './store/open-store.ts'
import { reportMissing } from './store/report-missing.ts'

const hostTimeoutMs = 3000

export default defineTool({
  name: 'recall-memory',
  async run(input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const wish = readRecallInput(input, settings)
    const recalled = await withStore(context, { settings, create: false, check: false }, (store) =>
      recall(store, wish, { context, settings }),
    )
    if (!recalled) reportMissing(context, 0)
    const lore = recallLore(context, wish, settings)
    const { lore: before } = (context.state.memory ?? {}) as JsonObject
    context.patch({
      memory: {
        recalled: recalled ?? [],
        ...((lore.length > 0 || before !== undefined) && { lore: lore.length > 0 ? lore : null }),
      },
    })
    // What only the narrator should know is not an outcome that the player reads.
    return input.asked === true ? describeForPlayer(recalled ?? []) : undefined
  },
})

async function recall(
  store: MemoryStore,
  wish: RecallInput,
  { context, settings }: { context: ToolContext; settings: Settings },
): Promise<JsonObject[]> {
  const { turn } = context.request
  reportMissing(context, store.count(turn?.line))
  const question = wish.asksForAll ? undefined : await embedQuestion(store, wish, { context, settings })
  const scoring = createScoring(wish.leastSimilarity, { turn, at: Date.now() })
  const embedder = question?.embedder ?? embedBuiltin('').embedder
  const hits = findDistinct(store, embedder, {
    question,
    bounds: boundsOf(store, wish, context),
    scoring,
    limit: wish.limit,
  })
  return describeHits(hits, store.read(hits.map(({ id }) => id)), { wish, scoring })
}

/** The host's embedding is used if all events have one; otherwise the built-in one. */
async function embedQuestion(
  store: MemoryStore,
  { query, text }: RecallInput,
  { context, settings }: { context: ToolContext; settings: Settings },
): Promise<Embedding> {
  const [byHost] = (await tryHost([text], context, settings, hostTimeoutMs)) ?? []
  if (byHost && store.covers(byHost.embedder)) return byHost
  if (byHost) context.log.info('Not every memory is embedded by the current model yet; searching by text features.')
  const builtin = embedBuiltin(query)
  // Only after an update of the features. The rest is embedded between turns.
  if (!store.covers(builtin.embedder))
    await reembed(store, builtin.embedder, async (texts) => texts.map(embedBuiltin), { batchSize: 64, budgetMs: 200 })
  return builtin
}

function boundsOf(store: MemoryStore, wish: RecallInput, { request }: ToolContext): Bounds {
  const sets = [
    ...wish.characters.map((name) => store.idsOf('characters', name)),
    ...wish.places.map((name) => store.idsOf('places', name)),
  ]
  return {
    line: request.turn?.line,
    except: request.turn?.seq,
    ids: sets.length === 0 ? undefined : sets.reduce((left, right) => new Set([...left].filter((id) => right.has(id)))),
    leastSignificance: wish.leastSignificance,
    since: wish.since,
    until: wish.until,
  }
}
