import { join } from 'node:path'
import { readCampaignCard } from '@narratoria/campaigns'
import { type CharacterAnswers, createCharacter, questionsOf } from '@narratoria/campaigns/player'
import { describeOpening } from '@narratoria/runtime/world'
import type { NewStory } from '@narratoria/runtime'
import type * as Web from '@narratoria/web'
import { findAllPlayable, findPlayable } from '../host/campaign-library.ts'
import { playableCampaigns } from '../host/campaigns.ts'
import { savedCampaigns } from '../host/import-options.ts'
import type { Io } from '../io.ts'
import type { HostOptions } from '../host/open-host.ts'
import { findAsking } from './character.ts'
import type { PremiseAnswers } from './ask-premise.ts'
import { openingOfPremise, writerFor } from './invent-world.ts'
import { firstCampaign, openingOf } from './opening.ts'
import { packStoryWorld } from './played-world.ts'

/** Lists the campaigns that new stories can begin with. */
export function offeredCampaigns(io: Pick<Io, 'env' | 'cwd'>): Web.StoryBeginnings['list'] {
  return async () => {
    const campaigns = await findAllPlayable(io)
    return campaigns.map((campaign) => {
      const { title, description, genre } = campaign.manifest
      // Only a picture that belongs to the campaign.
      const found = campaign.assets.find(({ path }) => path === campaign.manifest.cover)
      const cover = found && join(campaign.path, found.path)
      const questions = campaign.player ? questionsOf(campaign.player) : []
      const about = {
        ...(description && { description }),
        ...(genre && { genre }),
        ...(cover && { cover }),
        openings: campaign.openings,
        questions,
      }
      return { name: campaign.name, title, ...about }
    })
  }
}

/** The campaigns and premises that new stories can begin with on the page. */
export function beginningsOf(io: Io, options: Pick<HostOptions, 'planner' | 'model'>): Web.StoryBeginnings {
  return {
    list: offeredCampaigns(io),
    async begin(wish) {
      if (!('campaign' in wish)) return openingOfPremise(io, answered(wish), { options }).catch(plotProblem)
      const { campaign, character: answers, openingNumber } = wish
      const opening = openingNumber === undefined ? {} : { openingNumber }
      const asking = await findAsking(campaign, io)
      if (!asking || !answers) return openingOf({ campaign, ...opening })
      const { character, problems } = createCharacter(asking.player, answers, asking.world)
      return character ? openingOf({ campaign, character, ...opening }) : { problems }
    },
    async questions({ premise, ...given }) {
      const { premiseQuestions } = await import('@narratoria/campaigns/premise')
      const questions = premiseQuestions(premise, given)
      const writer = await writerFor(io, options).catch(() => undefined)
      return writer === undefined ? questions : questions.filter(({ id }) => id !== 'plot')
    },
    imports: savedCampaigns(io),
    find: (campaign) => playableCampaigns(io).find(campaign),
    async card(name) {
      const campaign = await findPlayable(name, io)
      return campaign && readCampaignCard(campaign.path)
    },
    packWorld: (name, story) => packStoryWorld(name, story, io),
  }
}

function plotProblem(error: unknown): { problems: { id: string; message: string }[] } {
  if (error instanceof RangeError) return { problems: [{ id: 'plot', message: error.message }] }
  throw error
}

/** A premise with the answers about it. */
function answered({ premise, character = {} }: { premise: string; character?: CharacterAnswers }) {
  const given = ['player', 'aim', 'plot'].filter((id) => typeof character[id] === 'string')
  return { premise, ...(Object.fromEntries(given.map((id) => [id, character[id]])) as PremiseAnswers) }
}

/** How new stories begin on the page: in the shipped campaign. */
export async function describeCampaign(io: Pick<Io, 'env' | 'cwd'>) {
  const campaign = await playableCampaigns(io).find(firstCampaign)
  const story: NewStory = campaign ? { campaign: campaign.name } : {}
  return { ...(campaign ? describeOpening(campaign.world) : { text: '', choices: [] }), story }
}
