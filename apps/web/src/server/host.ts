import type { Narratoria } from '@narratoria/runtime'

/** What a host lets the player choose between. */
export interface HostChoices {
  /** Who plans now. */
  planner: string
  /** The model in use; `null` without one. */
  model: string | null
  planners: readonly { id: string; label: string }[]
  models: readonly { id: string; label: string }[]
}

/** How the player may change what a host was opened with. */
export interface HostSettings {
  describe(): HostChoices | Promise<HostChoices>
  /** Opens another host in the place of the one before. @throws {WebError} what cannot be used, which stays unused */
  change?(change: { planner?: string; model?: string }): Promise<Narratoria>
  /** Closes a host that another one took the place of. */
  release?(host: Narratoria): Promise<void>
}
