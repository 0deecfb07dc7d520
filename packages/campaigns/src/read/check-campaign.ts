import { checkWorld } from '@narratoria/world'
import type { Campaign, CampaignProblem } from '../campaign.ts'
import { flagsOf } from '../player/create-character.ts'

/** Problems of sense: places that cannot be reached, goals that cannot be won, things without a description. They are warnings. */
export function checkCampaignWorld({
  world,
  player,
  originOf,
}: Pick<Campaign, 'world' | 'originOf'> & Partial<Pick<Campaign, 'player'>>): CampaignProblem[] {
  return checkWorld(world, player && flagsOf(player)).map(({ code, message, pointer }) => ({
    level: 'warning',
    code,
    message: `${pointer.slice(1).replaceAll('/', '.')}: ${message}`,
    at: originOf(pointer),
  }))
}
