import { expect, it } from 'vitest'
import * as api from '../src/index.ts'
import * as aiSdk from '../src/ai-sdk/index.ts'
import * as testing from '../src/testing/index.ts'

it('the public names are chosen, not grown', () => {
  expect(Object.keys(api).toSorted()).toEqual([
    'ConnectionError',
    'ConnectionStore',
    'LanguageModelError',
    'askStructured',
    'checkConnection',
    'connectModel',
    'createLanguageModel',
    'discoverServers',
    'findJson',
    'fromStrict',
    'listModels',
    'measure',
    'modelOf',
    'modelRoles',
    'presets',
    'strictSchema',
    'withSampling',
  ])
  expect(Object.keys(aiSdk)).toEqual(['fromAiSdk'])
  expect(Object.keys(testing).toSorted()).toEqual([
    'languageModelContract',
    'sampleValue',
    'seededRandom',
    'startFakeServer',
    'strictFaults',
  ])
})
