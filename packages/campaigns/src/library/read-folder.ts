import type { ReadCampaign } from '../read/read-campaign.ts'

/** Reads a campaign folder with code that is loaded now: who finds the campaign in a cache needs neither it nor the YAML library. */
export async function readFolder(path: string): Promise<ReadCampaign> {
  const { readCampaign } = await import('../read/read-campaign.ts')
  return readCampaign(path)
}
