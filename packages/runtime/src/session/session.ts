import type { Choice, JsonObject, TurnResult } from '@narratoria/protocol'
import { RuntimeError } from '../errors.ts'
import type { ExportFormat } from '../export/export-format.ts'
import { exportSession } from '../export/export-session.ts'
import { replayTurn, type ReplayedTurn } from '../history/replay-turn.ts'
import { findStateWriter, type StateWriter } from '../history/state-writer.ts'
import { isSameText, reviseText, textsOf, type Words } from '../history/turn-texts.ts'
import type {
  LostTurn,
  NarratorContext,
  SessionLock,
  SessionRecord,
  StoredAsset,
  StoredTurn,
  TurnSummary,
  TurnText,
} from '../store/session-store.ts'
import { unknownSession, unknownTurn } from '../store/store-errors.ts'
import { choicesIn } from '../world/opening.ts'
import { chosenText, isNumber } from './chosen.ts'
import { type Emit, playTurn, type TurnParts } from './play-turn.ts'
import { alternativesOf, requireAlternative, type Swiped } from './swipe.ts'
import { type PlayedTurn, TurnStream } from './turn-stream.ts'

/** The parts of a host that a session uses. */
export interface SessionParts extends TurnParts {
  /** The right to change the session. It is released when the session is closed. */
  lock: SessionLock
  /** Aborted when the host closes. The reason is the error of later calls. */
  hostClosed: AbortSignal
  onClose?: () => void
  /** The host's folder. */
  home: string
}

/** Options of a turn. */
export interface TurnOptions {
  /** Cancels the turn. */
  signal?: AbortSignal
  /** Names of skills that the turn must not use. Defaults to none. */
  disabledSkills?: readonly string[]
}

/**
 * A story being played, one turn at a time. A turn is committed in one transaction. Undo, retry and branches move the head
 * of its tree of turns. Nothing is ever deleted.
 */
export class Session implements AsyncDisposable {
  readonly id: string
  /** The text that the story opens with. */
  readonly opening: string
  /** The turn that was being played when the session's last host ended. */
  readonly lostTurn: LostTurn | undefined
  #name: string | null
  #title: string
  readonly #parts: SessionParts
  readonly #reported = new Set<string>()
  #turn: { stop: AbortController; ended: Promise<unknown> } | undefined
  #uses = 1
  #released = false

  /** @internal Use `Narratoria.openSession`. */
  constructor(record: SessionRecord, parts: SessionParts) {
    this.id = record.sessionId
    this.#name = record.name
    this.#title = record.title
    this.opening = record.opening
    this.lostTurn = parts.lock.lostTurn
    this.#parts = parts
  }

  /** The name given by the player, if any. */
  get name(): string | null {
    return this.#name
  }

  get title(): string {
    return this.#title
  }

  /**
   * Plays one turn. A number selects one of {@link choices}, whose text is then played. The state of the result is read-only. A
   * cancelled turn ends with its partial result and is not stored. The result rejects if the turn
   * cannot be stored (`store_full`, `store_unwritable`); the story is then unchanged.
   *
   * @throws {RuntimeError} `session_busy` while another turn is being played, `session_closed`
   * @throws {TypeError} if the prompt is not a string
   */
  play(prompt: string, options: TurnOptions = {}): PlayedTurn {
    if (typeof prompt !== 'string') throw new TypeError(`The prompt must be a string, not of type ${typeof prompt}.`)
    return this.#stream(options, async () => ({
      prompt: isNumber(prompt) ? chosenText(prompt, await this.choices()) : prompt,
      parentId: (await this.#record()).head,
    }))
  }

  /**
   * Plays the prompt of a turn again, as an alternative beside it. `turn` is read as by {@link moveTo}; it defaults to
   * the last turn. The head moves only when the new turn is stored.
   *
   * @throws {RuntimeError} as `play`; the result rejects with `nothing_to_retry` before the first turn, `unknown_turn`
   */
  retry(options: TurnOptions & { turn?: string } = {}): PlayedTurn {
    return this.#stream(options, async () => {
      const turn = options.turn === undefined ? await this.lastTurn() : await this.#find(options.turn)
      if (!turn) throw new RuntimeError('nothing_to_retry', 'There is no turn to retry yet.')
      return turn
    })
  }

  /**
   * Goes on with the narration without a new act: plays a turn with a blank prompt.
   *
   * @throws {RuntimeError} as `play`
   */
  continue(options: TurnOptions = {}): PlayedTurn {
    return this.play('', options)
  }

  /** Returns a copy of the state after the last turn. */
  async state(): Promise<JsonObject> {
    return structuredClone(await this.#parts.store.stateAt(this.id, (await this.#record()).head))
  }

  /** Returns the played line, oldest turn first. `limit` keeps the last turns only. */
  async turns(limit?: number): Promise<TurnSummary[]> {
    return this.#parts.store.line(this.id, (await this.#record()).head, limit)
  }

  /** Returns the last turn of the played line, with its record. */
  async lastTurn(): Promise<StoredTurn | undefined> {
    const { head } = await this.#record()
    return head === null ? undefined : this.#parts.store.readTurn(this.id, head)
  }

  /** Returns what the player can choose now: the choices of the last turn, or before it those of the story's world. */
  async choices(): Promise<Choice[]> {
    const last = await this.lastTurn()
    if (last) return last.choices
    const { world } = (await this.#parts.worlds?.resolve(await this.state())) ?? {}
    return world ? choicesIn(world) : []
  }

  /**
   * Settles when nothing is added to the last turn any more. After a turn that a model narrated, the model is asked what its narration
   * established, which then is part of the state, and for further {@link choices}. The next turn ends this.
   */
  async settled(): Promise<void> {
    await this.#parts.followUps?.done(this.id)
  }

  /** Returns what the narrating model was sent in the last turn that was stored; `undefined` if no model narrated it. */
  narratorContext(): Promise<NarratorContext | undefined> {
    return this.#parts.store.contextOf(this.id)
  }

  /** Returns the files of the played line, oldest first. */
  async assets(): Promise<StoredAsset[]> {
    return this.#parts.store.assets(this.id, (await this.#record()).head)
  }

  /**
   * Undoes `steps` turns, including their state, assets and the data of skills. Returns the turn that is
   * now the last one.
   *
   * @throws {RuntimeError} `nothing_to_undo`, `session_busy`, `session_closed`
   * @throws {RangeError} if `steps` is not a positive integer
   */
  async undo(steps = 1): Promise<TurnSummary | undefined> {
    requireSteps(steps)
    const { head, tip } = await this.#change()
    const line = await this.#parts.store.line(this.id, head, steps + 1)
    const undone = line.slice(-steps)[0]
    if (!undone || line.length < steps) throw new RuntimeError('nothing_to_undo', nothingBefore(line.length))
    await this.#parts.store.moveHead(this.id, { head: undone.parentId, tip: tip ?? head })
    return undone.parentId === null ? undefined : line.at(-steps - 1)
  }

  /**
   * Redoes `steps` undone turns. Returns the turn that is now the last one.
   *
   * @throws {RuntimeError} `nothing_to_redo`, `session_busy`, `session_closed`
   * @throws {RangeError} if `steps` is not a positive integer
   */
  async redo(steps = 1): Promise<TurnSummary> {
    requireSteps(steps)
    const { head, tip } = await this.#change()
    const undone: TurnSummary[] = []
    for await (const turn of this.#parts.store.readLine(this.id, tip)) {
      undone.push(turn)
      if (turn.turnId === head) undone.length = 0
    }
    const to = tip === head ? undefined : undone[steps - 1]
    if (!to) throw new RuntimeError('nothing_to_redo', 'There is nothing to redo.')
    await this.#parts.store.moveHead(this.id, { head: to.turnId, tip })
    return to
  }

  /**
   * Moves the head to a stored turn, given by its id, label or number, or with `null` before the first turn. The next
   * turn follows it; if another turn already does, a branch begins.
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
   * Labels a turn, so that it can be found by the label. `null` or a blank label removes it. `turn` defaults to the last
   * turn.
   *
   * @throws {RuntimeError} `unknown_turn`, `name_taken`, `session_closed`
   */
  async label(label: string | null, turn?: string): Promise<TurnSummary> {
    const { head } = await this.#change()
    const found = await this.#find(turn ?? head ?? '')
    await this.#parts.store.labelTurn(this.id, found.turnId, label?.trim() || null)
    return this.#find(found.turnId)
  }

  /**
   * Replaces the player's words of a turn, its narration, or both. The text before stays among {@link texts}; state and plan do not
   * change. `turn` is read as by {@link moveTo}; it defaults to the last turn.
   *
   * @throws {RuntimeError} `unknown_turn`, `session_busy`, `session_closed`
   * @throws {TypeError} if a text is blank
   */
  async edit(text: { prompt?: string; narrative?: string }, turn?: string): Promise<TurnSummary> {
    const { prompt, narrative } = this.#parts.skills.maskSecrets(text)
    if (prompt?.trim() === '' || narrative?.trim() === '') throw new TypeError('The text of a turn must not be blank.')
    const { head } = await this.#change()
    const { turnId } = await this.#find(turn ?? head ?? '')
    return this.#revise(turnId, {
      ...(prompt !== undefined && { prompt }),
      ...(narrative !== undefined && { narrative }),
    })
  }

  /**
   * Returns the texts of a turn in the order in which they were written: first the text as played. `turn` is read as by
   * {@link moveTo}; it defaults to the last turn.
   *
   * @throws {RuntimeError} `unknown_turn`
   */
  async texts(turn?: string): Promise<TurnText[]> {
    const { head } = await this.#record()
    const { turnId } = await this.#find(turn ?? head ?? '')
    return textsOf(await this.#parts.store.readTurn(this.id, turnId))
  }

  /**
   * Shows the next text of the last turn, or the one before it: those of {@link texts}, and those of the turns beside it
   * ({@link alternatives}).
   *
   * @throws {RuntimeError} `no_alternative`, `unknown_turn` before the first turn, `session_busy`, `session_closed`
   */
  async swipe(by: 1 | -1 = 1): Promise<Swiped> {
    const { head } = await this.#change()
    const last = await this.#find(head ?? '')
    const { alternatives, index } = await alternativesOf(this.#parts.store, last, this.id)
    const { turnId, ...text } = requireAlternative(alternatives, index, by)
    const turn = await this.#revise(turnId, text)
    if (turnId !== head) await this.#parts.store.moveHead(this.id, { head: turnId, tip: turnId })
    return { turn, position: index + by + 1, count: alternatives.length }
  }

  /**
   * Gives the story a name, which is its title, too.
   *
   * @throws {RuntimeError} `name_taken`, `session_closed`
   * @throws {TypeError} if the name is blank
   */
  async rename(name: string): Promise<void> {
    const given = name.trim()
    if (given === '') throw new TypeError('The name of a story must not be blank.')
    await this.#record()
    const record = await this.#parts.store.renameSession(this.id, { name: given, title: given })
    this.#name = record.name
    this.#title = record.title
  }

  /** Returns the turns with the same parent as `turn`, itself included, oldest first. `turn` defaults to the last turn. */
  async alternatives(turn?: string): Promise<TurnSummary[]> {
    const { head } = await this.#record()
    if (turn === undefined && head === null) return []
    const { parentId } = await this.#find(turn ?? head ?? '')
    return this.#parts.store.children(this.id, parentId)
  }

  /** Returns the last turn of every branch, oldest first. */
  async branches(): Promise<TurnSummary[]> {
    return this.#parts.store.leaves(this.id)
  }

  /**
   * Finds the turn, plan and tool that last wrote a state key on the played line. The key is a JSON Pointer or names
   * separated by dots.
   */
  async why(key: string): Promise<StateWriter | undefined> {
    const { head } = await this.#record()
    return findStateWriter(this.#parts.store, { sessionId: this.id, head }, key)
  }

  /** @internal Adds a reference, which needs a `close` of its own. Returns `undefined` if the session was released. */
  share(): this | undefined {
    if (this.#released) return undefined
    this.#uses += 1
    return this
  }

  /** Cancels the turn that is being played, and waits until it has ended. Returns false if there is none. */
  async cancel(): Promise<boolean> {
    const turn = this.#turn
    turn?.stop.abort()
    await turn?.ended
    return turn !== undefined
  }

  /**
   * Replays a stored turn from its record; nothing runs. `turn` is read as by {@link moveTo}; it defaults to the last turn.
   *
   * @throws {RuntimeError} `unknown_turn`
   */
  async replay(turn?: string): Promise<ReplayedTurn> {
    const { store } = this.#parts
    const { head } = await this.#record()
    const { turnId } = await this.#find(turn ?? head ?? '')
    const stored = await store.readTurn(this.id, turnId)
    return replayTurn(stored, await store.stateAt(this.id, stored.parentId))
  }

  /** Exports the story in pieces of text, with secrets redacted. `json` can be imported again and holds the data of skills. */
  export(format: ExportFormat = 'json'): AsyncIterable<string> {
    const { store, skills, home } = this.#parts
    return exportSession(store, this.id, { format, mask: (value) => skills.maskSecrets(value), data: { skills, home } })
  }

  /**
   * Releases the session, so that another host can play it. A session that was opened several times is released by the
   * last `close`, which waits for the running turn, and shortly for {@link settled}. With `force`, it cancels both. `force` defaults to
   * false.
   */
  async close({ force = false }: { force?: boolean } = {}): Promise<void> {
    if (this.#uses === 0) return this.#turn?.ended.then(() => undefined)
    this.#uses -= 1
    if (this.#uses > 0) return
    if (force) this.#turn?.stop.abort()
    await this.#turn?.ended
    await (force ? this.#parts.followUps?.cancel(this.id) : this.#parts.followUps?.settle(this.id))
    if (this.#uses === 0) this.#release()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #release(): void {
    if (this.#released) return
    this.#released = true
    this.#parts.lock.release()
    this.#parts.onClose?.()
  }

  #stream(
    { signal, disabledSkills = [] }: TurnOptions,
    findTurn: () => Promise<Pick<StoredTurn, 'prompt' | 'parentId'>>,
  ): PlayedTurn {
    this.#refuseIfBusy()
    const stop = new AbortController()
    const run = async (emit: Emit): Promise<TurnResult> => {
      try {
        const { prompt, parentId } = await findTurn()
        await this.#parts.followUps?.settle(this.id)
        return await playTurn(this.#parts, {
          session: this,
          reported: this.#reported,
          prompt,
          parentId,
          stop,
          signal,
          disabledSkills,
          emit,
        })
      } finally {
        this.#turn = undefined
      }
    }
    const stream = new TurnStream(run)
    this.#turn = { stop, ended: stream.result.catch(() => undefined) }
    return stream
  }

  async #revise(turnId: string, text: Partial<Words>): Promise<TurnSummary> {
    const { store } = this.#parts
    const turn = await store.readTurn(this.id, turnId)
    const words = { prompt: turn.prompt, narrative: turn.narrative, ...text }
    if (isSameText(words, turn)) return this.#find(turnId)
    return store.reviseTurn(this.id, turnId, reviseText(turn, words, Date.now()))
  }

  async #find(turn: string): Promise<TurnSummary> {
    const found = await this.#parts.store.findTurn(this.id, turn)
    if (!found) throw unknownTurn(this.id, turn)
    return found
  }

  async #change(): Promise<SessionRecord> {
    this.#refuseIfBusy()
    await this.#parts.followUps?.cancel(this.id)
    return this.#record()
  }

  #refuseIfBusy(): void {
    this.#parts.hostClosed.throwIfAborted()
    if (this.#uses === 0) throw new RuntimeError('session_closed', 'This session was closed; open it again.')
    if (this.#turn)
      throw new RuntimeError('session_busy', 'A turn of this session is being played; wait for it or cancel it.')
  }

  async #record(): Promise<SessionRecord> {
    const record = await this.#parts.store.findSession(this.id)
    if (!record) throw unknownSession(this.id)
    return record
  }
}

function requireSteps(steps: number): void {
  if (!Number.isInteger(steps) || steps < 1)
    throw new RangeError(`The number of turns must be a positive integer, not ${steps}.`)
}

function nothingBefore(turns: number): string {
  return turns === 0 ? 'There is no turn to undo.' : `Only ${turns} ${turns === 1 ? 'turn' : 'turns'} can be undone.`
}
