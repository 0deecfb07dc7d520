export type { CampaignCache, PlayableCampaign } from './campaign-cache.ts'
export { CampaignError, type CampaignLibrary, createCampaignLibrary, type FoundCampaign } from './campaign-library.ts'
export { stampOf } from './stamp.ts'
