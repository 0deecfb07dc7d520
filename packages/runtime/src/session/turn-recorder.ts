import type { TurnOutcome } from '@narratoria/planner'
import type { ExecutionResult, ToolResult, TurnEvent } from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import { configWarnings } from './config-warnings.ts'
import { NarrationMask } from './narration-mask.ts'

type Show = (event: TurnEvent) => void | Promise<void>

/** Records a turn's events, tells the skills' health from them, and shows them; secrets are blotted out of all of it. */
export class TurnRecorder {
  /** Everything that was shown. */
  readonly events: TurnEvent[] = []
  readonly #skills: SkillRegistry
  readonly #turnSkills: SkillSnapshot
  readonly #show: Show
  readonly #narration: NarrationMask
  readonly #paths = new Map<string, string>()
  readonly #checked = new Set<string>()

  constructor(skills: SkillRegistry, turnSkills: SkillSnapshot, show: Show) {
    this.#skills = skills
    this.#turnSkills = turnSkills
    this.#show = show
    this.#narration = new NarrationMask(skills)
  }

  /** Takes what the narrator tells; a promise holds the turn back until it settles. */
  take(event: TurnEvent): void | Promise<void> {
    if (event.type === 'plan') for (const tool of event.plan.tools) this.#paths.set(tool.toolId, tool.toolPath)
    if (event.type === 'tool_finished') this.#reportHealth(event.toolId, event.result)
    const warnings = event.type === 'plan' ? configWarnings(event.plan, this.#turnSkills, this.#checked) : []
    return this.#tell([...this.#narration.take(event), ...warnings])
  }

  /** Tells what was held back, and gives the outcome without secrets. */
  async finish(outcome: TurnOutcome): Promise<TurnOutcome> {
    await this.#tell(this.#narration.end())
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

  #tell(told: readonly TurnEvent[]): void | Promise<void> {
    const waits = told.flatMap((each) => {
      const event = this.#skills.maskSecrets(each)
      this.events.push(event)
      return this.#show(event) ?? []
    })
    if (waits.length > 0) return Promise.all(waits).then(() => undefined)
  }

  #reportHealth(toolId: string, result: ToolResult): void {
    const found = this.#turnSkills.scriptAt(this.#paths.get(toolId) ?? '')
    if (found) this.#skills.reportResult(found.skill.name, result)
  }
}
