export type { Campaign, CampaignAsset, CampaignProblem, LorePiece, StoryTestFile } from './campaign.ts'
export { readCampaign, type ReadCampaign } from './read/read-campaign.ts'
export {
  type AnswerProblem,
  type Character,
  type CharacterAnswers,
  createCharacter,
} from './player/create-character.ts'
export { type CharacterQuestion, questionsOf } from './player/questions.ts'
export { PlayerTemplate } from './player/template.ts'
export { Manifest } from './manifest.ts'
export {
  CampaignError,
  type CampaignLibrary,
  createCampaignLibrary,
  type FoundCampaign,
} from './library/campaign-library.ts'
export type { CampaignCache, PlayableCampaign } from './library/campaign-cache.ts'
export { stampOf } from './library/stamp.ts'
export { mapOf } from './map/mermaid.ts'
export { parseStory, type Expectation, type StoryStep, type StorySyntaxError } from './play/story-file.ts'
export { runStoryTest, type StoryTestResult } from './play/run-story-test.ts'
export { checkCampaignWorld } from './read/check-campaign.ts'
export { type ImportedCampaign, writeCardCampaign } from './create/card-campaign.ts'
export { writeLorebookCampaign } from './create/lorebook-campaign.ts'
export { readCampaignCard } from './read/lorebooks.ts'
export { type NewCampaign, writeCampaign } from './create/write-campaign.ts'
export { type PlayedStory, writePlayedWorld } from './create/write-played-world.ts'
export { type WorldTexts, writeWorld } from './create/write-world.ts'
export { WorldPlayer, type WorldTurn } from './play/world-player.ts'
