import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Campaigns } from '@narratoria/runtime'
import type { Io } from '../io.ts'
import { campaignRoots } from './campaign-roots.ts'

/** The campaign that a new story is played in unless another one is named. */
export const firstCampaign = 'door-without-a-handle'

/** The campaigns that stories can be played in, by name or folder. Loads their reader on first use. */
export function playableCampaigns(io: Pick<Io, 'env' | 'cwd'>): Campaigns {
  return {
    async find(nameOrFolder) {
      const { createCampaignLibrary } = await import('@narratoria/campaigns')
      const library = createCampaignLibrary({ roots: campaignRoots(io) })
      const listed = await library.list()
      const isListed = listed.some(({ name }) => name === nameOrFolder)
      const folder = resolve(io.cwd, nameOrFolder)
      const found = await library.find(isListed || !existsSync(folder) ? nameOrFolder : folder)
      if (!found) return undefined
      const { path, digest, world, manifest } = found
      // A folder elsewhere is found again by its path alone.
      const name = listed.some((each) => each.path === path) ? found.name : path
      return { name, version: manifest.version, digest, world, path }
    },
  }
}
