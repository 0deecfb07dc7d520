import type { AttemptObserver, StartingAttempt } from '@narratoria/executor'
import type { LanguageModel } from '@narratoria/models'
import type { Planner } from '@narratoria/planner'
import type { LocalModel } from '@narratoria/planner/llama'
import type { TurnResult } from '@narratoria/protocol'

/** Redacts secrets in a value. */
export type Mask = <T>(value: T) => T

/** A turn that begins. */
export interface StartingTurn {
  sessionId: string
  turnId: string
  seq: number
  prompt: string
  mask: Mask
}

/** An attempt of a tool that begins. */
export interface StartingToolAttempt extends StartingAttempt {
  /** `skill/script`, or the tool's id in its plan. */
  tool: string
}

/** Follows one turn. */
export interface TurnTelemetry {
  /** Calls `play` in the context of the turn. */
  run<T>(play: () => T): T
  /** Returns a planner whose plans belong to the turn. */
  planner(planner: Planner): Planner
  attempt(attempt: StartingToolAttempt): AttemptObserver
  /** Called once, when the turn has ended with a result or with an error. Later calls have no effect. */
  ended(outcome: { result: TurnResult } | { error: unknown }): void
}

/** Receives what happens in a host as it begins and ends. Its methods must not throw. */
export interface Telemetry {
  turn(turn: StartingTurn): TurnTelemetry
  /** Returns a model whose requests are followed. */
  model(model: LanguageModel, options?: { mask?: Mask }): LanguageModel
  /** Returns a local model whose completions are followed. Defaults to the model itself. */
  localModel?(model: LocalModel, options?: { mask?: Mask }): LocalModel
}
