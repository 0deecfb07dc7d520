import type { MemoryStore } from '../store/memory-store.ts'
import type { Embedding } from './embedding.ts'

/** Bounds of one round of re-embedding. */
export interface ReembedBounds {
  /** How many events are embedded and stored at once. */
  batchSize: number
  /** No batch is started after so many milliseconds. */
  budgetMs: number
  signal?: AbortSignal
}

/**
 * Embeds events that the named embedder does not know yet, latest first. Each batch is a transaction of its own, so a process that
 * is ended on the way loses none that was done before; the events keep their other embeddings. Gives how many were done.
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
