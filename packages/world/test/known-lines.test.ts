import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Quay',
  opening: 'You are {player}, the new pilot. The ferry is late.',
  player: { at: 'quay' },
  places: {
    quay: {
      name: 'quay',
      description: 'A bare quay.',
      scenery: { crane: 'The crane was forged by Anders, for {player}.' },
    },
  },
  things: {
    chest: { name: 'chest', at: 'quay', container: true, openable: true, portable: false },
    ledger: { name: 'ledger', at: 'in:chest', appearance: 'A ledger of smugglers is marked with chalk.' },
    trapdoor: { name: 'hatch', at: 'quay', is: ['hidden'], appearance: 'A hatch of tarred planks leads to a tunnel.' },
    letter: { name: 'letter', at: 'quay', text: 'Dear {player}, beware of the harpooner.' },
  },
  people: {
    sven: { name: 'Sven', at: 'quay', topics: { ice: { answer: 'The ice is thin, {player}.' } } },
  },
  facts: { harbour: { text: 'The harbour belongs to {player}.', about: ['harbour'] } },
  beats: {
    horn: { when: { turns: { min: 1 } }, then: [{ say: 'A foghorn bellows from the reef.' }] },
    oath: { when: { turns: { min: 2 } }, then: [{ speak: ['sven', 'The keeper drowned the pilot.'] }] },
  },
}

/** What the player reads after the last of some lines. */
function play(lines: readonly string[], start: WorldState = {}, of: World = world): string {
  let state: WorldState = start
  let summary = ''
  for (const [index, line] of lines.entries())
    for (const { act } of parse(line, { world: of, state, lexicon }).acts)
      ({ state, summary } = perform(of, state, act, { seq: index + 1, phrases, endTurn: true }))
  return summary
}

const named: WorldState = { flags: { name: 'Ada' } }

describe('a question about the story', () => {
  it('is not answered by what is hidden or in a closed container', () => {
    expect(play(['look', 'who are the smugglers with the chalk?'])).not.toContain('chalk')
    expect(play(['look', 'open the chest', 'who are the smugglers with the chalk?'])).toContain('marked with chalk')
    expect(play(['look', 'why is there a tunnel of tarred planks?'])).not.toContain('tunnel')
  })

  it.each([
    ['The clock in the square strikes nine.', true],
    ['“It is half past four,” says a voice.', true],
    ['The boat is due at midnight with thirty people aboard.', true],
    ['The screw goes in, and a quarter turn past tight.', false],
    ['People look at you as one looks at a clock that might be right.', false],
    ['At that hour half of the town is asleep.', false],
  ])('about the time is answered with a time: %s', (say, isTime) => {
    const timed: World = { ...world, beats: { sign: { when: { turns: { min: 1 } }, then: [{ say }] } } }
    const answer = play(['wait', 'wait', 'what time is it?'], {}, timed)
    if (isTime) expect(answer).toContain(say.replaceAll(/[“”]/g, '').slice(0, 20))
    else expect(answer).not.toContain(say.slice(0, 20))
  })

  it.each([
    [['why is the pilot new?'], 'You are Ada'],
    [['where is the new pilot?'], 'You are Ada'],
    [['read the letter', 'why beware of the harpooner?'], 'Dear Ada'],
    [['examine the crane', 'who forged it?'], 'for Ada'],
    [['ask Sven about the ice', 'what did Sven say about the ice?'], 'thin, Ada'],
    [['who am I, and why am I here?'], 'You are Ada'],
  ])('%j is answered with the name of the player', (lines, answer) => {
    const text = play(lines, named)
    expect(text).toContain(answer)
    expect(text).not.toContain('{player}')
  })

  it('is answered by what a beat has said', () => {
    expect(play(['wait', 'why does the foghorn bellow?'])).toContain('from the reef')
    expect(play(['wait', 'wait', 'wait', 'who drowned?'])).toContain('The keeper drowned')
  })
})
