import type { MemoryStore } from '../store/memory-store.ts'
import { type Hit, scan, type ScanQuery } from './scan.ts'

/** Additional hits per scan, because the same text can be stored several times. */
const spare = 16

/**
 * The best hits with different texts, best first. If copies fill a scan, the next scan skips their events, so that the limit is
 * reached if there are enough different texts.
 */
export function findDistinct(store: MemoryStore, embedder: string, query: ScanQuery): Hit[] {
  const distinct = new Map<string, Hit>()
  let known: ReadonlySet<number> = new Set()
  while (true) {
    const limit = query.limit - distinct.size + spare
    const hits = scan(store.packs(embedder), { ...query, bounds: { ...query.bounds, known }, limit })
    const events = store.read(hits.map(({ id }) => id))
    for (const hit of hits) {
      const text = events.get(hit.id)?.text
      if (text !== undefined && !distinct.has(text)) distinct.set(text, hit)
    }
    if (distinct.size >= query.limit || hits.length < limit) return [...distinct.values()].slice(0, query.limit)
    known = store.idsOfTexts([...distinct.keys()])
  }
}
