import { buildPremise } from '@narratoria/campaigns/premise'
import type { Character } from '@narratoria/campaigns'
import type { NewStory } from '@narratoria/runtime'
import { randomInt } from 'node:crypto'

/** The campaign of a new story for which nothing else is asked. */
export const firstCampaign = 'door-without-a-handle'

/** What stands for no campaign. */
const noCampaign = 'none'

/** What a player asks of a new story. */
export interface StoryWish {
  title?: string
  premise?: string
  /** The name or folder of a campaign, or `none`. */
  campaign?: string
  /** The player's character in the campaign. */
  character?: Character
  /** Which opening of the campaign, from 1. */
  openingNumber?: number
}

/**
 * The beginning of a story: in a campaign, by default the shipped one, or in a world that is built from a premise. The premise is part
 * of the state, so that skills can read it. A story in no campaign has no world: its skills alone act.
 */
export function openingOf({ title, premise, campaign = firstCampaign, character, openingNumber }: StoryWish): NewStory {
  if (campaign === noCampaign) return { title: title ?? 'Untitled story' }
  const opening = openingNumber === undefined ? {} : { openingNumber }
  if (premise === undefined)
    return { ...(title !== undefined && { title }), campaign, ...opening, ...(character && begunBy(character)) }
  const world = buildPremise(premise, { seed: randomInt(2 ** 31), ...(title !== undefined && { title }) })
  return { title: world.title, world, initialState: { story: { title: world.title, premise } } }
}

/** What a story has of the player's character from the start. */
function begunBy({ persona, state }: Character): Pick<NewStory, 'initialState' | 'notes'> {
  return { initialState: { world: state }, ...(persona !== '' && { notes: { persona } }) }
}
