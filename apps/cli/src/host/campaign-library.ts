import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  CampaignError,
  type CampaignLibrary,
  createCampaignLibrary,
  type PlayableCampaign,
} from '@narratoria/campaigns/library'
import type { Io } from '../io.ts'
import { cliVersion } from '../version.ts'
import { narratoriaHome } from './skill-roots.ts'

/** The campaigns in `./campaigns`, the user's and the shipped ones. A folder need not exist. */
export function campaignLibrary(io: Pick<Io, 'env' | 'cwd'>): CampaignLibrary {
  const home = narratoriaHome(io)
  const roots = [join(io.cwd, 'campaigns'), join(home, 'campaigns'), shippedCampaigns()]
  return createCampaignLibrary({
    roots: roots.filter((root) => root !== undefined),
    from: io.cwd,
    // A program that was built again has the same version.
    cache: { folder: join(home, 'campaign-cache'), version: `${cliVersion} ${statSync(import.meta.filename).mtimeMs}` },
  })
}

/** Reads a campaign. Resolves to `undefined` if there is none, or if it has errors. */
export async function findPlayable(
  nameOrPath: string,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<PlayableCampaign | undefined> {
  return campaignLibrary(io)
    .find(nameOrPath)
    .catch((error: unknown) => {
      if (error instanceof CampaignError) return undefined
      throw error
    })
}

/** Reads all campaigns without errors. */
export async function findAllPlayable(io: Pick<Io, 'env' | 'cwd'>): Promise<PlayableCampaign[]> {
  const listed = await campaignLibrary(io).list()
  const found = await Promise.all(listed.map(({ path }) => findPlayable(path, io)))
  return found.filter((campaign) => campaign !== undefined)
}

/** The shipped campaigns: in the published package, or in the workspace. */
function shippedCampaigns(): string | undefined {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return [join(folder, 'campaigns'), join(folder, '../../packages/content/campaigns')].find((path) => existsSync(path))
}
