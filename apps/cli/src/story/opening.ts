import type { NewStory } from '@narratoria/runtime'

/** The campaign of a new story for which nothing else is asked. */
export const firstCampaign = 'door-without-a-handle'

/** What a player asks of a new story. */
export interface StoryWish {
  title?: string
  premise?: string
  /** The name or folder of a campaign. */
  campaign?: string
}

/**
 * The beginning of a story: in a campaign, by default the shipped one, or with a premise, which is part of the state, so that skills
 * can read it.
 */
export function openingOf({ title, premise, campaign = firstCampaign }: StoryWish): NewStory {
  if (premise === undefined) return { ...(title !== undefined && { title }), campaign }
  const named = title ?? 'Untitled story'
  return { title: named, opening: premise, initialState: { story: { title: named, premise } } }
}
