import { describe, expect, it } from 'vitest'
import { fill } from '../../src/imagine/fill.ts'
import { chosenFrom } from '../../src/stub/choices.ts'

describe('the slots and choices of a text', () => {
  it.each([
    ['{place} was quiet.', 'The courthouse steps were quiet.'],
    ['The floor at {place} was still wet.', 'The floor at the courthouse steps was still wet.'],
    ['By then {place} has emptied.', 'By then the courthouse steps have emptied.'],
  ])('gives a plural place a plural verb: %s', (text, expected) => {
    expect(fill(text, { place: 'the courthouse steps' })).toBe(expected)
  })

  it('leaves the verb of a singular place', () => {
    expect(fill('{place} was quiet.', { place: 'the glass house' })).toBe('The glass house was quiet.')
    expect(fill('{place} was quiet.', { place: 'Paris' })).toBe('Paris was quiet.')
  })

  it.each([
    ['{hero} as well as {other} sang.', 'You as well as Tom sang.'],
    ['{hero} always sang.', 'You always sang.'],
    ['{hero} waits.', 'You wait.'],
  ])('leaves a word after "You" unchanged if it is not a verb: %s', (text, expected) => {
    expect(fill(text, { hero: 'You', other: 'Tom' })).toBe(expected)
  })

  it('keeps questions and answers together across narration', () => {
    const text = '“[How|Who]?” [asked|said] {hero}. {other} [sat|stood]. “[Slowly|Mara],” said {other}.'
    const chosen = Array.from({ length: 40 }, (_, seed) => chosenFrom(text, String(seed)))
    const pairs = chosen.map((each) => /“(\w+)\?” (\w+) .*“(\w+),”/.exec(each)!.slice(1).join(' '))
    expect(new Set(pairs)).toEqual(new Set(['How asked Slowly', 'Who said Mara']))
  })
})
