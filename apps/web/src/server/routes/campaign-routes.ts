import Type from 'typebox'
import { CharacterQuestion } from '../../api/character.ts'
import { CampaignEntry, PremiseToAsk } from '../../api/resources.ts'
import { pictureType } from '../assets/media-types.ts'
import { sendFile } from '../assets/send-file.ts'
import { WebError } from '../errors.ts'
import { premiseOf } from '../sessions/create-session.ts'
import { coverUrl } from '../sessions/describe-cards.ts'
import { type Route, defineRoute } from '../route/route.ts'
import type { WebApi } from '../web-api.ts'

/** The campaigns that stories can begin in. */
export function campaignRoutes({ beginnings }: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/campaigns',
      operationId: 'listCampaigns',
      summary: 'The campaigns that a story can begin in',
      response: {
        status: 200,
        schema: Type.Object({ campaigns: Type.Array(CampaignEntry) }),
        description: 'The campaigns. Empty if the host offers none.',
      },
      async handle() {
        const campaigns = (await beginnings?.list()) ?? []
        return {
          campaigns: campaigns.map(
            ({ name, title, description = '', genre = null, cover, openings = [], questions = [] }): CampaignEntry => {
              const choices = openings.length > 1 ? [...openings] : []
              const found = cover === undefined ? null : coverUrl(name)
              return { name, title, description, genre, coverUrl: found, openings: choices, questions }
            },
          ),
        }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/premises/questions',
      operationId: 'askAboutPremise',
      summary: 'What a premise leaves to the player: who they are, and what they want',
      body: PremiseToAsk,
      response: {
        status: 200,
        schema: Type.Object({ questions: Type.Array(CharacterQuestion) }),
        description:
          'The questions, whose answers are the `character` of a new session. Empty if the premise leaves nothing open.',
      },
      async handle({ body: { premise, genre, player } }) {
        const wish = { premise: premiseOf({ premise, genre }), ...(player !== undefined && { player }) }
        return { questions: (await beginnings?.questions?.(wish)) ?? [] }
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/campaigns/{campaign}/cover',
      operationId: 'getCover',
      summary: 'The picture of a campaign',
      response: { status: 200, contentType: '*/*', description: 'The picture.' },
      refusals: { 404: 'There is no such campaign, or it has no picture.', 410: 'The file is gone.' },
      async handle({ params, context }) {
        const found = (await beginnings?.list())?.find(({ name }) => name === params.campaign)
        if (found?.cover === undefined)
          throw new WebError('unknown_campaign', 'There is no such campaign, or it has no picture.', { status: 404 })
        const picture = { path: found.cover, mediaType: pictureType(found.cover) }
        return sendFile(picture, { range: undefined, headersOnly: context.req.method === 'HEAD', isKept: true })
      },
    }),
  ]
}
