import type { Narratoria } from '@narratoria/runtime'

/** The planners and models that the player can choose. */
export interface HostChoices {
  /** The current planner. */
  planner: string
  /** The current model; `null` without one. */
  model: string | null
  /** Which models plan and narrate, and where they run, as a part of a sentence. Defaults to nothing. */
  playing?: string
  planners: readonly { id: string; label: string }[]
  models: readonly { id: string; label: string }[]
}

/** Lets the player change planner and model. */
export interface HostSettings {
  describe(): HostChoices | Promise<HostChoices>
  /** Opens a host that replaces the current one. @throws {WebError} if the choice cannot be used; the current host stays */
  change?(change: { planner?: string; model?: string }): Promise<Narratoria>
  /** Closes a host that was replaced. */
  release?(host: Narratoria): Promise<void>
}
