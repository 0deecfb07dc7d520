import { expect, it } from 'vitest'
import * as campaigns from '../src/index.ts'
import * as pack from '../src/pack/index.ts'
import * as premise from '../src/premise/index.ts'

it('pins the public names', () => {
  expect(Object.keys(campaigns).toSorted()).toEqual([
    'CampaignError',
    'Manifest',
    'PlayerTemplate',
    'WorldPlayer',
    'checkCampaignWorld',
    'createCampaignLibrary',
    'createCharacter',
    'mapOf',
    'parseStory',
    'questionsOf',
    'readCampaign',
    'readCampaignCard',
    'runStoryTest',
    'stampOf',
    'writeCampaign',
    'writeCardCampaign',
    'writeLorebookCampaign',
    'writePlayedWorld',
    'writeWorld',
  ])
  expect(Object.keys(pack).toSorted()).toEqual(['PackedCampaignError', 'packCampaign', 'unpackCampaign'])
  expect(Object.keys(premise).toSorted()).toEqual(['buildPremise', 'premiseQuestion', 'readPremise'])
})
