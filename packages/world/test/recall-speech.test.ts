import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Mill',
  opening: 'The wheel stands still, and the children look at their shoes.',
  player: { at: 'mill' },
  places: { mill: { name: 'mill', exits: { south: 'bank' } }, bank: { name: 'bank', exits: { north: 'mill' } } },
  things: { sluice: { name: 'sluice', at: 'bank' } },
  people: {
    smallest_boy: {
      name: 'smallest boy',
      at: 'mill',
      aliases: ['boy', 'child', 'kid'],
      pronoun: 'he',
      description: 'A boy in one shoe.',
      replies: { heard: '“It was not the wind,” says the smallest boy.' },
      topics: {
        wheel: { answer: '“Mice jam the sluice,” says the smallest boy.' },
        the_miller: { keywords: ['miller'], answer: '“He sleeps,” says the smallest boy.' },
      },
    },
    miller: { name: 'miller', at: 'bank', pronoun: 'he', description: 'A white man.' },
  },
  rules: {
    sees: {
      on: { act: 'examine', thing: 'sluice' },
      then: [{ speak: ['miller', '“Hands off my sluice,” says the miller. “Not since Easter.”'] }],
    },
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

/** Whether the last act of some lines was done or refused. */
function statusOf(...lines: string[]): string {
  let state: WorldState = {}
  let status = ''
  for (const [index, line] of lines.entries())
    for (const { act } of parse(line, { world, state, lexicon }).acts)
      ({ state, status } = perform(world, state, act, { seq: index + 1, phrases, endTurn: true }))
  return status
}

describe('what a person said', () => {
  it.each(['what did the child say?', 'what did the smallest boy mention?', 'what has the kid said?'])(
    'last is quoted without a topic: %s',
    (question) => {
      const output = play('ask the boy about the miller', 'ask the boy about the wheel', 'south', question)
      expect(output).toContain('Mice jam the sluice')
      expect(output).not.toMatch(/one shoe|He sleeps/)
    },
  )

  it('is found by a word of the line, although it answered another question', () => {
    expect(play('ask the boy about the wheel', 'south', 'what did the child say about the sluice?')).toContain(
      'Mice jam the sluice',
    )
  })

  it('to a statement is quoted too', () => {
    expect(play('say to the boy that the storm did it', 'south', 'what did the kid say about the wind?')).toContain(
      'It was not the wind',
    )
  })

  it('in an event is quoted', () => {
    expect(play('south', 'examine the sluice', 'north', 'what did the miller say about Easter?')).toContain(
      'Hands off my sluice',
    )
  })

  it('is denied by the world, without a refusal that would ask elsewhere', () => {
    expect(statusOf('ask the boy about the wheel', 'what did the boy say about the moon?')).toBe('done')
  })

  it('is not a gesture', () => {
    const output = play('ask the boy about the wheel', 'frown at the boy', 'south', 'what did the child say?')
    expect(output).toContain('Mice jam the sluice')
  })

  it('in one turn is quoted together', () => {
    const output = play('talk to the boy and ask him about the wheel', 'south', 'what did the child say?')
    expect(output.split('smallest boy said')).toHaveLength(2)
  })

  it('is not claimed of one who has said nothing', () => {
    expect(play('south', 'north', 'what did the miller say?')).toBe('The miller has not said anything to you yet.')
    expect(play('ask the boy about the wheel', 'what did the boy say about the moon?')).toMatch(/boy .* nothing about/)
  })
})
