#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { builtinEmbedder } from './embed/builtin.ts'
import { embedAll } from './embed/choose-embedder.ts'
import { readSettings, type Settings } from './settings.ts'
import { type MemoryEvent, searchText } from './store/event.ts'
import type { MemoryStore } from './store/memory-store.ts'
import { withStore } from './store/open-store.ts'
import { reportMissing } from './store/report-missing.ts'
import { previousTurn, readFacts } from './read-facts.ts'
import { asObject } from './as-object.ts'
import { readEvents } from './text/read-events.ts'
import { readTurn } from './text/read-turn.ts'

const hostTimeoutMs = 3000

export default defineTool({
  name: 'store-memory',
  async run(input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const events = readMemories(input, context)
    const stored = await withStore(context, { settings, create: events.length > 0, check: true }, (store) =>
      storeEvents(store, events, { context, settings }),
    )
    if (!stored) {
      // Reported once: the patch removes the count from the state.
      if (reportMissing(context, 0)) context.patch({ memory: { count: null, unembedded: null } })
      return 'Nothing to remember.'
    }
    context.patch({ memory: { count: stored.count, unembedded: stored.unembedded } })
    return stored.added === 0
      ? 'Nothing new to remember.'
      : stored.added === 1
        ? 'Remembered what happened.'
        : `Remembered ${stored.added} events.`
  },
})

/** The events of the input, or the turn if it is worth storing, after what the narration of the turn before established. */
function readMemories(input: JsonObject, { dependencies, request, state }: ToolContext): MemoryEvent[] {
  const given = readEvents(input)
  const prompt = typeof input.prompt === 'string' ? input.prompt : ''
  const turn = given.length > 0 ? undefined : readTurn({ prompt, dependencies, outcomes: request.outcomes, state })
  const now = Date.now()
  const facts = readFacts(state, previousTurn(request.turn)).map((fact) => ({ ...fact, at: now }))
  const events = (turn ? [{ ...turn, at: undefined }] : given).map((event, position) => ({
    ...event,
    at: event.at ?? now,
    seq: request.turn?.seq ?? null,
    key: `${request.turn?.seq ?? ''}/${request.idempotencyKey}/${position}`,
  }))
  return [...facts, ...events]
}

interface StoreResult {
  added: number
  count: number
  /** Number of events that lack an embedding, by embedder; null if none. They are embedded between turns. */
  unembedded: Record<string, number | null> | null
}

async function storeEvents(
  store: MemoryStore,
  events: MemoryEvent[],
  { context, settings }: { context: ToolContext; settings: Settings },
): Promise<StoreResult> {
  const line = context.request.turn?.line
  reportMissing(context, store.count(line))
  const embeddings = events.length === 0 ? [] : await embedAll(events.map(searchText), context, settings, hostTimeoutMs)
  const added = store.add(events.map((event, at) => ({ event, embeddings: embeddings[at]! })))
  const asked = embeddings[0]?.map(({ embedder }) => embedder)
  return { added, count: store.count(line), unembedded: countUnembedded(store, context, asked) }
}

/** Counts for the embedders of this turn, or those known from earlier turns if the host's model gave no answer. */
function countUnembedded(
  store: MemoryStore,
  { state, request }: ToolContext,
  asked: string[] = [],
): StoreResult['unembedded'] {
  const known = Object.keys(asObject(asObject(state.memory)?.unembedded) ?? {})
  const present = new Set([builtinEmbedder, ...asked, ...(request.host && asked.length < 2 ? known : [])])
  const counts = [...new Set([...present, ...known])].map((embedder): [string, number | null] => [
    embedder,
    (present.has(embedder) && store.missing(embedder)) || null,
  ])
  return counts.some(([, missing]) => missing !== null) ? Object.fromEntries(counts) : null
}
