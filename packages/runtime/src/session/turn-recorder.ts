import type { TurnOutcome } from '@narratoria/planner'
import { type ExecutionResult, isJsonObject, type ToolResult, type TurnEvent } from '@narratoria/protocol'
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
  readonly #paths = new Map<string, string>()
  readonly #checked = new Set<string>()

  constructor(skills: SkillRegistry, turnSkills: SkillSnapshot, emit: Emit) {
    this.#skills = skills
    this.#turnSkills = turnSkills
    this.#emit = emit
    this.#narration = new NarrationMask(skills)
  }

  /** Takes an event of the narrator. The turn waits for the promise, if there is one. */
  take(event: TurnEvent): void | Promise<void> {
    if (event.type === 'plan') for (const tool of event.plan.tools) this.#paths.set(tool.toolId, tool.toolPath)
    const blocks = blocksOf(event)
    if (blocks) {
      // Large, and only the newest is kept.
      this.narratorBlocks = blocks
      return
    }
    if (event.type === 'tool_finished') {
      this.#reportHealth(event.toolId, event.result)
      event = { ...event, result: withoutBlocks(event.result) }
    }
    const warnings = event.type === 'plan' ? configWarnings(event.plan, this.#turnSkills, this.#checked) : []
    return this.add(...this.#narration.take(event), ...warnings)
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
    return { ...result, toolResults: result.toolResults.map((tool) => this.#narration.maskResult(withoutBlocks(tool))) }
  }

  #reportHealth(toolId: string, result: ToolResult): void {
    const found = this.#turnSkills.scriptAt(this.#paths.get(toolId) ?? '')
    if (found) this.#skills.reportResult(found.skill.name, result)
  }
}

const requestEvent = 'narrator_request'

function blocksOf(event: TurnEvent): NarratorContext['blocks'] | undefined {
  if (event.type !== 'tool_event' || event.event.type !== 'ui_event' || event.event.event !== requestEvent)
    return undefined
  const { payload } = event.event
  const blocks = isJsonObject(payload) && Array.isArray(payload.blocks) ? payload.blocks.filter(isJsonObject) : []
  return blocks.flatMap(({ name, tokens, text }) =>
    typeof name === 'string' && typeof tokens === 'number' && typeof text === 'string' ? [{ name, tokens, text }] : [],
  )
}

function withoutBlocks(result: ToolResult): ToolResult {
  const isRequest = (event: ToolResult['events'][number]) => event.type === 'ui_event' && event.event === requestEvent
  return result.events.some(isRequest)
    ? { ...result, events: result.events.filter((event) => !isRequest(event)) }
    : result
}
