import { expect, it } from 'vitest'
import * as interchange from '../src/index.ts'

it('pins the public names', () => {
  expect(Object.keys(interchange).toSorted()).toEqual([
    'InterchangeError',
    'SillyTavernWriter',
    'compileLorebook',
    'convertLorebook',
    'expandMacros',
    'hasMacros',
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
