import type { Embedding } from '../embed/embedding.ts'
import type { MemoryStore } from './memory-store.ts'

/** Limits of one call of {@link reembed}. */
export interface ReembedBounds {
  /** Number of events that are embedded and stored together. */
  batchSize: number
  /** In milliseconds. No batch starts after this time. */
  budgetMs: number
  signal?: AbortSignal
}

/**
 * Embeds the events that have no embedding of an embedder yet, newest first. Each batch is one transaction, so a killed process
 * loses only the current batch. Other embeddings are kept. Returns the number of embedded events.
 */
export async function reembed(
  store: MemoryStore,
  embedder: string,
  embed: (texts: string[]) => Promise<Embedding[] | undefined>,
  { batchSize, budgetMs, signal }: ReembedBounds,
): Promise<number> {
  const end = performance.now() + budgetMs
  let done = 0
  while (performance.now() < end && signal?.aborted !== true) {
    const events = store.unembedded(embedder, batchSize)
    if (events.length === 0) return done
    const embeddings = await embed(events.map(({ text }) => text))
    const usable = embeddings?.every((embedding) => embedding.embedder === embedder)
    if (!embeddings || !usable) return done
    store.embed(new Map(events.map(({ id }, at) => [id, embeddings[at]!])))
    done += events.length
  }
  return done
}
