import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Square',
  opening: 'Market day.',
  player: { at: 'square' },
  places: {
    square: {
      name: 'square',
      description: 'Seven old lime trees and a well. Two dogs lie under a cart.',
      scenery: { 'lime trees': 'Clipped.', dogs: 'Asleep.', well: 'Deep.', pears: 'Green, and in a heap.' },
    },
  },
  things: { letter: { name: 'letter', at: 'player' } },
  people: {
    greta: { name: 'Greta', at: 'square', pronoun: 'she', description: 'Greta yawns.' },
    rosa: { name: 'Rosa', at: 'square', pronoun: 'she', description: 'Rosa has flour on both hands.' },
  },
}

/** What the player reads after the last of some lines. */
function play(...lines: string[]): string {
  let state: WorldState = {}
  let output = ''
  for (const [index, line] of lines.entries()) {
    const { acts } = parse(line, { world, state, lexicon })
    output = ''
    for (const [position, { act }] of acts.entries()) {
      const done = perform(world, state, act, { seq: index + 1, phrases, endTurn: position === acts.length - 1 })
      state = done.state
      output += done.summary
    }
  }
  return output
}

describe('what the text says of things', () => {
  it.each([
    ['count the lime trees', 'seven'],
    ['I count the dogs', 'two'],
  ])('gives their number: %s', (line, number) => {
    expect(play(line)).toContain(number)
  })

  it('gives no number where there is none', () => {
    expect(play('count the pears')).not.toMatch(/seven|two/)
  })

  it('is what a person says who is asked how many there are', () => {
    expect(play('talk to Rosa', 'how many trees are there?')).toContain('“Seven,” says Rosa.')
  })

  it.each(['buy the pears', 'I purchase the pears'])(
    'does not make a list of what else they are good for: %s',
    (line) => {
      expect(play(line)).not.toMatch(/good for|no way to/)
    },
  )

  it.each(['look at her face', "look at Rosa's hands", 'study her hands'])(
    'of a part of a person is the look of the person: %s',
    (line) => {
      expect(play('talk to Rosa', line)).toContain('flour on both hands')
    },
  )

  it('of the place comes from a person who is asked about it there', () => {
    expect(play('ask Rosa about the square')).toMatch(/standing in it|This is the square/)
  })

  it.each([
    ['who is he?', false],
    ['who is she?', true],
  ])('of another person fits the pronoun: %s', (line, isGreta) => {
    expect(play('talk to Rosa', line).includes('That is Greta')).toBe(isGreta)
  })

  it.each(['is this it?', 'are we there yet?'])('of the place is its name: %s', (line) => {
    expect(play('read the letter', line)).toMatch(/the square\.$/)
  })
})
