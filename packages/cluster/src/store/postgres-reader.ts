import type { LorebookDocument } from '@narratoria/interchange'
import type { JsonObject } from '@narratoria/protocol'
import type { FoundTurn, NarratorContext, StoredAsset, TrashedSession, TurnRecap } from '@narratoria/runtime/store'
import type { SessionRecord, StoredTurn, TurnSummary } from '@narratoria/runtime'
import { type AssetFolder, decompressJson, moveAssets } from '@narratoria/runtime/store-parts'
import type { Database, Statements } from '../database/database.ts'
import { toColumn } from './columns.ts'
import { searchTurns } from './search.ts'
import { type SessionRow, sessionRow, sessionRows, toRecord, toTrashed } from './session-rows.ts'
import { StateReader } from './state-reader.ts'
import {
  parentRow,
  toRecap,
  toSummary,
  toTurn,
  turnRow,
  turnRows,
  type TurnRow,
  unknownTurnOf,
  type WholeTurnRow,
  wholeTurnRows,
} from './turn-rows.ts'

/** Rows per page of summaries, and of whole turns. */
const [pageSize, wholePageSize] = [100, 20]

/** The reading half of a store in PostgreSQL. */
export abstract class PostgresReader {
  readonly assetFolder?: AssetFolder
  protected readonly states = new StateReader()

  constructor(assetFolder: AssetFolder | undefined) {
    if (assetFolder) this.assetFolder = assetFolder
  }

  /** @throws {RuntimeError} `store_closed` */
  protected abstract get database(): Database

  async findSession(idOrName: string): Promise<SessionRecord | undefined> {
    const [row] = await sessionRows(
      this.database,
      'WHERE s.trashed_at IS NULL AND (s.session_id = $1 OR s.name = $1) ORDER BY s.session_id = $1 DESC LIMIT 1',
      [toColumn(idOrName)],
    )
    return row && toRecord(row)
  }

  async listSessions(): Promise<SessionRecord[]> {
    const rest = 'WHERE s.trashed_at IS NULL ORDER BY s.updated_at DESC, s.id DESC'
    return (await sessionRows(this.database, rest)).map(toRecord)
  }

  async listTrash(): Promise<TrashedSession[]> {
    const rest = 'WHERE s.trashed_at IS NOT NULL ORDER BY s.trashed_at DESC, s.id DESC'
    return (await sessionRows(this.database, rest)).map(toTrashed)
  }

  async search(text: string, options?: { sessionId?: string; limit?: number }): Promise<FoundTurn[]> {
    return searchTurns(this.database, text, options)
  }

  async contextOf(sessionId: string): Promise<NarratorContext | undefined> {
    return this.#block<NarratorContext>(sessionId, 'context')
  }

  async lorebooksOf(sessionId: string): Promise<readonly LorebookDocument[]> {
    return (await this.#block<LorebookDocument[]>(sessionId, 'lorebooks')) ?? []
  }

  async findTurn(sessionId: string, turnIdOrLabel: string): Promise<TurnSummary | undefined> {
    const session = await sessionRow(this.database, sessionId)
    const given = toColumn(turnIdOrLabel)
    const seq = /^\d{1,9}$/.test(turnIdOrLabel) ? Number(turnIdOrLabel) : null
    const [row] = await turnRows(
      this.database,
      `WHERE t.session = $1 AND (t.turn_id = $2 OR t.label = $2 OR t.seq = $3)
       ORDER BY t.turn_id = $2 DESC, coalesce(t.label = $2, false) DESC LIMIT 1`,
      [session.id, given, seq],
    )
    return row && toSummary(row)
  }

  async readTurn(sessionId: string, turnId: string): Promise<StoredTurn> {
    const session = await sessionRow(this.database, sessionId)
    const values = [session.id, toColumn(turnId)]
    const [row] = await wholeTurnRows(this.database, 'WHERE t.session = $1 AND t.turn_id = $2', values)
    if (!row) throw unknownTurnOf(session, turnId)
    return this.#toTurn(session, row, await this.#stateBefore(session, row))
  }

  async *readTurns(sessionId: string): AsyncIterable<StoredTurn> {
    const session = await sessionRow(this.database, sessionId)
    let last: StoredTurn | undefined
    for await (const row of this.#wholePages(session)) {
      const follows = last !== undefined && last.seq === row.parent
      const before: JsonObject = follows ? last!.state : await this.#stateBefore(session, row)
      last = this.#toTurn(session, row, before)
      yield last
    }
  }

  async children(sessionId: string, turnId: string | null): Promise<TurnSummary[]> {
    const session = await sessionRow(this.database, sessionId)
    const parent = turnId === null ? null : (await turnRow(this.database, session, turnId)).seq
    const rest = 'WHERE t.session = $1 AND t.parent IS NOT DISTINCT FROM $2::integer ORDER BY t.seq'
    return (await turnRows(this.database, rest, [session.id, parent])).map(toSummary)
  }

  async leaves(sessionId: string): Promise<TurnSummary[]> {
    const session = await sessionRow(this.database, sessionId)
    const rest = `WHERE t.session = $1 AND NOT EXISTS (
      SELECT 1 FROM narratoria.turns c WHERE c.session = t.session AND c.parent = t.seq) ORDER BY t.seq`
    return (await turnRows(this.database, rest, [session.id])).map(toSummary)
  }

  async line(sessionId: string, turnId: string | null, limit?: number): Promise<TurnSummary[]> {
    return (await this.#line(sessionId, turnId, limit)).map(toSummary)
  }

  async recaps(sessionId: string, turnId: string | null, limit: number): Promise<TurnRecap[]> {
    return (await this.#line(sessionId, turnId, limit)).map(toRecap)
  }

  async *readLine(sessionId: string, turnId: string | null): AsyncIterable<TurnSummary> {
    const session = await sessionRow(this.database, sessionId)
    for (const [from, to] of await this.lineSeqs(sessionId, turnId))
      for await (const row of this.#pages(session, from - 1, to)) yield toSummary(row)
  }

  async assets(sessionId: string, turnId: string | null): Promise<StoredAsset[]> {
    const session = await sessionRow(this.database, sessionId)
    const found: StoredAsset[] = []
    for (const [from, to] of await this.lineSeqs(sessionId, turnId)) {
      const rows = await this.database.query<{ asset: string; turn_id: string }>(
        `SELECT a.asset, t.turn_id FROM narratoria.assets a JOIN narratoria.turns t ON t.session = a.session AND t.seq = a.seq
         WHERE a.session = $1 AND a.seq BETWEEN $2 AND $3 ORDER BY a.seq, a.position`,
        [session.id, from, to],
      )
      for (const row of rows) {
        const asset = JSON.parse(row.asset) as StoredAsset
        found.push({ ...asset, path: this.fromRecord(asset.path), turnId: row.turn_id })
      }
    }
    return found
  }

  async *readChanges(sessionId: string, turnId: string | null): AsyncIterable<{ turnId: string; patch?: JsonObject }> {
    const session = await sessionRow(this.database, sessionId)
    for (const [from, to] of (await this.lineSeqs(sessionId, turnId)).toReversed()) {
      for (let last = to; last >= from; last -= pageSize) {
        const rows = await this.database.query<{ turn_id: string; patch: string | null }>(
          'SELECT turn_id, patch FROM narratoria.turns WHERE session = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq DESC',
          [session.id, Math.max(from, last - pageSize + 1), last],
        )
        for (const { turn_id: id, patch } of rows)
          yield patch === null ? { turnId: id } : { turnId: id, patch: JSON.parse(patch) as JsonObject }
      }
    }
  }

  async lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]> {
    if (turnId === null) return []
    const session = await sessionRow(this.database, sessionId)
    const { seq } = await turnRow(this.database, session, turnId)
    const runs = await this.database.query<{ first: number; last: number }>(
      `WITH RECURSIVE run AS (
         SELECT t.seq AS last, t.run_start AS first FROM narratoria.turns t WHERE t.session = $1 AND t.seq = $2
         UNION ALL
         SELECT t.seq, t.run_start FROM run
           JOIN narratoria.turns start ON start.session = $1 AND start.seq = run.first
           JOIN narratoria.turns t ON t.session = $1 AND t.seq = start.parent
       ) SELECT first, last FROM run ORDER BY first`,
      [session.id, seq],
    )
    return runs.map(({ first, last }) => [first, last])
  }

  async stateAt(sessionId: string, turnId: string | null): Promise<JsonObject> {
    const session = await sessionRow(this.database, sessionId)
    const row = turnId === null ? undefined : await turnRow(this.database, session, turnId)
    return (await this.states.read(this.database, session, row)).state
  }

  protected fromRecord(path: string): string {
    return this.assetFolder?.fromRecord(path) ?? path
  }

  async #stateBefore(session: SessionRow, row: TurnRow): Promise<JsonObject> {
    return (await this.states.read(this.database, session, await parentRow(this.database, row))).state
  }

  #toTurn(session: SessionRow, row: WholeTurnRow, before: JsonObject): StoredTurn {
    const turn = toTurn(toRecord(session).sessionId, row, before)
    return moveAssets(turn, (path) => this.fromRecord(path))
  }

  async #line(sessionId: string, turnId: string | null, limit?: number): Promise<TurnRow[]> {
    if (turnId === null || (limit !== undefined && limit < 1)) return []
    const session = await sessionRow(this.database, sessionId)
    const { seq } = await turnRow(this.database, session, turnId)
    return turnRows(
      this.database,
      `JOIN (WITH RECURSIVE up AS (
         SELECT seq, parent, 1 AS depth FROM narratoria.turns WHERE session = $1 AND seq = $2
         UNION ALL
         SELECT t.seq, t.parent, up.depth + 1 FROM up JOIN narratoria.turns t ON t.session = $1 AND t.seq = up.parent
         WHERE up.depth < $3
       ) SELECT seq FROM up) line ON line.seq = t.seq WHERE t.session = $1 ORDER BY t.seq`,
      [session.id, seq, Math.min(limit ?? 2 ** 31 - 1, 2 ** 31 - 1)],
    )
  }

  #pages(session: SessionRow, after: number, to: number): AsyncGenerator<TurnRow> {
    const rest = 'WHERE t.session = $1 AND t.seq > $2 AND t.seq <= $3 ORDER BY t.seq LIMIT $4'
    return pages(after, pageSize, (last) => turnRows(this.database, rest, [session.id, last, to, pageSize]))
  }

  #wholePages(session: SessionRow): AsyncGenerator<WholeTurnRow> {
    const rest = 'WHERE t.session = $1 AND t.seq > $2 ORDER BY t.seq LIMIT $3'
    return pages(0, wholePageSize, (last) => wholeTurnRows(this.database, rest, [session.id, last, wholePageSize]))
  }

  async #block<T>(sessionId: string, column: 'context' | 'lorebooks'): Promise<T | undefined> {
    const on: Statements = this.database
    const session = await sessionRow(on, sessionId)
    const [row] = await on.query<{ block: Uint8Array | null }>(
      `SELECT ${column} AS block FROM narratoria.sessions WHERE id = $1`,
      [session.id],
    )
    return row?.block ? decompressJson<T>(row.block) : undefined
  }
}

async function* pages<Row extends TurnRow>(
  after: number,
  size: number,
  read: (last: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last = after; ;) {
    const rows = await read(last)
    yield* rows
    if (rows.length < size) return
    last = rows.at(-1)!.seq
  }
}
