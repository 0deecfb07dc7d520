import type { LorebookDocument } from '@narratoria/interchange'
import type { StoryNotes, TurnEvent, TurnResult } from '@narratoria/protocol'
import { RuntimeError } from '../errors.ts'
import { isSameText, reviseText, type Words } from '../history/turn-texts.ts'
import type { SessionRecord, StoredTurn, TurnSummary } from '../store/session-store.ts'
import { checkLorebooks } from '../store/check-lorebooks.ts'
import { chosenText, isNumber } from './chosen.ts'
import { type DispatchedTurn, lockForChange } from './dispatch.ts'
import { type Emit, playTurn } from './play-turn.ts'
import { type NotesChange, withNotes } from './story-notes.ts'
import { SessionReader } from './session-reader.ts'
import { alternativesOf, requireAlternative, type Swiped } from './swipe.ts'
import { type PlayedTurn, TurnStream } from './turn-stream.ts'

/** Options of a turn. */
export interface TurnOptions {
  /** Cancels the turn. */
  signal?: AbortSignal
  /** Names of skills that the turn must not use. Defaults to none. */
  disabledSkills?: readonly string[]
  /**
   * Who speaks, where several people play. The stored prompt begins with this name and a colon; it is planned without them. Defaults to
   * no name.
   */
  player?: string
}

/**
 * A story being played, one turn at a time. A turn is committed in one transaction. Undo, retry and branches move the head
 * of its tree of turns. Nothing is ever deleted.
 */
export class Session extends SessionReader implements AsyncDisposable {
  readonly #reported = new Set<string>()
  #turn: { stop: AbortController; ended: Promise<unknown> } | undefined
  #uses = 1
  #released = false

  /**
   * Plays one turn. A number selects one of {@link choices}, whose text is then played. The state of the result is read-only. A
   * cancelled turn ends with its partial result and is not stored. The result rejects if the turn
   * cannot be stored (`store_full`, `store_unwritable`); the story is then unchanged.
   *
   * @throws {RuntimeError} `session_busy` while another turn is being played, `session_closed`. The result rejects with `session_busy`
   *   while another host of the same store plays one, and with `session_lost` if another host has taken the session over
   * @throws {TypeError} if the prompt is not a string
   */
  play(prompt: string, options: TurnOptions = {}): PlayedTurn {
    if (typeof prompt !== 'string') throw new TypeError(`The prompt must be a string, not of type ${typeof prompt}.`)
    return this.#stream(options, async () => ({
      prompt: isNumber(prompt) ? chosenText(prompt, await this.choices()) : prompt,
      parentId: (await this.record()).head,
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
      const turn = options.turn === undefined ? await this.lastTurn() : await this.find(options.turn)
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

  /**
   * Settles when nothing is added to the last turn any more. After a turn that a model narrated, the model is asked what its narration
   * established, which then is part of the state, and for further {@link choices}. The next turn ends this.
   */
  async settled(): Promise<void> {
    await this.parts.followUps?.done(this.id)
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
    return this.#change(async ({ head, tip }) => {
      const line = await this.parts.store.line(this.id, head, steps + 1)
      const undone = line.slice(-steps)[0]
      if (!undone || line.length < steps) throw new RuntimeError('nothing_to_undo', nothingBefore(line.length))
      await this.parts.store.moveHead(this.id, { head: undone.parentId, tip: tip ?? head })
      return undone.parentId === null ? undefined : line.at(-steps - 1)
    })
  }

  /**
   * Redoes `steps` undone turns. Returns the turn that is now the last one.
   *
   * @throws {RuntimeError} `nothing_to_redo`, `session_busy`, `session_closed`
   * @throws {RangeError} if `steps` is not a positive integer
   */
  async redo(steps = 1): Promise<TurnSummary> {
    requireSteps(steps)
    return this.#change(async ({ head, tip }) => {
      const undone: TurnSummary[] = []
      for await (const turn of this.parts.store.readLine(this.id, tip)) {
        undone.push(turn)
        if (turn.turnId === head) undone.length = 0
      }
      const to = tip === head ? undefined : undone[steps - 1]
      if (!to) throw new RuntimeError('nothing_to_redo', 'There is nothing to redo.')
      await this.parts.store.moveHead(this.id, { head: to.turnId, tip })
      return to
    })
  }

  /**
   * Moves the head to a stored turn, given by its id, label or number, or with `null` before the first turn. The next
   * turn follows it; if another turn already does, a branch begins.
   *
   * @throws {RuntimeError} `unknown_turn`, `session_busy`, `session_closed`
   */
  async moveTo(turn: string | null): Promise<TurnSummary | undefined> {
    return this.#change(async () => {
      const found = turn === null ? undefined : await this.find(turn)
      const head = found?.turnId ?? null
      await this.parts.store.moveHead(this.id, { head, tip: head })
      return found
    })
  }

  /**
   * Labels a turn, so that it can be found by the label. `null` or a blank label removes it. `turn` defaults to the last
   * turn.
   *
   * @throws {RuntimeError} `unknown_turn`, `name_taken`, `session_closed`
   */
  async label(label: string | null, turn?: string): Promise<TurnSummary> {
    return this.#change(async ({ head }) => {
      const found = await this.find(turn ?? head ?? '')
      await this.parts.store.labelTurn(this.id, found.turnId, label?.trim() || null)
      return this.find(found.turnId)
    })
  }

  /**
   * Replaces the player's words of a turn, its narration, or both. The text before stays among {@link texts}; state and plan do not
   * change. `turn` is read as by {@link moveTo}; it defaults to the last turn.
   *
   * @throws {RuntimeError} `unknown_turn`, `session_busy`, `session_closed`
   * @throws {TypeError} if a text is blank
   */
  async edit(text: { prompt?: string; narrative?: string }, turn?: string): Promise<TurnSummary> {
    const { prompt, narrative } = this.parts.skills.maskSecrets(text)
    if (prompt?.trim() === '' || narrative?.trim() === '') throw new TypeError('The text of a turn must not be blank.')
    return this.#change(async ({ head }) => {
      const { turnId } = await this.find(turn ?? head ?? '')
      return this.#revise(turnId, {
        ...(prompt !== undefined && { prompt }),
        ...(narrative !== undefined && { narrative }),
      })
    })
  }

  /**
   * Shows the next text of the last turn, or the one before it: those of {@link texts}, and those of the turns beside it
   * ({@link alternatives}).
   *
   * @throws {RuntimeError} `no_alternative`, `unknown_turn` before the first turn, `session_busy`, `session_closed`
   */
  async swipe(by: 1 | -1 = 1): Promise<Swiped> {
    return this.#change(async ({ head }) => {
      const last = await this.find(head ?? '')
      const { alternatives, index } = await alternativesOf(this.parts.store, last, this.id)
      const { turnId, ...text } = requireAlternative(alternatives, index, by)
      const turn = await this.#revise(turnId, text)
      if (turnId !== head) await this.parts.store.moveHead(this.id, { head: turnId, tip: turnId })
      return { turn, position: index + by + 1, count: alternatives.length }
    })
  }

  /**
   * Changes the author’s notes for the narrating model, from the next turn on. What is left out stays; a blank text, an empty
   * list or `null` removes its part. Returns the notes as they are now.
   *
   * @throws {RuntimeError} `session_closed`
   * @throws {TypeError} if a part is too long or of the wrong type
   */
  async changeNotes(change: NotesChange): Promise<StoryNotes> {
    await this.record()
    const notes = withNotes(await this.notes(), this.parts.skills.maskSecrets(change))
    return (await this.parts.store.setNotes(this.id, notes)).notes
  }

  /**
   * Replaces the lorebooks of the story's own, from the next turn on. They may be of any program that `convertLorebook` of
   * `@narratoria/interchange` knows.
   *
   * @throws {RuntimeError} `session_closed`
   * @throws {TypeError} if one is not a lorebook
   */
  async setLorebooks(lorebooks: readonly unknown[]): Promise<readonly LorebookDocument[]> {
    await this.record()
    const checked = this.parts.skills.maskSecrets(checkLorebooks(lorebooks))
    await this.parts.store.setLorebooks(this.id, checked)
    return checked
  }

  /**
   * Gives the story a name, which is also its title.
   *
   * @throws {RuntimeError} `name_taken`, `session_closed`
   * @throws {TypeError} if the name is blank
   */
  async rename(name: string): Promise<void> {
    const given = name.trim()
    if (given === '') throw new TypeError('The name of a story must not be blank.')
    await this.record()
    this.names = await this.parts.store.renameSession(this.id, { name: given, title: given })
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
    await (force ? this.parts.followUps?.cancel(this.id) : this.parts.followUps?.settle(this.id))
    if (this.#uses === 0) this.#release()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #release(): void {
    if (this.#released) return
    this.#released = true
    void this.parts.lock?.release()
    this.parts.onClose?.()
  }

  #stream(
    { signal, disabledSkills = [], player }: TurnOptions,
    findTurn: () => Promise<Pick<StoredTurn, 'prompt' | 'parentId'>>,
  ): PlayedTurn {
    this.#refuseIfBusy()
    const stop = new AbortController()
    const stream = new TurnStream()
    const run = async (emit: Emit): Promise<TurnResult> => {
      try {
        const { prompt, parentId } = await findTurn()
        const turn: DispatchedTurn = { sessionId: this.id, prompt, parentId, disabledSkills }
        if (player !== undefined) turn.player = player
        const { dispatch } = this.parts
        if (!dispatch) return await this.#playHere(turn, { stop, signal, emit })
        const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
        return await dispatch(turn, { signal: ended, emit })
      } finally {
        this.#turn = undefined
      }
    }
    const result = run(stream.push)
    this.#turn = { stop, ended: result.catch(() => undefined) }
    return stream.endWith(result)
  }

  /**
   * Plays a turn in this process that was passed to the option `dispatch` of a host.
   *
   * @throws {RuntimeError} `session_busy` while another host plays a turn of the session, `session_lost`
   */
  async playDispatched(
    turn: DispatchedTurn,
    { signal, emit }: { signal?: AbortSignal; emit: (event: TurnEvent) => void | Promise<void> },
  ): Promise<TurnResult> {
    this.parts.hostClosed.throwIfAborted()
    return this.#playHere(turn, { stop: new AbortController(), signal, emit })
  }

  async #playHere(
    { prompt, parentId, disabledSkills, player }: DispatchedTurn,
    { stop, signal, emit }: { stop: AbortController; signal: AbortSignal | undefined; emit: Emit },
  ): Promise<TurnResult> {
    await this.parts.followUps?.settle(this.id)
    return this.#locked(async (lost) => {
      const onLost = () => stop.abort(lost?.reason)
      lost?.addEventListener('abort', onLost, { once: true })
      if (lost?.aborted) onLost()
      // A turn that is played again has the name already.
      const isNamed = player !== undefined && prompt.startsWith(`${player}: `)
      const words = isNamed ? prompt.slice(player.length + 2) : prompt
      const turn = { session: this, reported: this.#reported, parentId, stop, signal, disabledSkills, emit, player }
      try {
        const result = await playTurn(this.parts, { ...turn, prompt: words })
        // The player did not cancel it.
        if (result.status === 'cancelled') lost?.throwIfAborted()
        return result
      } finally {
        lost?.removeEventListener('abort', onLost)
      }
    })
  }

  /** Works with the right to change the session, which a store that several hosts share gives for this one change. */
  async #locked<T>(work: (lost: AbortSignal | undefined) => Promise<T>): Promise<T> {
    const { store, lock } = this.parts
    if (!store.lockPerTurn) return work(lock?.lost)
    const taken = await lockForChange(store, this.id)
    try {
      return await work(taken.lost)
    } finally {
      // Only then can another host play the next turn.
      await taken.release()
    }
  }

  async #revise(turnId: string, text: Partial<Words>): Promise<TurnSummary> {
    const { store } = this.parts
    const turn = await store.readTurn(this.id, turnId)
    const words = { prompt: turn.prompt, narrative: turn.narrative, ...text }
    if (isSameText(words, turn)) return this.find(turnId)
    return store.reviseTurn(this.id, turnId, reviseText(turn, words, Date.now()))
  }

  async #change<T>(work: (record: SessionRecord) => Promise<T>): Promise<T> {
    this.#refuseIfBusy()
    await this.parts.followUps?.cancel(this.id)
    return this.#locked(async () => work(await this.record()))
  }

  #refuseIfBusy(): void {
    this.parts.hostClosed.throwIfAborted()
    if (this.#uses === 0) throw new RuntimeError('session_closed', 'This session was closed; open it again.')
    if (this.#turn)
      throw new RuntimeError('session_busy', 'A turn of this session is being played; wait for it or cancel it.')
  }
}

function requireSteps(steps: number): void {
  if (!Number.isInteger(steps) || steps < 1)
    throw new RangeError(`The number of turns must be a positive integer, not ${steps}.`)
}

function nothingBefore(turns: number): string {
  return turns === 0 ? 'There is no turn to undo.' : `Only ${turns} ${turns === 1 ? 'turn' : 'turns'} can be undone.`
}
