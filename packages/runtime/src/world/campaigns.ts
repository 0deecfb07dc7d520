import type { LorebookDocument } from '@narratoria/interchange'
import type { World } from '@narratoria/world'

/** What a campaign says to a narrating model, in addition to its world. All default to none. */
export interface CampaignNotes {
  setting?: string
  premise?: string
  /** Own rules of the game, in words. */
  rules?: string
  /** What no narration may break, one sentence each. */
  constraints?: readonly string[]
  /** Who the player's character is. */
  persona?: string
  /** Pieces of background, used where they fit, with the file and the position in it. */
  lore?: readonly { heading?: string; text: string; file?: string; index?: number }[]
}

/** A campaign that sessions can be played in. */
export interface PlayableCampaign {
  name: string
  version: string
  /** Hash of everything that the campaign contains: a letter, digit, `-` or `_` each. */
  digest: string
  world: World
  /** The campaign's folder, where the files of its pictures and sounds are. */
  path: string
  notes?: CampaignNotes
  /** Lorebooks, of which the entries that fit are part of the narrator's context. Defaults to none. */
  lorebooks?: readonly LorebookDocument[]
  /** The name of the player's character. Defaults to none. */
  player?: string
  /** The texts that a story can open with, the usual one first. Defaults to that of the world. */
  openings?: readonly string[]
}

/** The campaigns of a host. */
export interface Campaigns {
  /** Finds a campaign by its name, or by the path of its folder. Rejects if it cannot be played. */
  find(nameOrPath: string): Promise<PlayableCampaign | undefined>
  /**
   * Returns a text that changes when a file of the campaign changes. It is asked before each turn, so that a campaign can be edited while
   * it is played. Defaults to none: a campaign is read once.
   */
  stampOf?(campaign: Pick<PlayableCampaign, 'path'>): Promise<string>
}
