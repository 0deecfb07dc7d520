#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { embedBuiltin } from './embed/builtin.ts'
import { embedAll, tryHost } from './embed/choose-embedder.ts'
import { reembed } from './embed/reembed.ts'
import { readSettings, type Settings } from './settings.ts'
import { type MemoryEvent, searchText } from './store/event.ts'
import type { MemoryStore } from './store/memory-store.ts'
import { withStore } from './store/open-store.ts'
import { reportMissing } from './store/report-missing.ts'
import { readEvents } from './text/read-events.ts'
import { readTurn } from './text/read-turn.ts'

const hostTimeoutMs = 10_000
const reembedBudgetMs = 1500

export default defineTool({
  name: 'store-memory',
  async run(input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const events = readMemories(input, context)
    const stored = await withStore(context, { settings, create: events.length > 0, check: true }, (store) =>
      keep(store, events, { context, settings }),
    )
    if (!stored) {
      // Told once: from here on the session knows that nothing is left.
      if (reportMissing(context, 0)) context.patch({ memory: { count: null } })
      return 'Nothing to remember.'
    }
    context.patch({ memory: { count: stored.count } })
    return stored.added === 0 ? 'Nothing new to remember.' : `Remembered ${stored.added}.`
  },
})

/** Events that the input names outright, or else the turn, where it is worth keeping. */
function readMemories(input: JsonObject, { dependencies, request, state }: ToolContext): MemoryEvent[] {
  const given = readEvents(input)
  const prompt = typeof input.prompt === 'string' ? input.prompt : ''
  const turn = given.length > 0 ? undefined : readTurn({ prompt, dependencies, state })
  const now = Date.now()
  return (turn ? [{ ...turn, at: undefined }] : given).map((event, position) => ({
    ...event,
    at: event.at ?? now,
    seq: request.turn?.seq ?? null,
    key: `${request.turn?.seq ?? ''}/${request.idempotencyKey}/${position}`,
  }))
}

async function keep(
  store: MemoryStore,
  events: MemoryEvent[],
  { context, settings }: { context: ToolContext; settings: Settings },
): Promise<{ added: number; count: number }> {
  const line = context.request.turn?.line
  reportMissing(context, store.count(line))
  const embeddings = events.length === 0 ? [] : await embedAll(events.map(searchText), context, settings, hostTimeoutMs)
  const added = store.add(events.map((event, at) => ({ event, embeddings: embeddings[at]! })))
  await reembedOthers(store, embeddings[0]?.map(({ embedder }) => embedder) ?? [embedBuiltin('').embedder], {
    context,
    settings,
  })
  return { added, count: store.count(line) }
}

/** What an embedder of today has not seen yet is embedded now, a stretch of it each time. */
async function reembedOthers(
  store: MemoryStore,
  embedders: string[],
  { context, settings }: { context: ToolContext; settings: Settings },
): Promise<void> {
  for (const embedder of embedders) {
    if (store.covers(embedder)) continue
    const own = embedder === embedBuiltin('').embedder
    const done = await reembed(
      store,
      embedder,
      async (texts) => (own ? texts.map(embedBuiltin) : tryHost(texts, context, settings, hostTimeoutMs)),
      { budgetMs: reembedBudgetMs },
    )
    context.log.info(
      `Embedded ${done} older memories anew by ${embedder}${store.covers(embedder) ? '' : '; the rest follows'}.`,
    )
  }
}
