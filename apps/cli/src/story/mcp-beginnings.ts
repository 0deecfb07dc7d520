import type { Beginnings } from '@narratoria/mcp'
import type { HostOptions } from '../host/open-host.ts'
import type { Io } from '../io.ts'
import { openingOfPremise } from './invent-world.ts'
import { openingOf } from './opening.ts'
import { offeredCampaigns } from './web-opening.ts'

/** How new stories can begin over MCP: as on the page, and without a wish in the shipped campaign. */
export function mcpBeginningsOf(io: Io, options: Pick<HostOptions, 'planner' | 'model'>): Beginnings {
  return {
    list: offeredCampaigns(io),
    begin: ({ campaign, premise }) =>
      premise === undefined
        ? openingOf({ ...(campaign !== undefined && { campaign }) })
        : openingOfPremise(io, { premise }, { options }),
  }
}
