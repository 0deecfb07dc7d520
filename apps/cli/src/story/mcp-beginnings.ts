import type { Beginnings } from '@narratoria/mcp'
import type { Io } from '../io.ts'
import { openingOf } from './opening.ts'
import { offeredCampaigns } from './web-opening.ts'

/** How new stories can begin over MCP: as on the page, and without a wish in the shipped campaign. */
export function mcpBeginningsOf(io: Pick<Io, 'env' | 'cwd'>): Beginnings {
  return { list: offeredCampaigns(io), begin: (wish) => openingOf(wish) }
}
