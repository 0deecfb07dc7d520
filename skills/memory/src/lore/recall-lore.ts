import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import type { ToolContext } from '@narratoria/tool-sdk'
import { embedBuiltin } from '../embed/builtin.ts'
import { findDistinct } from '../search/find-distinct.ts'
import type { RecallInput } from '../search/recall-input.ts'
import type { Settings } from '../settings.ts'
import { FileStore } from '../store/file-store.ts'
import type { MemoryStore } from '../store/memory-store.ts'
import { SqliteStore } from '../store/sqlite-store.ts'

/** A piece of a campaign's lore, as the host writes it. */
interface LorePiece {
  heading?: string
  text: string
  file?: string
  index?: number
}

/** Most pieces of one turn. */
const maxPieces = 3
/** A piece is longer than a memory, so that fewer of its words are those of the question. */
const leastSimilarity = 0.12

/**
 * The pieces of the campaign's lore that fit the player's words, best first. They are indexed once for each campaign, in a file of their
 * own: they belong to no session and no turn.
 */
export function recallLore(context: ToolContext, { query }: RecallInput, settings: Settings): JsonObject[] {
  const pieces = query === '' ? [] : loreOf(context)
  if (pieces.length === 0) return []
  const isFile = settings.storageBackend === 'files'
  const name = `lore-${createHash('sha256').update(JSON.stringify(pieces)).digest('hex').slice(0, 32)}`
  const path = join(context.dataDir(), `${name}.${isFile ? 'jsonl' : 'sqlite'}`)
  const open = () => (isFile ? new FileStore(path) : new SqliteStore(path))
  try {
    return search(open, { pieces, query })
  } catch (error) {
    // The index can be made again at any time.
    context.log.info(`The index of the lore is made again: ${(error as Error).message}`)
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    return search(open, { pieces, query })
  }
}

function search(open: () => MemoryStore, { pieces, query }: { pieces: LorePiece[]; query: string }): JsonObject[] {
  const store = open()
  try {
    if (store.count() < pieces.length) store.add(pieces.map(toEvent))
    const question = embedBuiltin(query)
    const hits = findDistinct(store, question.embedder, {
      question,
      bounds: { leastSignificance: 0, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY },
      scoring: { leastSimilarity, score: ({ similarity }) => similarity, recency: () => 0 },
      limit: maxPieces,
    })
    const events = store.read(hits.map(({ id }) => id))
    return hits.flatMap(({ id, similarity }) => {
      const piece = pieces.find(({ text }) => text === events.get(id)?.text)
      return piece ? [{ ...piece, similarity: Math.round(similarity * 1000) / 1000 }] : []
    })
  } finally {
    store.close()
  }
}

function toEvent({ heading = '', text }: LorePiece, index: number): Parameters<MemoryStore['add']>[0][number] {
  const about = { characters: [], places: [], significance: 0, seq: null, at: 0, key: `lore/${index}` }
  return { event: { ...about, text, details: heading }, embeddings: [embedBuiltin(`${heading} ${text}`)] }
}

function loreOf({ request }: ToolContext): LorePiece[] {
  if (!request.campaign) return []
  const { notes } = JSON.parse(readFileSync(request.campaign.path, 'utf8')) as { notes?: { lore?: LorePiece[] } }
  return notes?.lore ?? []
}
