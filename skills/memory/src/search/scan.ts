import type { Embedding } from '../embed/embedding.ts'
import type { Line } from '../store/memory-store.ts'
import type { Pack } from '../store/pack.ts'
import type { Scored, Scoring } from './score.ts'

/** The filters of a search. */
export interface Bounds {
  /** Ranges of turns. Defaults to all. */
  line?: Line | undefined
  /** The current turn, which is excluded. */
  except?: number | undefined
  /** The ids of allowed events. Defaults to all. */
  ids?: ReadonlySet<number> | undefined
  /** The ids of excluded events, whose texts were found before. */
  known?: ReadonlySet<number> | undefined
  leastSignificance: number
  /** Unix time in milliseconds; both limits are inclusive. */
  since: number
  until: number
}

/** A found event. */
export interface Hit extends Scored {
  id: number
  score: number
}

/** The query of a scan. Without a question all similarities are 0. */
export interface ScanQuery {
  question: Embedding | undefined
  bounds: Bounds
  scoring: Scoring
  limit: number
}

/** Compares every event and returns those with the highest scores, best first. Of equal scores the newer event is first. */
export function scan(packs: Iterable<Pack>, { question, bounds, scoring, limit }: ScanQuery): Hit[] {
  const best: Hit[] = []
  const admits = createFilter(bounds)
  for (const pack of packs) {
    const similarities = question && similaritiesOf(pack, question)
    for (let row = 0; row < pack.count; row++) {
      const similarity = similarities ? similarities[row]! : 0
      if (question && similarity < scoring.leastSimilarity) continue
      if (!admits(pack, row)) continue
      const seq = Number.isNaN(pack.seqs[row]!) ? null : pack.seqs[row]!
      const hit = {
        id: pack.ids[row]!,
        similarity,
        seq,
        at: pack.ats[row]!,
        significance: pack.significances[row]!,
        score: 0,
      }
      hit.score = scoring.score(hit)
      insertHit(best, hit, limit)
    }
  }
  return best
}

/** The cosine similarity of the question and each event of a pack. The sums are integers, so their order does not matter. */
function similaritiesOf(pack: Pack, { vector, norm }: Embedding): Float64Array {
  const { count, vectors, norms } = pack
  const similarities = new Float64Array(count)
  if (vectors.length !== vector.length * count || norm === 0) return similarities
  const sums = new Int32Array(count)
  for (let component = 0; component < vector.length; component++) {
    const weight = vector[component]!
    if (weight === 0) continue
    const start = component * count
    for (let row = 0; row < count; row++) sums[row]! += weight * vectors[start + row]!
  }
  for (let row = 0; row < count; row++) if (norms[row]! > 0) similarities[row] = sums[row]! / (norm * norms[row]!)
  return similarities
}

function createFilter({
  line,
  except,
  ids,
  known,
  leastSignificance,
  since,
  until,
}: Bounds): (pack: Pack, row: number) => boolean {
  return (pack, row) => {
    const seq = pack.seqs[row]!
    if (seq === except || pack.significances[row]! < leastSignificance) return false
    const at = pack.ats[row]!
    if (at < since || at > until) return false
    if (line && !Number.isNaN(seq) && !line.some(([from, to]) => seq >= from && seq <= to)) return false
    const id = pack.ids[row]!
    return (!ids || ids.has(id)) && !known?.has(id)
  }
}

function insertHit(best: Hit[], hit: Hit, limit: number): void {
  const last = best.at(-1)
  if (best.length >= limit && last && !isBetter(hit, last)) return
  let at = best.length
  while (at > 0 && isBetter(hit, best[at - 1]!)) at--
  best.splice(at, 0, hit)
  if (best.length > limit) best.pop()
}

function isBetter(left: Hit, right: Hit): boolean {
  return left.score === right.score ? left.id > right.id : left.score > right.score
}
