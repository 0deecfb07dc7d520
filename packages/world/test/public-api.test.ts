import { expect, it } from 'vitest'
import * as world from '../src/index.ts'

it('the public names are pinned', () => {
  expect(Object.keys(world).sort()).toEqual([
    'Scene',
    'acceptWords',
    'applyClaims',
    'checkWorld',
    'claimsSchema',
    'descriptionIn',
    'findContradictions',
    'hasLight',
    'holds',
    'isGrounded',
    'offerActs',
    'perceptionsOf',
    'perform',
    'possibleActs',
    'recallDeeds',
    'recallSaid',
    'riskOf',
    'scopeOf',
    'standardActs',
    'validateWorld',
    'validateWorldState',
    'viewOf',
  ])
})
