import { randomUUID } from 'node:crypto'
import type { Narrator, TurnOutcome } from '@narratoria/planner'
import type { JsonObject, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import { moveAssets } from '../assets/move-assets.ts'
import { RuntimeError } from '../errors.ts'
import { findStateWriter, type StateWriter } from '../history/state-writer.ts'
import { missingEvents } from '../history/fold-turn.ts'
import type { Maintenance } from '../maintenance/maintenance.ts'
import { extendRanges } from '../store/line-ranges.ts'
import type {
  LostTurn,
  SessionLock,
  SessionRecord,
  SessionStore,
  StoredAsset,
  StoredTurn,
  TurnSummary,
} from '../store/session-store.ts'
import { unknownTurn } from '../store/store-errors.ts'
import type { OpenTurns } from './open-turns.ts'
import { TurnRecorder } from './turn-recorder.ts'
import { type PlayedTurn, TurnStream } from './turn-stream.ts'

/** How many turns of the story a planner gets to see. */
const recentTurnCount = 10

/** What a session is played with. */
export interface SessionParts {
  store: SessionStore
  skills: SkillRegistry
  /** The right to change the session; its own until it is closed. */
  lock: SessionLock
  /** The turns of all sessions of the host. */
  turns: OpenTurns
  /** Makes the narrator of one turn; aborting `stop` breaks the turn off. */
  narratorFor: (turnSkills: SkillSnapshot, state: JsonObject, stop: AbortController) => Narrator
  /** What runs between turns; nothing unless there. */
  maintenance?: Maintenance
  onClose?: () => void
}

type Emit = (event: TurnEvent) => void | Promise<void>

/**
 * A story being played: one turn at a time, each committed whole or not at all (FR-022). Undo, retry and branches move
 * the head of its tree of turns; nothing is ever deleted.
 */
export class Session {
  readonly id: string
  readonly name: string | null
  readonly title: string
  /** The text that the story opens with. */
  readonly opening: string
  /** The turn that was being played when the session's last host ended. */
  readonly lostTurn: LostTurn | undefined
  readonly #parts: SessionParts
  #playing = false
  #uses = 1

  constructor(record: SessionRecord, parts: SessionParts) {
    this.id = record.sessionId
    this.name = record.name
    this.title = record.title
    this.opening = record.opening
    this.lostTurn = parts.lock.lostTurn
    this.#parts = parts
  }

  /**
   * Plays one turn. A cancelled turn ends with its partial result and is not stored. The result rejects where the turn
   * could not be stored (`store_full`, `store_unwritable`); the story then stands where it stood.
   *
   * @throws {RuntimeError} `session_busy` while another turn is being played, `session_closed`
   * @throws {TypeError} the prompt is no string
   */
  play(prompt: string, options: { signal?: AbortSignal } = {}): PlayedTurn {
    if (typeof prompt !== 'string') throw new TypeError(`The prompt must be a string, not of type ${typeof prompt}.`)
    return this.#stream(async (emit, stop) => {
      const { head } = await this.#record()
      return this.#playTurn({ prompt, parentId: head }, emit, { stop, signal: options.signal })
    })
  }

  /**
   * Tells a turn differently, the last one unless another is named as for `moveTo`: plays its prompt again in its place,
   * as an alternative beside it. The story stands where it stood until the new telling is stored.
   *
   * @throws {RuntimeError} as `play`; the result rejects with `nothing_to_retry` before the first turn, `unknown_turn`
   */
  retry(options: { turn?: string; signal?: AbortSignal } = {}): PlayedTurn {
    return this.#stream(async (emit, stop) => {
      const told = options.turn === undefined ? await this.lastTurn() : await this.#find(options.turn)
      if (!told) throw new RuntimeError('nothing_to_retry', 'There is no turn to tell differently yet.')
      return this.#playTurn(told, emit, { stop, signal: options.signal })
    })
  }

  /** The state after the last turn; a copy, which the caller may change. */
  async state(): Promise<JsonObject> {
    return this.#stateAt((await this.#record()).head)
  }

  /** The played line, oldest first, at most the last `limit` turns. */
  async turns(limit?: number): Promise<TurnSummary[]> {
    return this.#parts.store.line(this.id, (await this.#record()).head, limit)
  }

  /** The last turn of the played line, whole. */
  async lastTurn(): Promise<StoredTurn | undefined> {
    const { head } = await this.#record()
    return head === null ? undefined : this.#parts.store.readTurn(this.id, head)
  }

  /** The files of the played line, oldest first. */
  async assets(): Promise<StoredAsset[]> {
    return this.#parts.store.assets(this.id, (await this.#record()).head)
  }

  /**
   * Goes back: story, state, assets and what skills remember are those of `steps` turns ago. Answers with the turn that
   * the story now ends with.
   *
   * @throws {RuntimeError} `nothing_to_undo`, `session_busy`, `session_closed`
   * @throws {RangeError} `steps` is no whole number from 1
   */
  async undo(steps = 1): Promise<TurnSummary | undefined> {
    requireSteps(steps)
    const { head, tip } = await this.#change()
    const line = await this.#parts.store.line(this.id, head, steps + 1)
    const undone = line.slice(-steps)[0]
    if (!undone || line.length < steps) throw new RuntimeError('nothing_to_undo', nothingBefore(line.length))
    const to = undone.parentId
    await this.#parts.store.moveHead(this.id, { head: to, tip: tip ?? head })
    return to === null ? undefined : line.at(-steps - 1)
  }

  /**
   * Takes back `steps` undos.
   *
   * @throws {RuntimeError} `nothing_to_redo`, `session_busy`, `session_closed`
   * @throws {RangeError} `steps` is no whole number from 1
   */
  async redo(steps = 1): Promise<TurnSummary> {
    requireSteps(steps)
    const { head, tip } = await this.#change()
    const { store } = this.#parts
    const undone: TurnSummary[] = []
    for await (const turn of store.readLine(this.id, tip)) {
      undone.push(turn)
      if (turn.turnId === head) undone.length = 0
    }
    const to = tip === head ? undefined : undone[steps - 1]
    if (!to) throw new RuntimeError('nothing_to_redo', 'Nothing was undone that could be done again.')
    await store.moveHead(this.id, { head: to.turnId, tip })
    return to
  }

  /**
   * Moves to any stored turn, named by its id, its label or its number, or with `null` before the first: the next turn
   * follows it. Where something follows it already, that begins a branch.
   *
   * @throws {RuntimeError} `unknown_turn`, `session_busy`, `session_closed`
   */
  async moveTo(turn: string | null): Promise<TurnSummary | undefined> {
    await this.#change()
    const found = turn === null ? undefined : await this.#find(turn)
    const head = found?.turnId ?? null
    await this.#parts.store.moveHead(this.id, { head, tip: head })
    return found
  }

  /**
   * Gives a turn a name that it can be found by, or with `null` or a blank one takes its name away; the last turn unless
   * another is told.
   *
   * @throws {RuntimeError} `unknown_turn`, `name_taken`, `session_closed`
   */
  async label(label: string | null, turn?: string): Promise<TurnSummary> {
    const { head } = await this.#change()
    const found = await this.#find(turn ?? head ?? '')
    await this.#parts.store.labelTurn(this.id, found.turnId, label?.trim() || null)
    return this.#find(found.turnId)
  }

  /** The turns that are told in the place of a turn, itself among them, oldest first; of the last turn unless told. */
  async alternatives(turn?: string): Promise<TurnSummary[]> {
    const { head } = await this.#record()
    if (turn === undefined && head === null) return []
    const { parentId } = await this.#find(turn ?? head ?? '')
    return this.#parts.store.children(this.id, parentId)
  }

  /** The last turn of every branch, oldest first. */
  async branches(): Promise<TurnSummary[]> {
    return this.#parts.store.leaves(this.id)
  }

  /**
   * Says which turn, plan and tool wrote a state key on the played line; `undefined` where none did. The key is a
   * JSON Pointer or names with dots between them.
   */
  async why(key: string): Promise<StateWriter | undefined> {
    const { head } = await this.#record()
    return findStateWriter(this.#parts.store, { sessionId: this.id, head }, key)
  }

  /** @internal One more place of the same host uses this session, unless it was let go already; each closes it. */
  share(): this | undefined {
    if (this.#uses === 0 && !this.#playing) return undefined
    this.#uses += 1
    return this
  }

  /** Lets the session go: another host may play it. A turn that is being played keeps it until it ends. */
  close(): void {
    if (this.#uses === 0) return
    this.#uses -= 1
    if (this.#uses === 0 && !this.#playing) this.#release()
  }

  #release(): void {
    this.#parts.lock.release()
    this.#parts.onClose?.()
  }

  #stream(run: (emit: Emit, stop: AbortController) => Promise<TurnResult>): PlayedTurn {
    this.#refuseIfBusy()
    this.#playing = true
    return new TurnStream(async (emit) => {
      try {
        return await this.#parts.turns.play((stop) => run(emit, stop))
      } finally {
        this.#playing = false
        if (this.#uses === 0) this.#release()
      }
    })
  }

  async #playTurn(
    { prompt, parentId }: { prompt: string; parentId: string | null },
    show: Emit,
    { stop, signal }: { stop: AbortController; signal: AbortSignal | undefined },
  ): Promise<TurnResult> {
    const { store, skills, narratorFor, maintenance } = this.#parts
    maintenance?.stop(this.id)
    const turnId = randomUUID()
    const seq = await store.beginTurn(this.id, { prompt: skills.maskSecrets(prompt), startedAt: Date.now() })
    const before = await this.#stateAt(parentId)
    const place = { sessionId: this.id, turnId, seq, parentId, prompt: skills.maskSecrets(prompt) }
    try {
      const turnSkills = skills.snapshot()
      const recorder = new TurnRecorder(skills, turnSkills, show)
      await recorder.take({ type: 'turn_started', sessionId: this.id, turnId, seq, prompt: place.prompt })
      const request = {
        sessionId: this.id,
        ...(this.name !== null && { sessionName: this.name }),
        turn: { id: turnId, seq, line: extendRanges(await store.lineSeqs(this.id, parentId), seq) },
      }
      const played = await narratorFor(turnSkills, before, stop).play(
        {
          prompt,
          state: before,
          recentTurns: await store.line(this.id, parentId, recentTurnCount),
          skills: turnSkills.available(),
          request,
        },
        {
          signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
          onEvent: (event) => recorder.take(event),
        },
      )
      const outcome = await recorder.finish(played)
      const result = await this.#finish(place, { before, events: recorder.events, outcome, show })
      if (!outcome.cancelled) maintenance?.begin(turnSkills, { ...request, state: result.state })
      return result
    } catch (error) {
      await store.abandonTurn(this.id, seq).catch(() => undefined)
      throw error
    }
  }

  async #finish(
    place: Pick<StoredTurn, 'sessionId' | 'turnId' | 'seq' | 'parentId' | 'prompt'>,
    played: { before: JsonObject; events: TurnEvent[]; outcome: TurnOutcome; show: Emit },
  ): Promise<TurnResult> {
    const { store } = this.#parts
    const { before, events, show } = played
    const { cancelled, ...told } = played.outcome
    const { assets, ...outcome } = cancelled ? told : await this.#keepAssets(told, { events, show })
    const result: TurnResult = { ...place, status: cancelled ? 'cancelled' : 'stored', ...outcome }
    if (cancelled) {
      await store.abandonTurn(this.id, place.seq)
    } else {
      const record = [...events, ...missingEvents(events, before, outcome)]
      await store.commitTurn({ ...result, createdAt: Date.now(), events: record, assets })
    }
    await show({ type: 'turn_finished', result })
    return result
  }

  /** Takes a turn's files into the store's care before the turn is stored: those of a tool may be gone tomorrow. */
  async #keepAssets<T extends Pick<StoredTurn, 'assets' | 'execution' | 'attempts'>>(
    turn: T,
    { events, show }: { events: TurnEvent[]; show: Emit },
  ): Promise<T> {
    const { assetFolder } = this.#parts.store
    if (!assetFolder) return turn
    const places = new Map<string, string>()
    for (const asset of turn.assets) {
      const kept = await assetFolder.keep(asset)
      if ('path' in kept) {
        places.set(asset.path, kept.path)
        continue
      }
      const message = this.#parts.skills.maskSecrets(kept.warning)
      const warning: TurnEvent = { type: 'warning', code: 'asset_not_kept', message }
      events.push(warning)
      await show(warning)
    }
    return moveAssets(turn, (path) => places.get(path) ?? path)
  }

  /** A state outside the store's care: what a host or a planner does to it is not done to the story. */
  async #stateAt(turnId: string | null): Promise<JsonObject> {
    return structuredClone(await this.#parts.store.stateAt(this.id, turnId))
  }

  async #find(turn: string): Promise<TurnSummary> {
    const found = await this.#parts.store.findTurn(this.id, turn)
    if (!found) throw unknownTurn(this.id, turn)
    return found
  }

  async #change(): Promise<SessionRecord> {
    this.#refuseIfBusy()
    return this.#record()
  }

  #refuseIfBusy(): void {
    this.#parts.turns.refuseIfClosed()
    if (this.#uses === 0) throw new RuntimeError('session_closed', 'This session was closed; open it again.')
    if (this.#playing)
      throw new RuntimeError('session_busy', 'A turn of this session is being played; wait for it or cancel it.')
  }

  async #record(): Promise<SessionRecord> {
    const record = await this.#parts.store.findSession(this.id)
    if (!record) throw new RuntimeError('unknown_session', `The session "${this.id}" is gone.`)
    return record
  }
}

function requireSteps(steps: number): void {
  if (!Number.isInteger(steps) || steps < 1)
    throw new RangeError(`The number of turns must be a whole number from 1; it is ${steps}.`)
}

function nothingBefore(turns: number): string {
  return turns === 0 ? 'There is no turn to undo.' : `Only ${turns} ${turns === 1 ? 'turn' : 'turns'} can be undone.`
}
