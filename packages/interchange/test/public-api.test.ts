import { expect, it } from 'vitest'
import * as interchange from '../src/index.ts'

it('pins the public names', () => {
  expect(Object.keys(interchange).toSorted()).toEqual([
    'InterchangeError',
    'SillyTavernWriter',
    'cleanedFrom',
    'compileLorebook',
    'convertLorebook',
    'expandMacros',
    'hasMacros',
    'isCleaned',
    'isSillyTavernChat',
    'matchLore',
    'maxFileBytes',
    'plainText',
    'readCard',
    'readForeignFile',
    'readJsonCard',
    'readSillyTavernChat',
    'writeCard',
  ])
})
