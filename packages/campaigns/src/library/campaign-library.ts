import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { CampaignProblem } from '../campaign.ts'
import type { ReadCampaign } from '../read/read-campaign.ts'
import { type CampaignCache, type PlayableCampaign, readThrough } from './campaign-cache.ts'
import { readFolder } from './read-folder.ts'

/** A campaign folder that was found, without its contents. */
export interface FoundCampaign {
  /** The folder's name. */
  name: string
  path: string
}

/** The campaigns of some folders. */
export interface CampaignLibrary {
  /** Lists the campaigns, those of earlier roots first. A name in two roots is listed once. */
  list(): Promise<FoundCampaign[]>
  /** Reads a campaign by its name, or by the path of its folder. Returns `undefined` if there is none. */
  read(nameOrPath: string): Promise<ReadCampaign | undefined>
  /**
   * Reads a campaign that can be played, from the cache if the library has one. Returns `undefined` if there is none.
   *
   * @throws {CampaignError} if it has errors
   */
  find(nameOrPath: string): Promise<PlayableCampaign | undefined>
}

/** A campaign that cannot be played. */
export class CampaignError extends Error {
  override readonly name = 'CampaignError'
  readonly code = 'invalid_campaign'
  readonly problems: CampaignProblem[]

  constructor(campaign: string, problems: CampaignProblem[]) {
    const errors = problems.filter(({ level }) => level === 'error')
    const [first] = errors
    const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    super(`The campaign "${campaign}" has errors: ${first?.at}: ${first?.message}${others}`)
    this.problems = problems
  }
}

/**
 * Creates a library of the campaigns under `roots`: each subfolder with a `manifest.json` is one. Relative paths start from
 * the folder `from`, which defaults to the working folder. With a `cache`, a campaign whose folder did not change is not read again.
 * @example
 * ```ts
 * import { createCampaignLibrary } from '@narratoria/campaigns/library'
 *
 * const library = createCampaignLibrary({ roots: ['../content/campaigns'] })
 * const campaign = await library.find('door-without-a-handle')
 * if (campaign?.manifest.title !== 'The Door Without a Handle') throw new Error('The campaign should be found.')
 * ```
 */
export function createCampaignLibrary({
  roots,
  from = '.',
  cache,
}: {
  roots: readonly string[]
  from?: string
  cache?: CampaignCache
}): CampaignLibrary {
  const pathOf = async (nameOrPath: string): Promise<string | undefined> => {
    const named = (await library.list()).find(({ name }) => name === nameOrPath)
    if (named) return named.path
    const path = resolve(from, nameOrPath)
    return (await campaignsIn(dirname(path))).some(({ name }) => name === basename(path)) ? path : undefined
  }
  const library: CampaignLibrary = {
    async list() {
      const found = new Map<string, FoundCampaign>()
      for (const root of roots)
        for (const campaign of await campaignsIn(root))
          if (!found.has(campaign.name)) found.set(campaign.name, campaign)
      return [...found.values()]
    },
    async read(nameOrPath) {
      const path = await pathOf(nameOrPath)
      return path === undefined ? undefined : readFolder(path)
    },
    async find(nameOrPath) {
      const path = await pathOf(nameOrPath)
      if (path === undefined) return undefined
      const { campaign, problems } = await (cache ? readThrough(cache, path) : readFolder(path))
      if (!campaign) throw new CampaignError(nameOrPath, problems)
      return campaign
    },
  }
  return library
}

async function campaignsIn(root: string): Promise<FoundCampaign[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name)
  const found = await Promise.all(
    folders.toSorted().map(async (name) => {
      const files: string[] = await readdir(join(root, name)).catch(() => [])
      return files.includes('manifest.json') ? [{ name, path: join(root, name) }] : []
    }),
  )
  return found.flat()
}
