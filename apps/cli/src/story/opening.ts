import type { Character } from '@narratoria/campaigns/player'
import type { NewStory } from '@narratoria/runtime'

/** The campaign of a new story for which nothing else is asked. */
export const firstCampaign = 'door-without-a-handle'

/** The value that means: without a campaign. */
const noCampaign = 'none'

/** What a player asks of a new story. */
export interface StoryWish {
  title?: string
  /** The name or folder of a campaign, or `none`. */
  campaign?: string
  /** The player's character in the campaign. */
  character?: Character
  /** Which opening of the campaign, from 1. */
  openingNumber?: number
}

/** The beginning of a story in a campaign, by default the shipped one. A story in no campaign has no world: its skills alone act. */
export function openingOf({ title, campaign = firstCampaign, character, openingNumber }: StoryWish): NewStory {
  if (campaign === noCampaign) return { title: title ?? 'Untitled story' }
  const opening = openingNumber === undefined ? {} : { openingNumber }
  return { ...(title !== undefined && { title }), campaign, ...opening, ...(character && begunBy(character)) }
}

/** What a story has of the player's character from the start. */
function begunBy({ persona, state }: Character): Pick<NewStory, 'initialState' | 'notes'> {
  return { initialState: { world: state }, ...(persona !== '' && { notes: { persona } }) }
}
