import type { TurnOutcome } from '@narratoria/planner'
import {
  type ExecutionResult,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ToolResult,
  type TurnEvent,
} from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import type { NarratorContext } from '../store/session-store.ts'
import { configWarnings } from './config-warnings.ts'
import { NarrationMask } from './narration-mask.ts'

type Emit = (event: TurnEvent) => void | Promise<void>

/** Records a turn's events, updates the health of its skills from them, and emits them, with secrets redacted. */
export class TurnRecorder {
  /** All emitted events. */
  readonly events: TurnEvent[] = []
  /** What the narrating model was sent, if one was asked. */
  narratorBlocks: NarratorContext['blocks'] | undefined
  readonly #skills: SkillRegistry
  readonly #turnSkills: SkillSnapshot
  readonly #emit: Emit
  readonly #narration: NarrationMask
  readonly #reported: Set<string>
  readonly #paths = new Map<string, string>()
  readonly #checked = new Set<string>()

  /** `reported` holds the causes of fallbacks that the player has read. */
  constructor(skills: SkillRegistry, turnSkills: SkillSnapshot, emit: Emit, reported: Set<string>) {
    this.#reported = reported
    this.#skills = skills
    this.#turnSkills = turnSkills
    this.#emit = emit
    this.#narration = new NarrationMask(skills)
  }

  /** Takes an event of the narrator. The turn waits for the promise, if there is one. */
  readonly take = (event: TurnEvent): void | Promise<void> => {
    if (event.type === 'plan') for (const tool of event.plan.tools) this.#paths.set(tool.toolId, tool.toolPath)
    if (event.type === 'tool_event' && isForHost(event.event)) return this.#takeForHost(event.event)
    if (event.type === 'tool_finished') {
      this.#reportHealth(event.toolId, event.result)
      event = { ...event, result: withoutHostEvents(event.result) }
    }
    if (event.type === 'warning' && isRepeated(event, this.#reported))
      return void this.events.push(this.#skills.maskSecrets(event))
    const warnings = event.type === 'plan' ? configWarnings(event.plan, this.#turnSkills, this.#checked) : []
    return this.add(...this.#narration.take(event), ...warnings)
  }

  #takeForHost(event: ToolResult['events'][number]): void | Promise<void> {
    if (event.type !== 'ui_event' || !isJsonObject(event.payload)) return undefined
    if (event.event === 'narrator_request') this.narratorBlocks = readBlocks(event.payload)
    if (event.event === 'model_used') return this.add(readUse(event.payload))
    if (event.event === 'narration_contradicts') return this.add(readContradiction(event.payload))
    const { reason } = event.payload
    if (event.event !== 'model_fallback' || typeof reason !== 'string' || this.#reported.has(reason)) return undefined
    // Once per cause in a session.
    this.#reported.add(reason)
    const message = `The model did not narrate: ${reason.replace(/\.$/, '')}. What happened is shown without it; "narratoria models test" checks a connection.`
    return this.add({ type: 'warning', code: 'model_fallback', message })
  }

  /** Records and emits events with secrets redacted. */
  add(...events: TurnEvent[]): void | Promise<void> {
    const waits = events.flatMap((each) => {
      const event = this.#skills.maskSecrets(each)
      this.events.push(event)
      return this.#emit(event) ?? []
    })
    if (waits.length > 0) return Promise.all(waits).then(() => undefined)
  }

  /** Emits the narration that is still held back. Returns the outcome with secrets redacted. */
  async finish(outcome: TurnOutcome): Promise<TurnOutcome> {
    await this.add(...this.#narration.end())
    const { execution, attempts } = outcome
    return this.#skills.maskSecrets({
      ...outcome,
      execution: execution && this.#maskResults(execution),
      attempts: attempts.map((attempt) => ({
        ...attempt,
        ...(attempt.result && { result: this.#maskResults(attempt.result) }),
        ...(attempt.earlierResults && {
          earlierResults: attempt.earlierResults.map((earlier) => this.#maskResults(earlier)),
        }),
      })),
    })
  }

  #maskResults(result: ExecutionResult): ExecutionResult {
    return {
      ...result,
      toolResults: result.toolResults.map((tool) => this.#narration.maskResult(withoutHostEvents(tool))),
    }
  }

  #reportHealth(toolId: string, result: ToolResult): void {
    const found = this.#turnSkills.scriptAt(this.#paths.get(toolId) ?? '')
    if (found) this.#skills.reportResult(found.skill.name, result)
  }
}

/** Whether a planner failed for a cause that the player has read. The trace has it in any case. */
function isRepeated({ code, message }: Extract<TurnEvent, { type: 'warning' }>, reported: Set<string>): boolean {
  if (code !== 'planner_failed' && code !== 'planner_timeout') return false
  if (reported.has(message)) return true
  reported.add(message)
  return false
}

/** Events of narrating scripts for the host. They are not passed on: `narrator_request` is large, the others become events of the turn. */
const hostEvents = new Set(['narrator_request', 'model_used', 'model_fallback', 'narration_contradicts'])

function isForHost(event: ToolResult['events'][number]): boolean {
  return event.type === 'ui_event' && hostEvents.has(event.event)
}

function withoutHostEvents(result: ToolResult): ToolResult {
  return result.events.some(isForHost)
    ? { ...result, events: result.events.filter((event) => !isForHost(event)) }
    : result
}

function readBlocks({ blocks }: JsonObject): NarratorContext['blocks'] {
  return (Array.isArray(blocks) ? blocks.filter(isJsonObject) : []).flatMap(({ name, tokens, text }) =>
    typeof name === 'string' && typeof tokens === 'number' && typeof text === 'string' ? [{ name, tokens, text }] : [],
  )
}

function readContradiction({ sentence, reason }: JsonObject): TurnEvent {
  const [withdrawn, why] = [sentence, reason].map((text) => (typeof text === 'string' ? text.slice(0, 300) : ''))
  const message = `The model’s narration contradicted the world and was withdrawn: “${withdrawn}” (${why}).`
  return { type: 'warning', code: 'narration_contradicts', message }
}

function readUse({ model, promptTokens, completionTokens }: JsonObject): TurnEvent {
  const tokens = (value: JsonValue | undefined) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
  const [prompt, completion] = [tokens(promptTokens), tokens(completionTokens)]
  return {
    type: 'model_used',
    role: 'narrator',
    model: typeof model === 'string' ? model : '',
    ...(prompt !== undefined && { promptTokens: prompt }),
    ...(completion !== undefined && { completionTokens: completion }),
  }
}
