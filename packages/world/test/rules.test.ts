import { phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { type Act, perform, riskOf, type World, type WorldState } from '../src/index.ts'
import { lighthouse } from './lighthouse.ts'

type Rules = NonNullable<World['rules']>

/** Plays acts, one a turn, in the lighthouse with other rules, people or places. */
function play(change: Partial<World>, acts: readonly Act[]): { texts: string[]; state: WorldState } {
  const world = { ...lighthouse, rules: {}, beats: {}, ...change }
  let state: WorldState = {}
  const texts = acts.map((act, index) => {
    const performed = perform(world, state, act, { seq: index + 1, phrases, endTurn: true, random: () => 0.9 })
    state = performed.state
    return performed.summary
  })
  return { texts, state }
}

const noTaking: Rules = { cursed: { on: { act: 'take', thing: 'knife' }, refuse: 'The knife burns your hand.' } }

describe('rules', () => {
  it('apply to acts that another act implies', () => {
    const { texts } = play({ rules: noTaking }, [{ act: 'give', thing: 'knife', person: 'oleg' }])
    expect(texts).toEqual(['The knife burns your hand.'])
  })

  it('take a turn even where they say nothing', () => {
    const rules: Rules = { silent: { on: { act: 'ring' }, order: 'instead', then: [{ set: 'rung' }] } }
    expect(play({ rules }, [{ act: 'ring', thing: 'chest' }]).state).toMatchObject({ turn: 1, flags: { rung: true } })
  })

  it('apply to each of several things', () => {
    const { texts, state } = play({ rules: noTaking }, [{ act: 'take', things: [] }])
    expect(texts[0]).toContain('The knife burns your hand.')
    expect(state.at).toMatchObject({ lantern: 'player' })
    expect(state.at).not.toHaveProperty('knife')
  })

  it('do not apply to what is out of sight', () => {
    const rules: Rules = {
      glow: { on: { act: 'examine', thing: 'brass_key' }, order: 'instead', then: [{ say: 'It glows.' }] },
    }
    const { texts } = play({ rules }, [
      { act: 'examine', thing: 'brass_key' },
      { act: 'go', to: 'up' },
      { act: 'examine', thing: 'brass_key' },
    ])
    expect(texts[0]).not.toContain('glows')
    expect(texts[2]).toBe('It glows.')
  })

  it('take the place of an act that does nothing by itself', () => {
    const rules: Rules = { slide: { on: { act: 'push', thing: 'chest' }, then: [{ say: 'It slides aside.' }] } }
    expect(play({ rules }, [{ act: 'push', thing: 'chest' }]).texts).toEqual(['It slides aside.'])
  })

  it('know a way by its direction and by its place', () => {
    const rules: Rules = {
      dizzy: { on: { act: 'go', to: 'lamp_room' }, order: 'before', then: [{ say: 'You feel dizzy.' }] },
    }
    expect(play({ rules }, [{ act: 'go', to: 'up' }]).texts[0]).toMatch(/^You feel dizzy\./)
  })

  it('describe where they bring the player', () => {
    const rules: Rules = {
      fall: { on: { act: 'wait' }, order: 'instead', then: [{ say: 'You slip.' }, { move: ['player', 'jetty'] }] },
    }
    expect(play({ rules, endings: {} }, [{ act: 'wait' }]).texts[0]).toMatch(/^You slip\. Planks\./)
  })

  it('roll with the modifier of the campaign when no roll is given', () => {
    const rules: Rules = {
      leap: {
        on: { act: 'climb', thing: 'table' },
        then: [{ set: 'up' }],
        roll: { task: 'leap', failure: [{ set: 'down' }] },
      },
    }
    expect(play({ rules }, [{ act: 'climb', thing: 'table' }]).state.flags).toEqual({ up: true })
    const world = { ...lighthouse, rules }
    expect(riskOf(world, {}, { act: 'climb', thing: 'table' }, { phrases })?.task).toBe('leap')
  })

  it('remove an exit in a way that a merge patch can express', () => {
    const rules: Rules = { collapse: { on: { act: 'wait' }, then: [{ exit: ['hall', 'up', null] }] } }
    const { texts } = play({ rules }, [{ act: 'wait' }, { act: 'go', to: 'up' }])
    expect(texts[1]).toMatch(/could go|can go/)
  })
})

describe('acts that are replaced by others', () => {
  it('use a key on a lock, and a light by itself', () => {
    const acts: Act[] = [
      { act: 'go', to: 'up' },
      { act: 'take', thing: 'brass_key' },
      { act: 'go', to: 'down' },
      { act: 'use', thing: 'brass_key', with: 'chest' },
      { act: 'use', thing: 'lantern' },
    ]
    const { texts } = play({}, acts)
    expect(texts[3]).toBe('You unlock the sea chest with the brass key.')
    expect(texts[4]).toMatch(/light the lantern|lantern catches/)
  })

  it('climb where there is a way, and force what is locked', () => {
    expect(play({}, [{ act: 'climb', to: 'up' }]).state.at?.['player']).toBe('lamp_room')
    expect(riskOf(lighthouse, {}, { act: 'attack', thing: 'chest' }, { phrases })).toMatchObject({
      formula: '2d6-1',
      task: 'force the sea chest',
    })
  })

  it('describe a dark place when a light is lit there, and say when it goes out', () => {
    const { texts } = play({}, [
      { act: 'take', thing: 'lantern' },
      { act: 'go', to: 'down' },
      { act: 'light', thing: 'lantern' },
      { act: 'extinguish', thing: 'lantern' },
    ])
    expect(texts[1]).toMatch(/dark/)
    expect(texts[2]).toContain('Water stands on the floor.')
    expect(texts[3]).toMatch(/dark/i)
  })
})

describe('people', () => {
  const { oleg, mara } = lighthouse.people as { oleg: World['people'][string]; mara: World['people'][string] }

  it('hear of a theft when a gossip meets them, and mention it once', () => {
    const people = { oleg: { ...oleg, at: 'lamp_room' }, mara: { ...mara, at: 'hall', follows: { flag: 'never' } } }
    const things = { ...lighthouse.things, knife: { ...lighthouse.things['knife']!, at: 'hall' } }
    const route = { places: ['hall', 'lamp_room'], every: 1 }
    const acts: Act[] = [
      { act: 'take', thing: 'knife' },
      { act: 'go', to: 'up' },
      { act: 'talk', person: 'oleg' },
      { act: 'talk', person: 'oleg' },
    ]
    const { texts, state } = play({ people: { ...people, mara: { ...people.mara, route } }, things }, acts)
    expect(Object.values(state.knows?.['oleg'] ?? {})).toMatchObject([{ from: 'mara' }])
    expect(texts[2]).toContain('You took the knife from me')
    expect(texts[3]).not.toContain('You took the knife')
  })

  it('attack by a roll when they are hostile, until the story ends', () => {
    const people = { ...lighthouse.people, oleg: { ...oleg, hostile: [] } }
    const { state } = play(
      { people },
      Array.from({ length: 6 }, () => ({ act: 'wait' })),
    )
    expect(state.ended).toBe('death')
  })

  it('give up instead of dying, and are left alone then', () => {
    const yields = [{ speak: ['oleg', '“Enough,” says Oleg.'] as [string, string] }, { set: 'oleg_yielded' }]
    const people = { ...lighthouse.people, oleg: { ...oleg, health: 1, yields, hostile: [] } }
    const attack: Act = { act: 'attack', person: 'oleg' }
    const { texts, state } = play({ people }, [attack, attack, { act: 'wait' }])
    expect(texts[0]).toContain('“Enough,”')
    expect(state.flags).toEqual({ oleg_yielded: true })
    expect(texts[1]).toContain('has given up')
    expect(state.wounds).toEqual({ oleg: 1 })
  })

  it('do and say what fits the state', () => {
    const variants = [
      { when: { is: ['lantern', 'lit'] as [string, string] }, doing: 'shades his eyes' },
      { when: { at: ['player', 'hall'] as [string, string] }, greeting: '“Shut the hatch.”', description: 'Wet.' },
    ]
    const { texts } = play({ people: { oleg: { ...oleg, variants } } }, [
      { act: 'look' },
      { act: 'light', thing: 'lantern' },
      { act: 'look' },
      { act: 'talk', person: 'oleg' },
      { act: 'examine', thing: 'oleg' },
    ])
    expect(texts[0]).toContain('Oleg mends a net.')
    expect(texts[2]).toContain('Oleg shades his eyes.')
    expect(texts[3]).toContain('“Shut the hatch.”')
    expect(texts[4]).toContain('Wet.')
    const again: Act[] = [
      { act: 'go', to: 'up' },
      { act: 'go', to: 'down' },
      { act: 'talk', person: 'oleg' },
    ]
    const later = [{ when: { visited: 'lamp_room' }, greeting: '“Back already.”' }]
    const met: Act = { act: 'talk', person: 'oleg' }
    const { texts: talks } = play({ people: { oleg: { ...oleg, variants: later } } }, [met, ...again, met])
    expect(talks[3]).toContain('“Back already.”')
    expect(talks[4]).not.toContain('“Back already.”')
  })

  it('say where they go', () => {
    const people = { ...lighthouse.people, oleg: { ...oleg, route: { places: ['hall', 'lamp_room'], every: 1 } } }
    expect(play({ people }, [{ act: 'wait' }]).texts[0]).toMatch(/Oleg goes up\.|Oleg leaves, up\./)
  })

  it('refuse to answer whom they hate', () => {
    const people = { ...lighthouse.people, oleg: { ...oleg, feeling: -90 } }
    expect(play({ people }, [{ act: 'ask', person: 'oleg', topic: 'storm' }]).texts[0]).not.toContain('tonight')
  })

  it('are quoted in recalled answers as they spoke last', () => {
    const ask: Act = { act: 'ask', person: 'oleg', topic: 'storm' }
    const { texts } = play({}, [
      ask,
      ask,
      { act: 'recall', person: 'oleg', topic: 'storm' },
      { act: 'recall', thing: 'lantern' },
    ])
    expect(texts[2]).toContain('“Tonight, I said.”')
    expect(texts[3]).toContain('The lantern is here.')
  })
})

describe('a thing through which a person is heard', () => {
  const door: Partial<World> = {
    things: { hatch: { name: 'hatch', at: 'hall', openable: true, voiceOf: 'mara' } },
    rules: {
      calls: {
        on: { act: 'talk', thing: 'hatch' },
        order: 'instead',
        then: [{ say: 'Mara answers through the hatch.' }],
      },
    },
  }
  const mara = (at: string) => ({
    people: { mara: { name: 'Mara', at, topics: { sea: { answer: '“Wide,” says Mara.' } } } },
  })
  const ask: Act = { act: 'ask', person: 'mara', topic: 'sea' }

  it('receives the words to them', () => {
    expect(play({ ...door, ...mara('cellar') }, [ask]).texts.join(' ')).toContain('through the hatch')
  })

  it('does not while it is open, or while they are here', () => {
    const open = play({ ...door, ...mara('cellar') }, [{ act: 'open', thing: 'hatch' }, ask]).texts.join(' ')
    expect(open).not.toContain('through the hatch')
    expect(play({ ...door, ...mara('hall') }, [ask]).texts.join(' ')).toContain('Wide')
  })
})
