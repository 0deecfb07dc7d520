import { randomUUID } from 'node:crypto'
import type { Narrator } from '@narratoria/planner'
import type { JsonObject, ToolResult, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import { RuntimeError } from '../errors.ts'
import type { SessionRecord, SessionStore, TurnSummary } from '../store/session-store.ts'
import { type PlayedTurn, TurnStream } from './turn-stream.ts'

/** How many turns of the story a planner gets to see. */
const recentTurnCount = 10

/** What a session is played with. */
export interface SessionParts {
  store: SessionStore
  skills: SkillRegistry
  narratorFor: (turnSkills: SkillSnapshot) => Narrator
}

type Emit = (event: TurnEvent) => void | Promise<void>

/** A story being played: one turn at a time, each committed whole or not at all (FR-022). */
export class Session {
  readonly id: string
  readonly name: string | null
  readonly #store: SessionStore
  readonly #skills: SkillRegistry
  readonly #narratorFor: (turnSkills: SkillSnapshot) => Narrator
  #playing = false

  constructor(record: SessionRecord, parts: SessionParts) {
    this.id = record.sessionId
    this.name = record.name
    this.#store = parts.store
    this.#skills = parts.skills
    this.#narratorFor = parts.narratorFor
  }

  /**
   * Plays one turn. A cancelled turn ends with its partial result and is not stored.
   *
   * @throws {RuntimeError} `session_busy` while another turn is being played
   */
  play(prompt: string, options: { signal?: AbortSignal } = {}): PlayedTurn {
    if (this.#playing)
      throw new RuntimeError('session_busy', 'A turn of this session is being played; wait for it or cancel it.')
    this.#playing = true
    return new TurnStream(async (emit) => {
      try {
        return await this.#playTurn(prompt, emit, options.signal)
      } finally {
        this.#playing = false
      }
    })
  }

  /** The state after the last turn. */
  async state(): Promise<JsonObject> {
    return this.#store.stateAt(this.id, await this.#head())
  }

  /** The played line, oldest first, at most the last `limit` turns. */
  async turns(limit?: number): Promise<TurnSummary[]> {
    return this.#store.line(this.id, await this.#head(), limit)
  }

  async #playTurn(prompt: string, show: Emit, signal?: AbortSignal): Promise<TurnResult> {
    const store = this.#store
    const parentId = await this.#head()
    const turnId = randomUUID()
    const seq = await store.reserveSeq(this.id)
    const turnSkills = this.#skills.snapshot()
    const events: TurnEvent[] = []
    const paths = new Map<string, string>()
    const emit: Emit = (event) => {
      events.push(event)
      if (event.type === 'plan') for (const tool of event.plan.tools) paths.set(tool.toolId, tool.toolPath)
      if (event.type === 'tool_finished') this.#reportHealth(turnSkills, paths.get(event.toolId), event.result)
      return show(event)
    }

    await emit({ type: 'turn_started', sessionId: this.id, turnId, seq, prompt })
    const outcome = await this.#narratorFor(turnSkills).play(
      {
        prompt,
        state: await store.stateAt(this.id, parentId),
        recentTurns: await store.line(this.id, parentId, recentTurnCount),
        skills: turnSkills.available(),
        request: {
          sessionId: this.id,
          turn: { id: turnId, seq, line: extendLine(await store.lineSeqs(this.id, parentId), seq) },
        },
      },
      { signal, onEvent: emit },
    )
    const { assets, cancelled, ...told } = outcome
    const result: TurnResult = { sessionId: this.id, turnId, seq, parentId, prompt, ...told }
    if (!cancelled) await store.commitTurn({ ...result, createdAt: Date.now(), events, assets })
    await show({ type: 'turn_finished', result })
    return result
  }

  #reportHealth(turnSkills: SkillSnapshot, toolPath: string | undefined, result: ToolResult): void {
    const skill = toolPath && turnSkills.scriptAt(toolPath)?.skill
    if (skill) this.#skills.reportResult(skill.name, result)
  }

  async #head(): Promise<string | null> {
    const record = await this.#store.findSession(this.id)
    if (!record) throw new RuntimeError('unknown_session', `The session "${this.id}" is gone.`)
    return record.head
  }
}

/** Adds this turn's own number, so that a skill finds what it stored earlier in the same turn. */
function extendLine(line: [number, number][], seq: number): [number, number][] {
  const last = line.at(-1)
  return last && last[1] === seq - 1 ? [...line.slice(0, -1), [last[0], seq]] : [...line, [seq, seq]]
}
