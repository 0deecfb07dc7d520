import { hostname } from 'node:os'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { AssetFolder, type AssetLimits } from '../../assets/asset-folder.ts'
import { moveAssets } from '../../assets/move-assets.ts'
import { RuntimeError } from '../../errors.ts'
import type {
  LostTurn,
  NarratorContext,
  NewSession,
  SessionLock,
  SessionRecord,
  SessionStore,
  StoredAsset,
  StoredTurn,
  StoreNotice,
  TurnRecap,
  TurnSummary,
} from '../session-store.ts'
import { labelTaken, nameTaken, sessionInUse, sessionTaken, turnNotBegun } from '../store-errors.ts'
import { findDamageInBackground } from './repair/background-check.ts'
import { compressJson, decompressJson } from './compress.ts'
import { type Connection, damaged } from './connection.ts'
import { type FileLock, lockName, takeFileLock } from './file-lock.ts'
import { type OpenedDatabase, assetFolderOf } from './open-database.ts'
import { type SessionRow, insertSession, recordColumns, toRecord } from './session-rows.ts'
import { StoreRows, pageSize } from './store-rows.ts'
import { TurnSpool } from './turn-spool.ts'
import { type TurnRow, insertTurn, readTurnAt, toSummary } from './turn-rows.ts'

/**
 * Stores every session in one SQLite file. Each change is one transaction, which is on the disk when the call returns. If
 * the process is killed, a change is stored completely or not at all.
 */
export class SqliteSessionStore implements SessionStore {
  readonly notices: readonly StoreNotice[]
  readonly assetFolder: AssetFolder
  /**
   * Settles when every turn has been checked. The check starts one second after opening. A notice reports
   * damage; then nothing more is written to the file.
   */
  readonly checked: Promise<StoreNotice | undefined>
  readonly #opened: OpenedDatabase
  readonly #connection: Connection
  readonly #rows: StoreRows
  readonly #locks = new Map<string, FileLock>()
  readonly #closed = new AbortController()
  #damage: RuntimeError | undefined

  /** @internal Use `openSqliteSessionStore`. */
  constructor(opened: OpenedDatabase, assets?: AssetLimits) {
    this.#opened = opened
    this.#connection = opened.connection
    this.#rows = new StoreRows(opened.connection, () => opened.requestCheck())
    this.notices = opened.notices
    this.assetFolder = new AssetFolder(assetFolderOf(opened.connection.path), assets)
    this.checked = this.#check()
  }

  async createSession(session: NewSession): Promise<SessionRecord> {
    return this.#write(() => {
      this.#refuseTaken(session)
      insertSession(this.#connection, session)
      return toRecord(this.#rows.session(session.sessionId))
    })
  }

  async findSession(idOrName: string): Promise<SessionRecord | undefined> {
    const row = this.#rows.sessionRow('s.session_id = ?', idOrName) ?? this.#rows.sessionRow('s.name = ?', idOrName)
    return row && toRecord(row)
  }

  async listSessions(): Promise<SessionRecord[]> {
    return this.#rows.read(() =>
      this.#connection
        .all<SessionRow>(`SELECT ${recordColumns} FROM sessions s ORDER BY s.updated_at DESC, s.id DESC`)
        .map(toRecord),
    )
  }

  async lockSession(sessionId: string): Promise<SessionLock> {
    const session = this.#rows.session(sessionId)
    if (this.#opened.readOnly)
      throw new RuntimeError(
        'store_unwritable',
        `${this.#connection.path} can only be read here: no turn could be stored.`,
      )
    const lock = this.#locks.has(sessionId) ? undefined : takeFileLock(this.#lockPath(sessionId), 'exclusive')
    if (!lock) throw sessionInUse(session.title, session.holder ?? undefined)
    try {
      const lostTurn = this.#write(() => this.#takeOver(this.#rows.session(sessionId)))
      this.#locks.set(sessionId, lock)
      return { lostTurn, release: () => this.#locks.delete(sessionId) && lock.release() }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  async beginTurn(sessionId: string, turn: { prompt: string; startedAt: number }): Promise<number> {
    const { prompt, startedAt } = turn
    return this.#write(() => {
      const { id, last_seq: lastSeq } = this.#rows.session(sessionId)
      this.#connection.run(
        'UPDATE sessions SET last_seq = ?, in_flight_prompt = ?, in_flight_since = ? WHERE id = ?',
        lastSeq + 1,
        prompt,
        startedAt,
        id,
      )
      return lastSeq + 1
    })
  }

  async commitTurn(turn: StoredTurn, context?: NarratorContext): Promise<void> {
    this.#write(() => {
      const session = this.#rows.session(turn.sessionId)
      if (session.in_flight_prompt === null || session.last_seq !== turn.seq) throw turnNotBegun(turn.seq)
      const id = this.#insert(session, turn)
      // A copy, because the host may change its own.
      this.#rows.remember({ turn: id, state: structuredClone(turn.state) })
      this.#connection.run(
        `UPDATE sessions SET head = ?1, tip = ?1, turns = turns + 1, in_flight_prompt = NULL, in_flight_since = NULL,
           updated_at = ?2, context = ?4 WHERE id = ?3`,
        turn.seq,
        turn.createdAt,
        session.id,
        context ? compressJson(context) : null,
      )
    })
  }

  async contextOf(sessionId: string): Promise<NarratorContext | undefined> {
    const { id } = this.#rows.session(sessionId)
    const row = this.#rows.read(() =>
      this.#connection.get<{ context: Uint8Array | null }>('SELECT context FROM sessions WHERE id = ?', id),
    )
    return row?.context ? decompressJson<NarratorContext & JsonObject>(row.context) : undefined
  }

  async recaps(sessionId: string, turnId: string | null, limit: number): Promise<TurnRecap[]> {
    const rows = await this.#lineRows(sessionId, turnId, limit)
    return rows.map(({ seq, prompt, narrative, recap }) => ({
      seq,
      prompt,
      narrative,
      ...(recap && { recap: JSON.parse(recap) as TurnRecap['recap'] }),
    }))
  }

  async abandonTurn(sessionId: string, seq: number): Promise<void> {
    this.#write(() =>
      this.#connection.run(
        'UPDATE sessions SET in_flight_prompt = NULL, in_flight_since = NULL WHERE session_id = ? AND last_seq = ?',
        sessionId,
        seq,
      ),
    )
  }

  async moveHead(sessionId: string, to: { head: string | null; tip: string | null }): Promise<void> {
    this.#write(() => this.#moveHead(sessionId, to))
  }

  async labelTurn(sessionId: string, turnId: string, label: string | null): Promise<void> {
    this.#write(() => {
      const session = this.#rows.session(sessionId)
      const turn = this.#rows.turn(sessionId, turnId)
      const other = label === null ? undefined : this.#rows.turnRow('t.session = ? AND l.label = ?', session.id, label)
      if (label !== null && other && other.id !== turn.id) throw labelTaken(label)
      this.#connection.run('DELETE FROM labels WHERE turn = ?', turn.id)
      if (label !== null)
        this.#connection.run('INSERT INTO labels (turn, session, label) VALUES (?, ?, ?)', turn.id, session.id, label)
    })
  }

  async findTurn(sessionId: string, turnIdOrLabel: string): Promise<TurnSummary | undefined> {
    const { id } = this.#rows.session(sessionId)
    const row =
      this.#rows.turnRow('t.session = ? AND t.turn_id = ?', id, turnIdOrLabel) ??
      this.#rows.turnRow('t.session = ? AND l.label = ?', id, turnIdOrLabel) ??
      (/^\d{1,15}$/.test(turnIdOrLabel)
        ? this.#rows.turnRow('t.session = ? AND t.seq = ?', id, Number(turnIdOrLabel))
        : undefined)
    return row && toSummary(row)
  }

  async readTurn(sessionId: string, turnId: string): Promise<StoredTurn> {
    const row = this.#rows.turn(sessionId, turnId)
    const parent = this.#rows.parentOf(this.#rows.session(sessionId), row)
    return this.#read(sessionId, row, this.#rows.stateOf(sessionId, parent))
  }

  async *readTurns(sessionId: string): AsyncIterable<StoredTurn> {
    const session = this.#rows.session(sessionId)
    let last: StoredTurn | undefined
    for (const row of this.#rows.pages('t.session = ? AND t.seq > ?', session.id, session.last_seq, 0)) {
      const before =
        last && last.turnId === row.parent_id
          ? last.state
          : this.#rows.stateOf(sessionId, this.#rows.parentOf(session, row))
      const turn = this.#read(sessionId, row, before)
      yield turn
      last = turn
    }
  }

  async children(sessionId: string, turnId: string | null): Promise<TurnSummary[]> {
    const { id } = this.#rows.session(sessionId)
    const parent = turnId === null ? null : this.#rows.turn(sessionId, turnId).seq
    return this.#rows.summaries('t.session = ? AND t.parent IS ?', id, parent)
  }

  async leaves(sessionId: string): Promise<TurnSummary[]> {
    const { id } = this.#rows.session(sessionId)
    return this.#rows.summaries(
      't.session = ? AND NOT EXISTS (SELECT 1 FROM turns c WHERE c.session = t.session AND c.parent = t.seq)',
      id,
    )
  }

  async line(sessionId: string, turnId: string | null, limit = Number.MAX_SAFE_INTEGER): Promise<TurnSummary[]> {
    return (await this.#lineRows(sessionId, turnId, limit)).map(toSummary)
  }

  async #lineRows(sessionId: string, turnId: string | null, limit: number): Promise<TurnRow[]> {
    if (turnId === null || limit < 1) return []
    const { id } = this.#rows.session(sessionId)
    return this.#rows.line(id, this.#rows.turn(sessionId, turnId).id, limit)
  }

  async *readLine(sessionId: string, turnId: string | null): AsyncIterable<TurnSummary> {
    const { id } = this.#rows.session(sessionId)
    for (const [from, to] of await this.lineSeqs(sessionId, turnId)) {
      for (const row of this.#rows.pages('t.session = ? AND t.seq > ?', id, to, from - 1)) yield toSummary(row)
    }
  }

  async assets(sessionId: string, turnId: string | null): Promise<StoredAsset[]> {
    const { id } = this.#rows.session(sessionId)
    const ranges = await this.lineSeqs(sessionId, turnId)
    const rows = ranges.flatMap(([from, to]) =>
      this.#rows.read(() =>
        this.#connection.all<{ turn_id: string; asset: string }>(
          `SELECT t.turn_id, a.asset FROM assets a JOIN turns t ON t.session = a.session AND t.seq = a.seq
           WHERE a.session = ? AND a.seq BETWEEN ? AND ? ORDER BY a.seq, a.position`,
          id,
          from,
          to,
        ),
      ),
    )
    return rows.map(({ turn_id: turnId, asset }) => {
      const stored = JSON.parse(asset) as StoredAsset
      return { ...stored, path: this.assetFolder.fromRecord(stored.path), turnId }
    })
  }

  async *readChanges(sessionId: string, turnId: string | null): AsyncIterable<{ turnId: string; patch?: JsonObject }> {
    const { id } = this.#rows.session(sessionId)
    for (const [from, to] of (await this.lineSeqs(sessionId, turnId)).toReversed()) {
      for (let last = to; last >= from; last -= pageSize) {
        const rows = this.#rows.read(() =>
          this.#connection.all<{ turn_id: string; patch: string | null }>(
            `SELECT t.turn_id, s.patch FROM turns t LEFT JOIN states s ON s.turn = t.id
             WHERE t.session = ? AND t.seq BETWEEN ? AND ? ORDER BY t.seq DESC`,
            id,
            Math.max(from, last - pageSize + 1),
            last,
          ),
        )
        for (const { turn_id: turnId, patch } of rows)
          yield patch === null ? { turnId } : { turnId, patch: JSON.parse(patch) as JsonObject }
      }
    }
  }

  async lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]> {
    if (turnId === null) return []
    const { id } = this.#rows.session(sessionId)
    const { seq } = this.#rows.turn(sessionId, turnId)
    return this.#rows.runs(id, seq)
  }

  async stateAt(sessionId: string, turnId: string | null): Promise<JsonObject> {
    return this.#rows.stateOf(sessionId, turnId === null ? undefined : this.#rows.turn(sessionId, turnId))
  }

  async importSession(
    session: NewSession & { head: string | null; tip: string | null },
    turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>,
  ): Promise<SessionRecord> {
    const spool = new TurnSpool(this.#connection)
    try {
      for await (const turn of turns) spool.add(turn)
      return this.#write(() => this.#importTurns(session, spool.turns()))
    } finally {
      spool.drop()
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    for (const lock of this.#locks.values()) lock.release()
    this.#locks.clear()
    this.#opened.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #check(): Promise<StoreNotice | undefined> {
    const damage = await findDamageInBackground(this.#connection, this.#closed.signal)
    if (damage === undefined) return undefined
    this.#opened.requestCheck()
    this.#damage = damaged(this.#connection.path, new Error(damage))
    return { code: 'damage_found', message: `${this.#damage.message} (${damage})` }
  }

  #read(sessionId: string, row: TurnRow, before: JsonObject): StoredTurn {
    const turn = this.#rows.read(() => readTurnAt(this.#connection, sessionId, row, before))
    return moveAssets(turn, (path) => this.assetFolder.fromRecord(path))
  }

  #insert(session: SessionRow, turn: StoredTurn): number {
    const recorded = moveAssets(turn, (path) => this.assetFolder.toRecord(path))
    const parent = turn.parentId === null ? undefined : this.#rows.turn(session.session_id, turn.parentId)
    const before = this.#rows.stateOf(session.session_id, parent)
    return insertTurn(this.#connection, recorded, { session: session.id, parent, before })
  }

  #importTurns(
    session: NewSession & { head: string | null; tip: string | null },
    turns: Iterable<StoredTurn>,
  ): SessionRecord {
    this.#refuseTaken(session)
    insertSession(this.#connection, session)
    const { sessionId } = session
    const row = this.#rows.session(sessionId)
    let [count, lastSeq, updatedAt] = [0, 0, session.createdAt]
    for (const turn of turns) {
      const id = this.#insert(row, { ...turn, sessionId })
      this.#rows.remember({ turn: id, state: turn.state })
      ;[count, lastSeq, updatedAt] = [count + 1, turn.seq, turn.createdAt]
    }
    this.#connection.run(
      'UPDATE sessions SET last_seq = ?, turns = ?, updated_at = ? WHERE session_id = ?',
      lastSeq,
      count,
      updatedAt,
      sessionId,
    )
    this.#moveHead(sessionId, session)
    return toRecord(this.#rows.session(sessionId))
  }

  #moveHead(sessionId: string, to: { head: string | null; tip: string | null }): void {
    const [head, tip] = [to.head, to.tip].map((id) => (id === null ? null : this.#rows.turn(sessionId, id).seq))
    this.#connection.run('UPDATE sessions SET head = ?, tip = ? WHERE session_id = ?', head!, tip!, sessionId)
  }

  /** Stores the current host and returns the turn that the previous one left unfinished. */
  #takeOver(session: SessionRow): LostTurn | undefined {
    const { id, last_seq: seq, in_flight_prompt: prompt, in_flight_since: startedAt } = session
    this.#connection.run(
      'UPDATE sessions SET in_flight_prompt = NULL, in_flight_since = NULL, holder = ? WHERE id = ?',
      `Process ${process.pid} on ${hostname()}`,
      id,
    )
    return prompt === null ? undefined : { seq, prompt, startedAt: startedAt ?? 0 }
  }

  #refuseTaken({ sessionId, name }: NewSession): void {
    if (this.#rows.sessionRow('s.session_id = ?', sessionId)) throw sessionTaken(sessionId)
    if (name !== null && this.#rows.sessionRow('s.name = ?', name)) throw nameTaken(name)
  }

  #lockPath(sessionId: string): string {
    const folder = `${this.#connection.path}-locks`
    mkdirSync(folder, { recursive: true })
    return join(folder, lockName(sessionId))
  }

  #write<T>(work: () => T): T {
    if (this.#damage) throw this.#damage
    try {
      return this.#rows.read(() => this.#connection.transaction(work))
    } catch (error) {
      // The row was not stored, so another one will get its number.
      this.#rows.remember(undefined)
      throw error
    }
  }
}
