import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseEvent } from '../src/index.ts'
import { jsonValue, validEvent } from './arbitraries.ts'
import { fuzz } from './fuzz.ts'
import { compileComponent } from './openapi.ts'

const fields =
  'version type level message patch assetId path event errorCode ok summary fields details requestId'.split(' ')
const changedEvent = fc
  .tuple(validEvent, fc.constantFrom(...fields), jsonValue)
  .map(([event, field, value]) => ({ ...event, [field]: value }))

function isAccepted(event: unknown): boolean {
  try {
    return parseEvent(JSON.stringify(event)) !== undefined
  } catch {
    return false
  }
}

it('001 contracts: an independent validator accepts the same events as the reader', () => {
  const validateEvent = compileComponent('ProtocolEvent')
  fc.assert(
    fc.property(fc.oneof(validEvent, changedEvent, jsonValue), (event) => {
      expect(validateEvent(event)).toBe(isAccepted(event))
    }),
    fuzz,
  )
})
