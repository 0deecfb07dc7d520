import { type PlayableCampaign, stampOf } from '@narratoria/campaigns/library'
import type { CampaignNotes } from '@narratoria/runtime/world'
import type { NarratoriaOptions } from '@narratoria/runtime'
import type { Io } from '../io.ts'
import { campaignLibrary } from './campaign-library.ts'

/** The campaigns that stories can be played in. One outside of the usual folders is named by its path. */
export function playableCampaigns(io: Pick<Io, 'env' | 'cwd'>): NonNullable<NarratoriaOptions['campaigns']> {
  const library = campaignLibrary(io)
  return {
    async find(nameOrPath) {
      const campaign = await library.find(nameOrPath)
      if (!campaign) return undefined
      const { manifest, digest, world, path, lorebooks, openings, player } = campaign
      const playerName = player?.name?.trim()
      const listed = (await library.list()).some((found) => found.path === path)
      return {
        name: listed ? campaign.name : path,
        version: manifest.version,
        digest,
        world,
        path,
        notes: notesOf(campaign),
        lorebooks,
        openings,
        ...(playerName && { player: playerName }),
      }
    },
    stampOf: ({ path }) => stampOf(path),
  }
}

/** What a campaign says to a narrating model. */
function notesOf({ setting, premise, rules, constraints, lore, player = {} }: PlayableCampaign): CampaignNotes {
  const { name, description, background } = player
  const persona = [name, description, background].flatMap((text = '') => (text.trim() === '' ? [] : [text.trim()]))
  return {
    setting,
    premise,
    ...(rules !== undefined && { rules }),
    constraints,
    ...(persona.length > 0 && { persona: persona.join('. ') }),
    lore,
  }
}
