export { packCampaign } from './pack-campaign.ts'
export { PackedCampaignError, unpackCampaign } from './unpack-campaign.ts'
