import type { LorebookDocument, LoreVerdict } from '@narratoria/interchange'
import type { Choice, JsonObject, StoryNotes } from '@narratoria/protocol'
import type { ExportFormat } from '../export/export-format.ts'
import { exportSession } from '../export/export-session.ts'
import { replayTurn, type ReplayedTurn } from '../history/replay-turn.ts'
import { recapTurns } from '../history/story-so-far.ts'
import { findStateWriter, type StateWriter } from '../history/state-writer.ts'
import { textsOf } from '../history/turn-texts.ts'
import { findLore } from '../lore/find-lore.ts'
import { inSlices } from '../store/in-slices.ts'
import { copyInSteps } from '../store/same-json.ts'
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
import { type PlayerView, playerViewOf } from '../world/player-view.ts'
import type { ResolvedWorld } from '../world/session-worlds.ts'
import type { DispatchTurn } from './dispatch.ts'
import type { TurnParts } from './play-turn.ts'

/** The parts of a host that a session uses. */
export interface SessionParts extends TurnParts {
  /** The right to change the session, released when the session is closed. Without it, each change takes it. */
  lock?: SessionLock
  /** Plays turns elsewhere. Defaults to playing them here. */
  dispatch?: DispatchTurn | undefined
  onClose?: () => void
  /** The host's folder. */
  home: string
}

/** The reading half of a session. */
export class SessionReader {
  readonly id: string
  /** The text that the story opens with. */
  readonly opening: string
  /** The turn that was being played when the session's last host ended. */
  readonly lostTurn: LostTurn | undefined
  /** @internal */
  protected readonly parts: SessionParts
  #names: Pick<SessionRecord, 'name' | 'title'>

  /** @internal Use `Narratoria.openSession`. */
  constructor(record: SessionRecord, parts: SessionParts) {
    this.id = record.sessionId
    this.opening = record.opening
    this.lostTurn = parts.lock?.lostTurn
    this.parts = parts
    this.#names = record
  }

  /** The name given by the player, if any. */
  get name(): string | null {
    return this.#names.name
  }

  get title(): string {
    return this.#names.title
  }

  /** Returns a copy of the state after the last turn. */
  async state(): Promise<JsonObject> {
    return inSlices(copyInSteps(await this.parts.store.stateAt(this.id, (await this.record()).head)))
  }

  /** Returns the played line, oldest turn first. `limit` keeps the last turns only. */
  async turns(limit?: number): Promise<TurnSummary[]> {
    return this.parts.store.line(this.id, (await this.record()).head, limit)
  }

  /** Returns the author’s notes for the narrating model. */
  async notes(): Promise<StoryNotes> {
    return (await this.record()).notes
  }

  /** Returns the lorebooks of the story's own, as documents of the specification V3. Those of its campaign are not among them. */
  async lorebooks(): Promise<readonly LorebookDocument[]> {
    return this.parts.store.lorebooksOf((await this.record()).sessionId)
  }

  /** Returns the lorebooks of the story's campaign. */
  async campaignLorebooks(): Promise<readonly LorebookDocument[]> {
    return (await this.#world())?.lorebooks ?? []
  }

  /**
   * Matches the lorebooks of the story and of its campaign with words that the player might write now: for each entry, whether the
   * narrating model would be sent it, and why.
   */
  async testLore(words: string): Promise<LoreVerdict[]> {
    const { store, worlds } = this.parts
    const { head, opening } = await this.record()
    const state = await store.stateAt(this.id, head)
    const { world } = (await worlds?.resolve(state)) ?? {}
    const recaps = await store.recaps(this.id, head, recapTurns)
    const depth = (await store.lineSeqs(this.id, head)).reduce((sum, [from, to]) => sum + to - from + 1, 1)
    const { lorebooks = [], openings, player: user } = world ?? {}
    const known = { ...(openings && { openings }), ...(user !== undefined && { user }) }
    const place = { opening, recaps, depth, prompt: words, state, seed: `${this.id}:test`, ...known }
    return findLore([...(await store.lorebooksOf(this.id)), ...lorebooks], place)
  }

  /** Returns the last turn of the played line, with its record. */
  async lastTurn(): Promise<StoredTurn | undefined> {
    const { head } = await this.record()
    return head === null ? undefined : this.parts.store.readTurn(this.id, head)
  }

  /** Returns what the player can choose now: the choices of the last turn, or before it those of the story's world. */
  async choices(): Promise<Choice[]> {
    const last = await this.lastTurn()
    if (last) return last.choices
    const world = await this.#world()
    return world ? choicesIn(world) : []
  }

  /** Returns what the player knows of the story's world: the place, what is carried, people; `undefined` in a story without a world. */
  async view(): Promise<PlayerView | undefined> {
    const world = await this.#world()
    return world && playerViewOf(world)
  }

  /** Returns what the narrating model was sent in the last turn that was stored; `undefined` if no model narrated it. */
  narratorContext(): Promise<NarratorContext | undefined> {
    return this.parts.store.contextOf(this.id)
  }

  /** Returns the files of the played line, oldest first. */
  async assets(): Promise<StoredAsset[]> {
    return this.parts.store.assets(this.id, (await this.record()).head)
  }

  /**
   * Returns the texts of a turn in the order in which they were written: first the text as played. `turn` is read as by
   * `moveTo`; it defaults to the last turn.
   *
   * @throws {RuntimeError} `unknown_turn`
   */
  async texts(turn?: string): Promise<TurnText[]> {
    const { head } = await this.record()
    const { turnId } = await this.find(turn ?? head ?? '')
    return textsOf(await this.parts.store.readTurn(this.id, turnId))
  }

  /** Returns the turns with the same parent as `turn`, itself included, oldest first. `turn` defaults to the last turn. */
  async alternatives(turn?: string): Promise<TurnSummary[]> {
    const { head } = await this.record()
    if (turn === undefined && head === null) return []
    const { parentId } = await this.find(turn ?? head ?? '')
    return this.parts.store.children(this.id, parentId)
  }

  /** Returns the last turn of every branch, oldest first. */
  async branches(): Promise<TurnSummary[]> {
    return this.parts.store.leaves(this.id)
  }

  /**
   * Finds the turn, plan and tool that last wrote a state key on the played line. The key is a JSON Pointer or names
   * separated by dots.
   */
  async why(key: string): Promise<StateWriter | undefined> {
    const { head } = await this.record()
    return findStateWriter(this.parts.store, { sessionId: this.id, head }, key)
  }

  /**
   * Replays a stored turn from its record; nothing runs. `turn` is read as by `moveTo`; it defaults to the last turn.
   *
   * @throws {RuntimeError} `unknown_turn`
   */
  async replay(turn?: string): Promise<ReplayedTurn> {
    const { store } = this.parts
    const { head } = await this.record()
    const { turnId } = await this.find(turn ?? head ?? '')
    const stored = await store.readTurn(this.id, turnId)
    return replayTurn(stored, await store.stateAt(this.id, stored.parentId))
  }

  /** Exports the story in pieces of text, with secrets redacted. `json` can be imported again and holds the data of skills. */
  export(format: ExportFormat = 'json'): AsyncIterable<string> {
    const { store, skills, home } = this.parts
    return exportSession(store, this.id, { format, mask: (value) => skills.maskSecrets(value), data: { skills, home } })
  }

  /** @internal */
  protected set names(names: Pick<SessionRecord, 'name' | 'title'>) {
    this.#names = names
  }

  async #world(): Promise<ResolvedWorld['world']> {
    const { store, worlds } = this.parts
    return (await worlds?.resolve(await store.stateAt(this.id, (await this.record()).head)))?.world
  }

  /** @internal @throws {RuntimeError} `unknown_turn` */
  protected async find(turn: string): Promise<TurnSummary> {
    const found = await this.parts.store.findTurn(this.id, turn)
    if (!found) throw unknownTurn(this.id, turn)
    return found
  }

  /** @internal */
  protected async record(): Promise<SessionRecord> {
    const record = await this.parts.store.findSession(this.id)
    if (!record) throw unknownSession(this.id)
    return record
  }
}
