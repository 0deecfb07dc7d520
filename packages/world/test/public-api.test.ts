import { expect, it } from 'vitest'
import * as claims from '../src/claims/index.ts'
import * as world from '../src/index.ts'
import * as model from '../src/model/index.ts'

it('the public names are pinned', () => {
  expect(Object.keys(world).sort()).toEqual([
    'Scene',
    'checkWorld',
    'descriptionIn',
    'holds',
    'offerActs',
    'offerableTexts',
    'perceptionsOf',
    'perform',
    'possibleActs',
    'riskOf',
    'standardActs',
    'validateWorld',
    'validateWorldState',
    'viewOf',
  ])
  expect(Object.keys(claims).sort()).toEqual([
    'acceptWords',
    'applyClaims',
    'claimsSchema',
    'findContradictions',
    'isGrounded',
  ])
  expect(Object.keys(model).sort()).toEqual([
    'Beat',
    'Condition',
    'CustomAct',
    'Deed',
    'Effect',
    'Ending',
    'Exit',
    'Fact',
    'Focus',
    'Goal',
    'Location',
    'Person',
    'Place',
    'Report',
    'ReportEntry',
    'Rule',
    'StartState',
    'Text',
    'Thing',
    'Topic',
    'Want',
    'World',
    'WorldState',
    'standardActs',
    'unclear',
  ])
})
