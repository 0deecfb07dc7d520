import type { LorebookDocument } from '@narratoria/interchange'
import type { JsonObject } from '@narratoria/protocol'
import { AssetFolder, type AssetLimits } from '../../assets/asset-folder.ts'
import { moveAssets } from '../../assets/move-assets.ts'
import { readOnly } from '../same-json.ts'
import type {
  FoundTurn,
  NarratorContext,
  SessionRecord,
  StoredAsset,
  StoredTurn,
  TrashedSession,
  TurnRecap,
  TurnSummary,
} from '../session-store.ts'
import type { Connection } from './connection.ts'
import { type OpenedDatabase, assetFolderOf } from './open-database.ts'
import { SearchIndex } from './search-index.ts'
import { toRecord } from './session-rows.ts'
import { StoreRows, pageSize } from './store-rows.ts'
import { toTrashed } from './trash.ts'
import { toRecap, toSummary, type TurnRow } from './turn-row.ts'
import { loadTurnAt } from './turn-rows.ts'

/** The reading half of a store in one SQLite file. */
export class SqliteReader {
  readonly assetFolder: AssetFolder
  protected readonly connection: Connection
  protected readonly rows: StoreRows
  protected readonly searchIndex: SearchIndex

  constructor(opened: OpenedDatabase, assets?: AssetLimits) {
    this.connection = opened.connection
    this.rows = new StoreRows(opened.connection, () => opened.requestCheck())
    this.searchIndex = new SearchIndex(opened.connection.path, this.rows)
    this.assetFolder = new AssetFolder(assetFolderOf(opened.connection.path), assets)
  }

  async findSession(idOrName: string): Promise<SessionRecord | undefined> {
    const isKept = 's.trashed_at IS NULL AND'
    const row =
      this.rows.sessionRow(`${isKept} s.session_id = ?`, idOrName) ??
      this.rows.sessionRow(`${isKept} s.name = ?`, idOrName)
    return row && toRecord(row)
  }

  async listSessions(): Promise<SessionRecord[]> {
    return this.rows.sessionRows('WHERE s.trashed_at IS NULL ORDER BY s.updated_at DESC, s.id DESC').map(toRecord)
  }

  async listTrash(): Promise<TrashedSession[]> {
    const rows = this.rows.sessionRows('WHERE s.trashed_at IS NOT NULL ORDER BY s.trashed_at DESC, s.id DESC')
    return rows.map(toTrashed)
  }

  async search(text: string, options?: { sessionId?: string; limit?: number }): Promise<FoundTurn[]> {
    return this.rows.read(() => this.searchIndex.search(text, options))
  }

  async contextOf(sessionId: string): Promise<NarratorContext | undefined> {
    return this.rows.context(this.rows.idOf(sessionId))
  }

  async lorebooksOf(sessionId: string): Promise<readonly LorebookDocument[]> {
    return this.rows.lorebooks(this.rows.idOf(sessionId))
  }

  async recaps(sessionId: string, turnId: string | null, limit: number): Promise<TurnRecap[]> {
    return (await this.#lineRows(sessionId, turnId, limit)).map(toRecap)
  }

  async findTurn(sessionId: string, turnIdOrLabel: string): Promise<TurnSummary | undefined> {
    const id = this.rows.idOf(sessionId)
    const row =
      this.rows.turnRow('t.session = ? AND t.turn_id = ?', id, turnIdOrLabel) ??
      this.rows.turnRow('t.session = ? AND l.label = ?', id, turnIdOrLabel) ??
      (/^\d{1,15}$/.test(turnIdOrLabel)
        ? this.rows.turnRow('t.session = ? AND t.seq = ?', id, Number(turnIdOrLabel))
        : undefined)
    return row && toSummary(row)
  }

  async readTurn(sessionId: string, turnId: string): Promise<StoredTurn> {
    const row = this.rows.turn(sessionId, turnId)
    const parent = this.rows.parentOf(this.rows.session(sessionId), row)
    return this.#read(sessionId, row, (await this.rows.loadState(sessionId, parent)).state)
  }

  async *readTurns(sessionId: string): AsyncIterable<StoredTurn> {
    const session = this.rows.session(sessionId)
    let last: StoredTurn | undefined
    for (const row of this.rows.pages('t.session = ? AND t.seq > ?', session.id, session.last_seq, 0)) {
      const before =
        last && last.turnId === row.parent_id
          ? last.state
          : (await this.rows.loadState(sessionId, this.rows.parentOf(session, row))).state
      const turn = await this.#read(sessionId, row, before)
      yield turn
      last = turn
    }
  }

  async children(sessionId: string, turnId: string | null): Promise<TurnSummary[]> {
    const id = this.rows.idOf(sessionId)
    const parent = turnId === null ? null : this.rows.turn(sessionId, turnId).seq
    return this.rows.summaries('t.session = ? AND t.parent IS ?', id, parent)
  }

  async leaves(sessionId: string): Promise<TurnSummary[]> {
    const id = this.rows.idOf(sessionId)
    return this.rows.summaries(
      't.session = ? AND NOT EXISTS (SELECT 1 FROM turns c WHERE c.session = t.session AND c.parent = t.seq)',
      id,
    )
  }

  async line(sessionId: string, turnId: string | null, limit = Number.MAX_SAFE_INTEGER): Promise<TurnSummary[]> {
    return (await this.#lineRows(sessionId, turnId, limit)).map(toSummary)
  }

  async #lineRows(sessionId: string, turnId: string | null, limit: number): Promise<TurnRow[]> {
    if (turnId === null || limit < 1) return []
    const id = this.rows.idOf(sessionId)
    return this.rows.line(id, this.rows.turn(sessionId, turnId).id, limit)
  }

  async *readLine(sessionId: string, turnId: string | null): AsyncIterable<TurnSummary> {
    const id = this.rows.idOf(sessionId)
    for (const [from, to] of await this.lineSeqs(sessionId, turnId)) {
      for (const row of this.rows.pages('t.session = ? AND t.seq > ?', id, to, from - 1)) yield toSummary(row)
    }
  }

  async assets(sessionId: string, turnId: string | null): Promise<StoredAsset[]> {
    const id = this.rows.idOf(sessionId)
    const ranges = await this.lineSeqs(sessionId, turnId)
    const rows = ranges.flatMap(([from, to]) => this.rows.assets(id, from, to))
    return rows.map(({ seq, asset }) => {
      const turnId = this.rows.turnRow('t.session = ? AND t.seq = ?', id, seq)?.turn_id ?? ''
      const stored = JSON.parse(asset) as StoredAsset
      return { ...stored, path: this.assetFolder.fromRecord(stored.path), turnId }
    })
  }

  async *readChanges(sessionId: string, turnId: string | null): AsyncIterable<{ turnId: string; patch?: JsonObject }> {
    const id = this.rows.idOf(sessionId)
    for (const [from, to] of (await this.lineSeqs(sessionId, turnId)).toReversed()) {
      for (let last = to; last >= from; last -= pageSize) {
        const rows = this.rows.patches(id, Math.max(from, last - pageSize + 1), last)
        for (const { turn_id: turnId, patch } of rows)
          yield patch === null ? { turnId } : { turnId, patch: JSON.parse(patch) as JsonObject }
      }
    }
  }

  async lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]> {
    if (turnId === null) return []
    const id = this.rows.idOf(sessionId)
    const { seq } = this.rows.turn(sessionId, turnId)
    return this.rows.runs(id, seq)
  }

  async stateAt(sessionId: string, turnId: string | null): Promise<JsonObject> {
    return this.rows.keepState(sessionId, turnId === null ? undefined : this.rows.turn(sessionId, turnId))
  }

  async #read(sessionId: string, row: TurnRow, before: JsonObject): Promise<StoredTurn> {
    const turn = await this.rows.load(sessionId, row.session, () => loadTurnAt(this.connection, sessionId, row, before))
    readOnly(turn.state)
    return moveAssets(turn, (path) => this.assetFolder.fromRecord(path))
  }
}
