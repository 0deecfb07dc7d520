import type { LanguageModel, TokenUsage } from '@narratoria/models'
import { type Choice, type JsonObject, mergePatch, type TurnEvent, type TurnResult } from '@narratoria/protocol'
import type { SkillRegistry } from '@narratoria/skills'
import type { SessionStore } from '../store/session-store.ts'
import { untilAborted } from '../until-aborted.ts'
import type { SessionWorlds } from '../world/session-worlds.ts'
import { listClaims, type NarratedTurn } from './list-claims.ts'
import { condenseSummary } from './condense-summary.ts'
import { suggestChoices } from './suggest-choices.ts'

/** The parts of a host that follow-ups use. */
export interface FollowUpParts {
  store: SessionStore
  skills: SkillRegistry
  worlds: SessionWorlds
  /** The model of the role `narrator`, if there is one now. */
  model: () => LanguageModel | undefined
}

interface Work {
  /** Ends every request. */
  stop: AbortController
  /** Ends the request for choices. */
  stopChoices: AbortController
  /** What the next turn waits for. */
  claimed: Promise<void>
  all: Promise<void>
}

/** What a request adds to its turn. */
interface Addition {
  patch?: JsonObject
  choices?: Choice[]
  warnings?: string[]
  summary?: string[]
  usage: TokenUsage
}

/** How long the next turn, or the end of the session, waits for what the last narration established, in milliseconds. */
const patienceMs = 5_000

/**
 * Asks the narrator's model, after each turn that it narrated, what the narration established, and for choices, and after every tenth
 * for a summary. All run in the background and are stored as part of the turn, so that undo, branches and exports take them along. A failure changes nothing.
 */
export class FollowUps {
  readonly #parts: FollowUpParts
  readonly #work = new Map<string, Work>()
  /** All requests change the same turn, so one after the other is stored. */
  #stored: Promise<unknown> = Promise.resolve()

  constructor(parts: FollowUpParts) {
    this.#parts = parts
  }

  /** Starts the requests for a stored turn, if a model narrated it. */
  begin(result: TurnResult, events: readonly TurnEvent[]): void {
    const model = events.some((event) => event.type === 'model_used' && event.role === 'narrator')
      ? this.#parts.model()
      : undefined
    if (!model) return
    const [stop, stopChoices] = [new AbortController(), new AbortController()]
    const turn = this.#turnOf(result)
    const claimed = this.#add(result, model, stop.signal, async () => {
      const { refused, ...found } = await listClaims(model, await turn, stop.signal)
      return { ...found, warnings: refused }
    })
    const signal = AbortSignal.any([stop.signal, stopChoices.signal])
    const chosen = this.#add(result, model, signal, async () =>
      suggestChoices(model, { ...(await turn), choices: result.choices }, signal),
    )
    const condensed = this.#add(result, model, stop.signal, async () => this.#condense(result, model, stop.signal))
    const all = Promise.all([claimed, chosen, condensed]).then(() => undefined)
    const work: Work = { stop, stopChoices, claimed, all }
    this.#work.set(result.sessionId, work)
    void work.all.then(() => {
      if (this.#work.get(result.sessionId) === work) this.#work.delete(result.sessionId)
    })
  }

  /** Settles when nothing runs for the session. */
  async done(sessionId: string): Promise<void> {
    await this.#work.get(sessionId)?.all
  }

  /** Cancels the request for choices, and waits a limited time for what the next turn needs. */
  async settle(sessionId: string): Promise<void> {
    const work = this.#work.get(sessionId)
    if (!work) return
    work.stopChoices.abort()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
    await Promise.race([late, work.claimed])
    clearTimeout(timer)
    await this.cancel(sessionId)
  }

  /** Ends what runs for the session. Nothing of it is stored after that. */
  async cancel(sessionId: string): Promise<void> {
    const work = this.#work.get(sessionId)
    work?.stop.abort()
    await work?.all
  }

  /** Ends everything: with `force` at once, or else after a short wait. */
  async close({ force }: { force: boolean }): Promise<void> {
    await Promise.all([...this.#work.keys()].map((id) => (force ? this.cancel(id) : this.settle(id))))
  }

  /** Every tenth turn has a summary of the line, which the model words anew. */
  async #condense(
    { sessionId, turnId }: TurnResult,
    model: LanguageModel,
    signal: AbortSignal,
  ): Promise<Addition | undefined> {
    const [last] = await this.#parts.store.recaps(sessionId, turnId, 1)
    const lines = last?.recap?.summary ?? []
    return lines.length > 0 ? condenseSummary(model, lines, signal) : undefined
  }

  async #turnOf({ seq, prompt, narrative, state }: TurnResult): Promise<NarratedTurn> {
    const { world } = await this.#parts.worlds.resolve(state)
    return { seq, prompt, narrative, state, ...(world && { world }) }
  }

  /** Runs a request and stores what it adds. Never rejects. */
  async #add(
    turn: TurnResult,
    model: LanguageModel,
    signal: AbortSignal,
    ask: () => Promise<Addition | undefined>,
  ): Promise<void> {
    try {
      signal.throwIfAborted()
      const addition = this.#parts.skills.maskSecrets(await untilAborted(signal, ask()))
      if (!addition) return
      const storing = this.#stored.then(() => (signal.aborted ? undefined : this.#amend(turn, model, addition)))
      this.#stored = storing.catch(() => {})
      await storing
    } catch {
      // The turn is complete without it. A narrator's model that fails is reported by the next narration.
    }
  }

  async #amend({ sessionId, turnId }: TurnResult, model: LanguageModel, addition: Addition): Promise<void> {
    const { store } = this.#parts
    const { patch = {}, choices = [], warnings = [], summary, usage } = addition
    const stored = await store.readTurn(sessionId, turnId)
    const offered = [...stored.choices, ...choices]
    const events: TurnEvent[] = [
      { type: 'model_used', role: 'narrator', model: model.id, ...usage },
      ...warnings.map((message): TurnEvent => ({ type: 'warning', code: 'claim_refused', message })),
      ...(Object.keys(patch).length > 0 ? [{ type: 'state' as const, patch }] : []),
      ...(choices.length > 0 ? [{ type: 'choices' as const, choices: offered }] : []),
    ]
    const state = mergePatch(stored.state, patch)
    const recap = stored.recap && summary ? { recap: { ...stored.recap, summary } } : {}
    await store.amendTurn({ ...stored, state, choices: offered, events: [...stored.events, ...events], ...recap })
  }
}
