import type { Campaigns, PlayableCampaign } from './campaigns.ts'

/** A campaign as it is now. */
export interface CurrentCampaign {
  campaign?: PlayableCampaign
  /** Why the files as they are now cannot be played. `campaign` is then the one before. */
  fault?: string
}

interface Entry {
  campaign: PlayableCampaign
  stamp?: string
  fault?: string
}

/** The campaigns of sessions by name. One whose files are unchanged is read once. */
export class FoundCampaigns {
  readonly #campaigns: Campaigns | undefined
  readonly #entries = new Map<string, Promise<Entry | undefined>>()

  constructor(campaigns: Campaigns | undefined) {
    this.#campaigns = campaigns
  }

  /** Keeps a campaign that was just read. */
  async keep(campaign: PlayableCampaign): Promise<void> {
    const entry = this.#entryOf(campaign)
    this.#entries.set(campaign.name, entry)
    await entry
  }

  /** Returns the campaign, and reads it again if its files have changed. */
  async current(name: string): Promise<CurrentCampaign> {
    const before = this.#entries.get(name)
    // Turns of several sessions at the same time read it once.
    const now = before ? this.#again(name, before) : this.#read(name)
    this.#entries.set(name, now)
    const entry = await now
    return entry ?? {}
  }

  async #read(name: string): Promise<Entry | undefined> {
    const campaign = await this.#campaigns?.find(name).catch(() => undefined)
    return campaign && this.#entryOf(campaign)
  }

  async #again(name: string, before: Promise<Entry | undefined>): Promise<Entry | undefined> {
    const entry = await before
    if (!entry) return this.#read(name)
    const stamp = await this.#stampOf(entry.campaign)
    if (stamp === entry.stamp) return entry
    try {
      const campaign = await this.#campaigns?.find(name)
      // A folder that is gone is as it was for those who play in it.
      return campaign ? { campaign, stamp } : entry
    } catch (error) {
      return { campaign: entry.campaign, stamp, fault: error instanceof Error ? error.message : String(error) }
    }
  }

  async #entryOf(campaign: PlayableCampaign): Promise<Entry> {
    const stamp = await this.#stampOf(campaign)
    return stamp === undefined ? { campaign } : { campaign, stamp }
  }

  async #stampOf(campaign: PlayableCampaign): Promise<string | undefined> {
    return this.#campaigns?.stampOf?.(campaign).catch(() => undefined)
  }
}
