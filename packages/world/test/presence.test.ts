import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Ferry',
  opening: 'Your brother Anselm wrote that he would cross with the evening ferry.',
  player: { at: 'landing' },
  places: {
    landing: { name: 'landing', description: 'Wet planks.', exits: { north: 'house' } },
    house: { name: 'ferry house', description: 'A stove and a bench.', exits: { south: 'landing' } },
  },
  things: {},
  people: {
    anselm: { name: 'Anselm', at: 'nowhere', aliases: ['brother'], pronoun: 'he', description: 'Your brother.' },
    greta: { name: 'Greta', at: 'house', pronoun: 'she', topics: { ferry: { answer: '“Late,” says Greta.' } } },
    piet: { name: 'Piet', at: 'landing', pronoun: 'he' },
  },
  beats: {
    arrival: {
      when: [{ turns: { min: 3 } }, { at: ['player', 'landing'] }],
      then: [{ say: 'The ferry bumps against the planks.' }, { move: ['anselm', 'landing'] }],
    },
    leaving: {
      when: { happened: 'arrival' },
      then: [{ say: 'Piet casts off, and is gone with the ferry.' }, { move: ['piet', 'nowhere'] }],
    },
  },
}

/** What the player reads after each of some lines. It is what the report of the turn says. */
function play(...lines: string[]): string[] {
  let state: WorldState = {}
  return lines.map((line, index) => {
    const { acts } = parse(line, { world, state, lexicon })
    const read = acts
      .map(({ act }, position) => {
        const done = perform(world, state, act, { seq: index + 1, phrases, endTurn: position === acts.length - 1 })
        state = done.state
        return done.summary
      })
      .join(' ')
    const reported = Object.values(state.report?.entries ?? {}).map(({ text }) => text)
    expect(reported.join(' ')).toBe(read)
    return read
  })
}

describe('the presence of people', () => {
  it('is asked of the world, also while another one is talked to', () => {
    const [, , here, away] = play('north', 'ask Greta about the ferry', 'is Greta here?', 'is Piet around?')
    expect(here).toBe('Greta is here.')
    expect(away).toBe('Piet is not here. You last saw him at the landing.')
  })

  it('of one who was never met is not claimed', () => {
    expect(play('is Anselm here?')[0]).toMatch(/^Anselm is not here\. .*evening ferry/)
  })

  it('changes when an event moves a person', () => {
    const [, , arrival, where, , left] = play('wait', 'wait', 'wait', 'where is my brother?', 'wait', 'where is Piet?')
    expect(arrival).toContain('ferry bumps')
    expect(where).toBe('Anselm is here.')
    expect(left).toBe('Piet is not here any more. This is where you last saw him.')
  })

  it('is remembered where an event brought a person', () => {
    const [, , , , where] = play('wait', 'wait', 'wait', 'north', 'where is Anselm?')
    expect(where).toMatch(/last saw Anselm at the landing/)
  })

  it('is not denied in the turn in which a person comes', () => {
    for (const line of ['go to the landing and greet Anselm', 'walk to the landing to meet Anselm']) {
      const [, , met] = play('north', 'wait', line)
      expect(met).toContain('ferry bumps')
      expect(met).not.toMatch(/of that name|not here/)
    }
  })

  it('is denied where the person does not come', () => {
    expect(play('wait and greet Anselm')[0]).toMatch(/of that name|not here/)
  })

  it('of all who were met answers who lives here', () => {
    const [, empty, , , both] = play('north', 'south', 'wait', 'wait', 'who lives here?')
    expect(empty).not.toContain('lives')
    expect(both).toMatch(/Greta/)
    expect(both).toMatch(/ferry house/)
  })
})
