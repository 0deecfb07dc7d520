import { expect, it } from 'vitest'
import * as campaigns from '../src/index.ts'
import * as library from '../src/library/index.ts'
import * as pack from '../src/pack/index.ts'
import * as player from '../src/player/index.ts'
import * as premise from '../src/premise/index.ts'

it('pins the public names', () => {
  expect(Object.keys(campaigns).toSorted()).toEqual([
    'Manifest',
    'WorldPlayer',
    'checkCampaignWorld',
    'mapOf',
    'parseStory',
    'readCampaign',
    'readCampaignCard',
    'runStoryTest',
    'writeCampaign',
    'writeCardCampaign',
    'writeLorebookCampaign',
    'writePlayedWorld',
    'writeWorld',
  ])
  expect(Object.keys(library).toSorted()).toEqual(['CampaignError', 'createCampaignLibrary', 'stampOf'])
  expect(Object.keys(player).toSorted()).toEqual(['PlayerTemplate', 'createCharacter', 'questionsOf'])
  expect(Object.keys(pack).toSorted()).toEqual(['PackedCampaignError', 'packCampaign', 'unpackCampaign'])
  expect(Object.keys(premise).toSorted()).toEqual([
    'buildPremise',
    'premiseQuestion',
    'premiseQuestions',
    'readPremise',
  ])
})
