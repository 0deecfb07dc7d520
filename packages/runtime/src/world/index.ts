export type { CampaignNotes, Campaigns, PlayableCampaign } from './campaigns.ts'
export { describeOpening } from './opening.ts'
export type { KnownPerson, PlayerView } from './player-view.ts'
