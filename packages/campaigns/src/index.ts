export type { Campaign, CampaignAsset, CampaignProblem, LorePiece, StoryTestFile } from './campaign.ts'
export { readCampaign, type ReadCampaign } from './read/read-campaign.ts'
export { Manifest } from './read/manifest.ts'
export {
  CampaignError,
  type CampaignLibrary,
  createCampaignLibrary,
  type FoundCampaign,
} from './library/campaign-library.ts'
export { mapOf } from './map/mermaid.ts'
export { parseStory, type Expectation, type StoryStep, type StorySyntaxError } from './play/story-file.ts'
