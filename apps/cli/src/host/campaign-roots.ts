import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Io } from '../io.ts'
import { narratoriaHome } from './skill-roots.ts'

/** The folders of campaigns: `./campaigns`, the user's, the shipped ones. A folder need not exist. */
export function campaignRoots(io: Pick<Io, 'env' | 'cwd'>): string[] {
  const roots = [join(io.cwd, 'campaigns'), join(narratoriaHome(io), 'campaigns'), shippedCampaigns()]
  return roots.filter((root) => root !== undefined)
}

/** The shipped campaigns: in the published package, or in the workspace. */
function shippedCampaigns(): string | undefined {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return [join(folder, 'campaigns'), join(folder, '../../packages/content/campaigns')].find((path) => existsSync(path))
}
