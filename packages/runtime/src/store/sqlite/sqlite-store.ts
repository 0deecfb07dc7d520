import type { LorebookDocument } from '@narratoria/interchange'
import type { StoryNotes } from '@narratoria/protocol'
import { hostname } from 'node:os'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AssetLimits } from '../../assets/asset-folder.ts'
import { moveAssets } from '../../assets/move-assets.ts'
import { RuntimeError } from '../../errors.ts'
import type {
  LostTurn,
  NarratorContext,
  NewNames,
  NewSession,
  SessionLock,
  SessionRecord,
  SessionStore,
  StoredTurn,
  StoreNotice,
  TrashedSession,
  TurnRevision,
  TurnSummary,
} from '../session-store.ts'
import { labelTaken, nameTaken, sessionInUse, sessionTaken, turnFollowed, turnNotBegun } from '../store-errors.ts'
import { findDamageInBackground } from './repair/background-check.ts'
import { backUp } from './back-up.ts'
import { countCommit } from './commit-mark.ts'
import { compressJson } from '../compress.ts'
import { damaged } from './connection.ts'
import { type FileLock, lockName, takeFileLock } from './file-lock.ts'
import type { OpenedDatabase } from './open-database.ts'
import {
  type SessionRow,
  insertSession,
  notesColumn,
  tagsColumn,
  toRecord,
  updateSession,
  writeLorebooks,
} from './session-rows.ts'
import { SqliteReader } from './sqlite-reader.ts'
import { deleteTrashed, filesOfTrash, removeFiles, restore, trash } from './trash.ts'
import { TurnSpool } from './turn-spool.ts'
import { toSummary } from './turn-row.ts'
import {
  amendTurn,
  insertLabel,
  insertTurn,
  type PreparedTurn,
  prepareTurn,
  reviseTurn,
  type WrittenTurn,
} from './turn-rows.ts'
import { dropUnused } from './whole-states.ts'

const notInFlight = { in_flight_prompt: null, in_flight_since: null }

/**
 * Stores every session in one SQLite file. Each change is one transaction, which is on the disk when the call returns. If
 * the process is killed, a change is stored completely or not at all.
 */
export class SqliteSessionStore extends SqliteReader implements SessionStore {
  readonly notices: readonly StoreNotice[]
  /**
   * Settles when every turn has been checked. The check starts one second after opening. A notice reports
   * damage; then nothing more is written to the file.
   */
  readonly checked: Promise<StoreNotice | undefined>
  readonly #opened: OpenedDatabase
  readonly #locks = new Map<string, FileLock>()
  readonly #closed = new AbortController()
  #damage: RuntimeError | undefined

  /** @internal Use `openSqliteSessionStore`. */
  constructor(opened: OpenedDatabase, assets?: AssetLimits) {
    super(opened, assets)
    this.#opened = opened
    this.notices = opened.notices
    this.checked = this.#check()
  }

  async createSession(session: NewSession): Promise<SessionRecord> {
    return this.#write(() => {
      this.#refuseTaken(session)
      insertSession(this.connection, session)
      return toRecord(this.rows.session(session.sessionId))
    })
  }

  async renameSession(sessionId: string, to: NewNames): Promise<SessionRecord> {
    return this.#write(() => {
      const session = this.rows.session(sessionId)
      if (typeof to.name === 'string' && to.name !== session.name) this.#refuseName(to.name)
      updateSession(this.connection, session, to)
      return toRecord(this.rows.session(sessionId))
    })
  }

  async tagSession(sessionId: string, tags: readonly string[]): Promise<SessionRecord> {
    return this.#write(() => {
      updateSession(this.connection, this.rows.session(sessionId), { tags: tagsColumn(tags) })
      return toRecord(this.rows.session(sessionId))
    })
  }

  async setNotes(sessionId: string, notes: StoryNotes): Promise<SessionRecord> {
    return this.#write(() => {
      updateSession(this.connection, this.rows.session(sessionId), { notes: notesColumn(notes) })
      return toRecord(this.rows.session(sessionId))
    })
  }

  async setLorebooks(sessionId: string, lorebooks: readonly LorebookDocument[]): Promise<void> {
    this.#write(() => {
      writeLorebooks(this.connection, this.rows.session(sessionId).id, lorebooks)
    })
  }

  async trashSession(sessionId: string): Promise<TrashedSession> {
    const lock = await this.lockSession(sessionId)
    try {
      return this.#write(() => trash(this.connection, this.rows, sessionId))
    } finally {
      await lock.release()
    }
  }

  async restoreSession(sessionId: string): Promise<SessionRecord> {
    return this.#write(() => restore(this.connection, this.rows, sessionId))
  }

  async emptyTrash({ before = Number.MAX_SAFE_INTEGER }: { before?: number } = {}): Promise<string[]> {
    const { deleted, files } = this.#write(() => ({
      files: filesOfTrash(this.connection, before),
      deleted: deleteTrashed(this.connection, this.rows, before),
    }))
    // The numbers of deleted rows are used again.
    this.rows.forget()
    await removeFiles(this.assetFolder, files)
    return deleted.map((session) => session.session_id)
  }

  async lockSession(sessionId: string): Promise<SessionLock> {
    const session = this.rows.session(sessionId)
    if (this.#opened.readOnly)
      throw new RuntimeError(
        'store_unwritable',
        `${this.connection.path} can only be read here: no turn could be stored.`,
      )
    const lock = this.#locks.has(sessionId) ? undefined : takeFileLock(this.#lockPath(sessionId), 'exclusive')
    if (!lock) throw sessionInUse(session.title, session.holder ?? undefined)
    try {
      const lostTurn = this.#write(() => this.#takeOver(this.rows.session(sessionId)))
      this.#locks.set(sessionId, lock)
      this.rows.locked.add(sessionId)
      const release = () => {
        if (!this.#locks.delete(sessionId)) return
        this.rows.locked.delete(sessionId)
        lock.release()
      }
      return { lostTurn, release }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  async beginTurn(sessionId: string, turn: { prompt: string; startedAt: number }): Promise<number> {
    const { prompt, startedAt } = turn
    return this.#write(() => {
      const session = this.rows.session(sessionId)
      const seq = session.last_seq + 1
      updateSession(this.connection, session, { last_seq: seq, in_flight_prompt: prompt, in_flight_since: startedAt })
      return seq
    })
  }

  async commitTurn(turn: StoredTurn, context?: NarratorContext): Promise<void> {
    await this.#prepared(turn, (recorded, prepared) => this.#commit(recorded, context, prepared))
  }

  #commit(turn: StoredTurn, context: NarratorContext | undefined, prepared: PreparedTurn): void {
    const session = this.rows.session(turn.sessionId)
    if (session.in_flight_prompt === null || session.last_seq !== turn.seq) throw turnNotBegun(turn.seq)
    this.rows.remember(turn.sessionId, this.#insert(session, turn, prepared))
    updateSession(this.connection, session, {
      head: turn.seq,
      tip: turn.seq,
      turns: session.turns + 1,
      ...notInFlight,
      updated_at: turn.createdAt,
      context: context ? compressJson(context) : null,
    })
  }

  async amendTurn(turn: StoredTurn): Promise<void> {
    const { sessionId, turnId, seq } = turn
    await this.#prepared(turn, (recorded, prepared) => {
      const [row, session] = [this.rows.turn(sessionId, turnId), this.rows.session(sessionId)]
      if (this.rows.turnRow('t.session = ? AND t.parent = ?', session.id, seq)) throw turnFollowed(seq)
      const parent = this.rows.parentOf(session, row)
      const before = this.rows.stateOf(sessionId, parent)
      const place = { id: row.id, parent, before, prepared }
      this.rows.remember(sessionId, amendTurn(this.connection, recorded, place))
    })
  }

  async reviseTurn(sessionId: string, turnId: string, revision: TurnRevision): Promise<TurnSummary> {
    return this.#write(() => {
      const [row, session] = [this.rows.turn(sessionId, turnId), this.rows.session(sessionId)]
      reviseTurn(this.connection, row, revision)
      updateSession(this.connection, session, { revision: (session.revision ?? 0) + 1 })
      return toSummary(this.rows.turn(sessionId, turnId))
    })
  }

  async abandonTurn(sessionId: string, seq: number): Promise<void> {
    this.#write(() => {
      const session = this.rows.session(sessionId)
      if (session.last_seq === seq) updateSession(this.connection, session, notInFlight)
    })
  }

  async moveHead(sessionId: string, to: { head: string | null; tip: string | null }): Promise<void> {
    this.#write(() => this.#moveHead(sessionId, to))
  }

  async labelTurn(sessionId: string, turnId: string, label: string | null): Promise<void> {
    this.#write(() => {
      const session = this.rows.session(sessionId)
      const turn = this.rows.turn(sessionId, turnId)
      const other = label === null ? undefined : this.rows.turnRow('t.session = ? AND l.label = ?', session.id, label)
      if (label !== null && other && other.id !== turn.id) throw labelTaken(label)
      this.connection.run('DELETE FROM labels WHERE turn = ?', turn.id)
      if (label !== null) insertLabel(this.connection, turn, label)
    })
  }

  async importSession(
    session: NewSession & { head: string | null; tip: string | null },
    turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>,
  ): Promise<SessionRecord> {
    const spool = new TurnSpool(this.connection)
    try {
      for await (const turn of turns) spool.add(turn)
      return this.#write(() => this.#importTurns(session, spool.turns()))
    } finally {
      spool.drop()
    }
  }

  /**
   * Copies every story, and the files of the stories to the folder `<path>-assets`. To restore the copy, open it. If it
   * fails, no copy is left.
   *
   * @throws {RuntimeError} `store_unwritable` if the path exists or cannot be written, `store_full`, `store_damaged`
   */
  async backup(path: string): Promise<void> {
    await this.rows.read(() => backUp(this.connection, path))
  }

  async close(): Promise<void> {
    this.#closed.abort()
    for (const lock of this.#locks.values()) lock.release()
    this.#locks.clear()
    this.searchIndex.close()
    this.#opened.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #check(): Promise<StoreNotice | undefined> {
    const damage = await findDamageInBackground(this.connection, this.#closed.signal)
    if (damage === undefined) {
      this.#dropOrphans()
      return undefined
    }
    this.#opened.requestCheck()
    this.#damage = damaged(this.connection.path, new Error(damage))
    return { code: 'damage_found', message: `${this.#damage.message} (${damage})` }
  }

  /** What a killed host has left is deleted only from a file that was found intact. */
  #dropOrphans(): void {
    if (!this.connection.database.isOpen) return
    for (const state of this.#opened.orphans.splice(0)) dropUnused(this.connection, state)
  }

  /** Runs a transaction with a prepared turn. */
  async #prepared(turn: StoredTurn, work: (recorded: StoredTurn, prepared: PreparedTurn) => void): Promise<void> {
    const recorded = this.#recorded(turn)
    const prepared = await this.#prepare(recorded)
    try {
      this.#write(() => work(recorded, prepared))
    } finally {
      dropUnused(this.connection, prepared.whole?.pieces?.state)
    }
  }

  /** A transaction cannot wait, so what takes long is done before it. */
  async #prepare(turn: StoredTurn): Promise<PreparedTurn> {
    if (this.#damage) throw this.#damage
    const { sessionId, parentId } = turn
    // Usually it is in memory.
    if (!this.rows.keepsState(sessionId, parentId)) await this.stateAt(sessionId, parentId)
    const parent = parentId === null ? undefined : this.rows.turn(sessionId, parentId)
    const before = this.rows.stateOf(sessionId, parent)
    return prepareTurn(this.connection, turn, { parent, before })
  }

  #recorded(turn: StoredTurn): StoredTurn {
    return moveAssets(turn, (path) => this.assetFolder.toRecord(path))
  }

  #insert(session: SessionRow, turn: StoredTurn, prepared?: PreparedTurn): WrittenTurn {
    const parent = turn.parentId === null ? undefined : this.rows.turn(session.session_id, turn.parentId)
    const before = this.rows.stateOf(session.session_id, parent)
    return insertTurn(this.connection, turn, { session: session.id, parent, before, prepared })
  }

  #importTurns(
    session: NewSession & { head: string | null; tip: string | null },
    turns: Iterable<StoredTurn>,
  ): SessionRecord {
    this.#refuseTaken(session)
    insertSession(this.connection, session)
    const { sessionId } = session
    const row = this.rows.session(sessionId)
    let [count, lastSeq, updatedAt] = [0, 0, session.createdAt]
    for (const turn of turns) {
      this.rows.remember(sessionId, this.#insert(row, this.#recorded({ ...turn, sessionId })))
      ;[count, lastSeq, updatedAt] = [count + 1, turn.seq, turn.createdAt]
    }
    updateSession(this.connection, row, { last_seq: lastSeq, turns: count, updated_at: updatedAt })
    this.#moveHead(sessionId, session)
    return toRecord(this.rows.session(sessionId))
  }

  #moveHead(sessionId: string, to: { head: string | null; tip: string | null }): void {
    const [head, tip] = [to.head, to.tip].map((id) => (id === null ? null : this.rows.turn(sessionId, id).seq))
    updateSession(this.connection, this.rows.session(sessionId), { head: head!, tip: tip! })
  }

  /** Stores the current host and returns the turn that the previous one left unfinished. */
  #takeOver(session: SessionRow): LostTurn | undefined {
    const { last_seq: seq, in_flight_prompt: prompt, in_flight_since: startedAt } = session
    updateSession(this.connection, session, { ...notInFlight, holder: `Process ${process.pid} on ${hostname()}` })
    return prompt === null ? undefined : { seq, prompt, startedAt: startedAt ?? 0 }
  }

  #refuseTaken({ sessionId, name }: NewSession): void {
    if (this.rows.sessionRow('s.session_id = ?', sessionId)) throw sessionTaken(sessionId)
    if (name !== null) this.#refuseName(name)
  }

  #refuseName(name: string): void {
    if (this.rows.sessionRow('s.name = ?', name)) throw nameTaken(name)
  }

  #lockPath(sessionId: string): string {
    const folder = `${this.connection.path}-locks`
    mkdirSync(folder, { recursive: true })
    return join(folder, lockName(sessionId))
  }

  #write<T>(work: () => T): T {
    if (this.#damage) throw this.#damage
    try {
      const { result, count } = this.rows.read(() =>
        this.connection.transaction(() => ({ result: work(), count: countCommit(this.connection) })),
      )
      this.#opened.mark.write(count)
      return result
    } catch (error) {
      // The row was not stored, so another one will get its number.
      this.rows.forget()
      throw error
    }
  }
}
