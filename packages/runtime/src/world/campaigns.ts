import type { World } from '@narratoria/world'

/** A campaign that sessions can be played in. */
export interface PlayableCampaign {
  name: string
  version: string
  /** Hash of everything that the campaign contains: a letter, digit, `-` or `_` each. */
  digest: string
  world: World
  /** The campaign's folder, where the files of its pictures and sounds are. */
  path: string
}

/** The campaigns of a host. */
export interface Campaigns {
  /** Finds a campaign by its name, or by the path of its folder. Rejects if it cannot be played. */
  find(nameOrPath: string): Promise<PlayableCampaign | undefined>
}
