import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { acceptWords, applyClaims, type Claims } from '../../src/claims/index.ts'
import { perform, validateWorldState, type WorldState, viewOf } from '../../src/index.ts'
import { lighthouse } from '../lighthouse.ts'

const nothing: Claims = { facts: [], moods: [], things: [], people: [] }
const narrative =
  'Oleg scowls: his boat, the Marigold, sank. A driftwood stool stands there. An old widow, Agafya, hums.'
const apply = (claims: Partial<Claims>, state: WorldState = {}, text = narrative) =>
  applyClaims(lighthouse, state, { ...nothing, ...claims }, { narrative: text, seq: 3, lexicon })
const stool = { name: 'driftwood stool', description: 'Grey and smooth.' }
const widow = { name: 'Agafya', pronoun: 'she' as const, description: 'She hums.' }

describe('applyClaims', () => {
  it('adds facts, moods, things that can be examined and not taken, and people', () => {
    const fact = { text: 'The boat of Oleg was the Marigold.', about: 'oleg' }
    const { patch, facts, refused } = apply({
      facts: [fact],
      moods: [{ person: 'oleg', change: 'colder' }],
      things: [stool],
      people: [widow],
    })
    expect(refused).toEqual([])
    expect(facts).toEqual([fact])
    expect(validateWorldState(patch)).toEqual([])
    const state = patch as WorldState
    expect(viewOf(lighthouse, state).people.map(({ name }) => name)).toContain('Agafya')
    const act = (name: string) => perform(lighthouse, state, { act: name, thing: 'new_3_1' }, { seq: 4, phrases })
    expect(act('examine').summary).toContain('Grey and smooth.')
    expect(act('take').status).toBe('refused')
  })

  it.each<[string, Partial<Claims>, WorldState?]>([
    ['a fact about an unknown id', { facts: [{ text: 'The Marigold sank.', about: 'marigold' }] }],
    ['a fact that was not narrated', { facts: [{ text: 'The queen pardons every smuggler.', about: 'oleg' }] }],
    ['an empty fact', { facts: [{ text: ' ', about: '' }] }],
    ['the mood of a person elsewhere', { moods: [{ person: 'mara', change: 'warmer' }] }],
    ['the mood of a dead man', { moods: [{ person: 'oleg', change: 'warmer' }] }, { is: { oleg: { dead: true } } }],
    ['a thing that exists elsewhere', { things: [{ name: 'brass key', description: 'Here now.' }] }],
    ['a thing with the name of scenery', { things: [{ name: 'salty wall', description: 'Wet.' }] }],
    ['a thing that was not named', { things: [{ name: 'silver sword', description: 'Sharp.' }] }],
    ['a thing without a description', { things: [{ ...stool, description: '' }] }],
    ['a person who is elsewhere', { people: [{ ...widow, name: 'Mara' }] }],
    ['a dead man who returns', { people: [{ ...widow, name: 'Oleg' }] }, { is: { oleg: { dead: true } } }],
    ['a thing in the dark', { things: [stool] }, { at: { player: 'cellar' } }],
    ['anything after the end', { things: [stool] }, { ended: 'escape' }],
  ])('refuses %s', (_, claims, state = {}) => {
    const text = `${narrative} The brass key and Mara and a salty wall are named too.`
    const { patch, facts, refused } = apply(claims, state, text)
    expect(patch).toEqual({})
    expect(facts).toEqual([])
    expect(refused).toHaveLength(1)
  })

  it('adds no more than its limits', () => {
    const facts = Array.from({ length: 9 }, () => ({ text: 'The boat of Oleg sank.', about: 'oleg' }))
    const moods = Array.from({ length: 9 }, () => ({ person: 'oleg', change: 'warmer' as const }))
    const applied = apply({ facts, moods })
    expect(applied.facts).toHaveLength(4)
    expect((applied.patch as WorldState).feelings).toEqual({ oleg: 5 })
  })
})

describe('acceptWords', () => {
  it('keeps what the parser reads as one act that is possible, with its odds, each act once', () => {
    const texts = [
      'Take the knife',
      'Grab the knife',
      'Take the crown',
      'Take the letter and go up',
      'Give the letter to Oleg',
      'Sing a song about the sea',
      'Force open the chest',
    ]
    const offered = ['Take the knife']
    const accepted = acceptWords(lighthouse, {}, texts, { phrases, lexicon, offered })
    expect(accepted.map(({ text }) => text)).toEqual(['Force open the chest'])
    expect(accepted[0]!.odds.hint).toBeDefined()
  })
})
