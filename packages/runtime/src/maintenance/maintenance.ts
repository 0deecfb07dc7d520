import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Executor } from '@narratoria/executor'
import type { JsonObject, Plan, ToolRequest } from '@narratoria/protocol'
import { fitsAnyPrompt, type SkillRegistry, type SkillSnapshot } from '@narratoria/skills'
import type { ToolsOf } from '../tools/turn-tools.ts'

/** The parts of a host that maintenance uses. */
export interface MaintenanceParts {
  /** A separate executor, so that maintenance never takes a slot from a turn. */
  executor: Executor
  skills: SkillRegistry
  toolsOf: ToolsOf
  /** Milliseconds that running scripts may continue when the host closes. */
  closeGraceMs?: number
}

/** A stored turn, as the skills' scripts receive it. */
export interface PlayedPlace extends Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn' | 'campaign'> {
  sessionId: string
  state: JsonObject
}

interface Work {
  stop: AbortController
  done: Promise<void>
}

/**
 * Runs the skills' scripts of the stage `maintain` between turns, in sequence: those whose triggers match the state after
 * the turn. The next turn of the session ends them, and the host ends them shortly after it closes. They
 * only change files of their skill: patches and narration are ignored. Their results count for
 * the skill's health.
 */
export class Maintenance {
  readonly #parts: MaintenanceParts
  readonly #work = new Map<string, Work>()

  constructor(parts: MaintenanceParts) {
    this.#parts = parts
  }

  /** Starts the scripts that match the state. Call it when the turn is stored. */
  begin(turnSkills: SkillSnapshot, place: PlayedPlace): void {
    this.stop(place.sessionId)
    const plan = planOf(turnSkills, place.state)
    if (plan.tools.length === 0) return
    const stop = new AbortController()
    const work = { stop, done: this.#run(plan, turnSkills, { ...place, signal: stop.signal }) }
    this.#work.set(place.sessionId, work)
    const forget = () => {
      if (this.#work.get(place.sessionId) === work) this.#work.delete(place.sessionId)
    }
    work.done.then(forget, forget)
  }

  /** Ends the scripts of a session without waiting for them. */
  stop(sessionId: string): void {
    this.#work.get(sessionId)?.stop.abort()
  }

  /** Lets running scripts continue shortly, then ends them. Settles when no process is left. */
  async close(): Promise<void> {
    const running = [...this.#work.values()].filter(({ stop }) => !stop.signal.aborted)
    if (running.length > 0) {
      const timer = new AbortController()
      const late = sleep(this.#parts.closeGraceMs ?? 2_000, undefined, { signal: timer.signal }).catch(() => {})
      await Promise.race([late, Promise.allSettled(running.map(({ done }) => done))])
      timer.abort()
    }
    await this.#parts.executor.close({ force: true })
  }

  async #run(
    plan: Plan,
    turnSkills: SkillSnapshot,
    { state, signal, sessionId, sessionName, turn, campaign }: PlayedPlace & { signal: AbortSignal },
  ): Promise<void> {
    // Without the turn's `assetsDir`, which was removed when the turn was stored.
    const request = {
      sessionId,
      ...(sessionName !== undefined && { sessionName }),
      turn,
      ...(campaign && { campaign }),
    }
    const { executor, skills, toolsOf } = this.#parts
    const result = await executor.execute(plan, { ...toolsOf(turnSkills), request, state, signal })
    for (const [at, toolResult] of result.toolResults.entries()) {
      const found = turnSkills.scriptAt(plan.tools[at]!.toolPath)
      if (found) skills.reportResult(found.skill.name, toolResult)
    }
  }
}

function planOf(turnSkills: SkillSnapshot, state: JsonObject): Plan {
  const scripts = turnSkills.available().flatMap((skill) => skill.scripts)
  const due = scripts.filter((script) => script.stage === 'maintain' && script.runnable && fitsAnyPrompt(script, state))
  return {
    requestId: randomUUID(),
    parallel: false,
    tools: due.map(({ name, path }, at) => ({ toolId: `${name}-${at + 1}`, toolPath: path, required: false })),
  }
}
