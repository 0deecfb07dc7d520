import { describeOpening, type NewStory } from '@narratoria/runtime'
import { playableCampaigns } from '../host/campaigns.ts'
import type { Io } from '../io.ts'
import { firstCampaign } from './opening.ts'

/** How new stories begin on the page: in the shipped campaign. */
export async function describeCampaign(io: Pick<Io, 'env' | 'cwd'>) {
  const campaign = await playableCampaigns(io).find(firstCampaign)
  const story: NewStory = campaign ? { campaign: campaign.name } : {}
  return { ...(campaign ? describeOpening(campaign.world) : { text: '', choices: [] }), story }
}
