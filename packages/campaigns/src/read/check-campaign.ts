import { checkWorld } from '@narratoria/world'
import type { Campaign, CampaignProblem } from '../campaign.ts'

/** Problems of sense: places nobody can reach, goals nobody can win, things without a description. They are warnings. */
export function checkCampaignWorld({ world, originOf }: Pick<Campaign, 'world' | 'originOf'>): CampaignProblem[] {
  return checkWorld(world).map(({ code, message, pointer }) => ({
    level: 'warning',
    code,
    message: `${pointer.slice(1).replaceAll('/', '.')}: ${message}`,
    at: originOf(pointer),
  }))
}
