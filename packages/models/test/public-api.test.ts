import { expect, it } from 'vitest'
import * as api from '../src/index.ts'
import * as testing from '../src/testing/index.ts'

it('the public names are chosen, not grown', () => {
  expect(Object.keys(api).toSorted()).toEqual([
    'ConnectionError',
    'LanguageModelError',
    'findJson',
    'modelOf',
    'modelRoles',
    'presets',
  ])
  expect(Object.keys(testing).toSorted()).toEqual(['sampleValue', 'seededRandom', 'startFakeServer'])
})
