import { expect, it } from 'vitest'
import * as chat from '../src/chat/index.ts'
import * as interchange from '../src/index.ts'

it('pins the public names', () => {
  expect(Object.keys(interchange).toSorted()).toEqual([
    'InterchangeError',
    'cleanedFrom',
    'compileLorebook',
    'convertLorebook',
    'expandMacros',
    'hasMacros',
    'isCleaned',
    'matchLore',
    'maxFileBytes',
    'plainText',
    'readCard',
    'readForeignFile',
    'readJsonCard',
    'writeCard',
  ])
  expect(Object.keys(chat).toSorted()).toEqual(['SillyTavernWriter', 'isSillyTavernChat', 'readSillyTavernChat'])
})
