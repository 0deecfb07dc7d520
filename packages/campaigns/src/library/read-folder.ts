import type { ReadCampaign } from '../read/read-campaign.ts'

/** Reads a campaign folder. Its reader is imported on first use, because a campaign in the cache needs neither it nor the YAML library. */
export async function readFolder(path: string): Promise<ReadCampaign> {
  const { readCampaign } = await import('../read/read-campaign.ts')
  return readCampaign(path)
}
