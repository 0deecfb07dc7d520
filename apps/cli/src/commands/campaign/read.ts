import type { Campaign, ReadCampaign } from '@narratoria/campaigns'
import { UsageError } from '../../exit-codes.ts'
import { campaignLibrary } from '../../host/campaign-library.ts'
import type { Io } from '../../io.ts'
import { resolve } from 'node:path'
import { existsSync } from 'node:fs'

/**
 * Reads a campaign by its name or folder.
 *
 * @throws {UsageError} if there is none
 */
export async function readNamed(nameOrFolder: string, io: Io): Promise<ReadCampaign> {
  const library = campaignLibrary(io)
  const folder = resolve(io.cwd, nameOrFolder)
  const read = await library.read(existsSync(folder) ? folder : nameOrFolder)
  if (read) return read
  throw new UsageError(`there is no campaign "${nameOrFolder}"; "narratoria campaign list" shows the campaigns`)
}

/**
 * Reads a campaign that has no errors.
 *
 * @throws {UsageError} if there is none, or if it has errors
 */
export async function playable(name: string, io: Io): Promise<Campaign> {
  const { campaign, problems } = await readNamed(name, io)
  if (campaign) return campaign
  const [first] = problems.filter(({ level }) => level === 'error')
  throw new UsageError(`${first?.at}: ${first?.message}; "narratoria campaign check ${name}" shows every problem`)
}
