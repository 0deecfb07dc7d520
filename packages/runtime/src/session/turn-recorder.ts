import type { TurnOutcome } from '@narratoria/planner'
import type { ExecutionResult, ToolResult, TurnEvent } from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import { configWarnings } from './config-warnings.ts'
import { NarrationMask } from './narration-mask.ts'

type Emit = (event: TurnEvent) => void | Promise<void>

/** Records a turn's events, updates the health of its skills from them, and emits them, with secrets redacted. */
export class TurnRecorder {
  /** All emitted events. */
  readonly events: TurnEvent[] = []
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
    if (event.type === 'tool_finished') this.#reportHealth(event.toolId, event.result)
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
    return { ...result, toolResults: result.toolResults.map((tool) => this.#narration.maskResult(tool)) }
  }

  #reportHealth(toolId: string, result: ToolResult): void {
    const found = this.#turnSkills.scriptAt(this.#paths.get(toolId) ?? '')
    if (found) this.#skills.reportResult(found.skill.name, result)
  }
}
