import { expect, it } from 'vitest'
import * as campaigns from '../src/index.ts'
import * as premise from '../src/premise/index.ts'

it('pins the public names', () => {
  expect(Object.keys(campaigns).toSorted()).toEqual([
    'CampaignError',
    'Manifest',
    'WorldPlayer',
    'checkCampaignWorld',
    'createCampaignLibrary',
    'mapOf',
    'parseStory',
    'readCampaign',
    'runStoryTest',
    'writeCampaign',
    'writeWorld',
  ])
  expect(Object.keys(premise).toSorted()).toEqual(['buildPremise', 'readPremise'])
})
