import type { MemoryStore } from '../store/memory-store.ts'
import type { Embedding } from './embedding.ts'

const batchSize = 64

/** Bounds of one round of re-embedding. */
export interface ReembedBounds {
  /** No batch is started after so many milliseconds. */
  budgetMs?: number
}

/**
 * Embeds events that the named embedder does not know yet, latest first, a batch at a time, for as long as the budget lasts.
 * Whatever is left waits for the next invocation; the events keep their other embeddings. Gives how many were done.
 */
export async function reembed(
  store: MemoryStore,
  embedder: string,
  embed: (texts: string[]) => Promise<Embedding[] | undefined>,
  { budgetMs = 1000 }: ReembedBounds = {},
): Promise<number> {
  const end = performance.now() + budgetMs
  let done = 0
  while (performance.now() < end) {
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
