import { hallWorld } from '@narratoria/content'
import { describeOpening, type NewStory } from '@narratoria/runtime'

const shippedWorld = hallWorld as NonNullable<NewStory['world']>

/**
 * The beginning of a story: in a campaign, in the shipped world, or with a premise, which is part of the state, so that
 * skills can read it.
 */
export function openingOf({
  title,
  premise,
  campaign,
}: {
  title?: string
  premise?: string
  campaign?: string
}): NewStory {
  if (campaign !== undefined) return { ...(title !== undefined && { title }), campaign }
  if (premise === undefined) return { ...(title !== undefined && { title }), world: shippedWorld }
  const named = title ?? 'Untitled story'
  return { title: named, opening: premise, initialState: { story: { title: named, premise } } }
}

/** The beginning of new stories in the web app: in the shipped world. */
export function webOpening() {
  return { ...describeOpening(shippedWorld), world: shippedWorld }
}
