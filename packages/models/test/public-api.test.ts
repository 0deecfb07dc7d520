import { expect, it } from 'vitest'
import * as api from '../src/index.ts'
import * as connections from '../src/connection/index.ts'
import * as aiSdk from '../src/ai-sdk/index.ts'
import * as testing from '../src/testing/index.ts'

it('the public names are chosen, not grown', () => {
  expect(Object.keys(api).toSorted()).toEqual([
    'ConnectionError',
    'LanguageModelError',
    'askStructured',
    'connectModel',
    'createLanguageModel',
    'fromStrict',
    'modelOf',
    'modelRoles',
    'strictSchema',
    'withSampling',
  ])
  expect(Object.keys(connections).toSorted()).toEqual([
    'ConnectionStore',
    'checkConnection',
    'discoverServers',
    'listModels',
    'measure',
    'presets',
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
