import { assert, describe, expect, it } from 'vitest'
import { phrases } from '@narratoria/content'
import { mergePatch } from '@narratoria/protocol'
import {
  type Act,
  perform,
  type Performed,
  offerActs,
  possibleActs,
  type Roll,
  viewOf,
  type World,
  type WorldState,
} from '../src/index.ts'
import { lighthouse } from './lighthouse.ts'

/** Plays acts, one a turn. Each state must be what its patch makes of the one before. */
class Story {
  state: WorldState = {}
  last: Performed | undefined
  #seq = 0
  readonly #world: World

  constructor(world: World = lighthouse) {
    this.#world = world
  }

  act(act: Act | string, role?: string, roll?: Roll): string {
    this.#seq += 1
    const before = this.state
    const full = typeof act === 'string' ? { act, ...(role !== undefined && { thing: role }) } : act
    this.last = perform(this.#world, before, full, { seq: this.#seq, phrases, endTurn: true, ...(roll && { roll }) })
    assert.deepEqual(mergePatch(before as never, this.last.patch), this.last.state as never)
    this.state = this.last.state
    return this.last.summary
  }

  view() {
    return viewOf(this.#world, this.state)
  }
}

describe('a person without a pronoun of one', () => {
  it('is a "they" with the verb of many, and a name with the verb of one', () => {
    const clerk = { name: 'clerk', at: 'hall', pronoun: 'they' as const, description: 'Ink on one cuff.' }
    const story = new Story({
      title: 'Hall',
      opening: '',
      player: { at: 'hall' },
      places: { hall: { name: 'hall', description: 'A hall.' } },
      things: { key: { name: 'key', description: 'Iron.', at: 'clerk' } },
      people: { clerk },
    })
    expect(story.act({ act: 'examine', person: 'clerk' })).toContain('They have a key.')
    expect(story.act('look')).not.toContain('clerk have')
  })
})

describe('things', () => {
  it('are taken, carried, dropped and put down, and are in one place', () => {
    const story = new Story()
    expect(story.act('take', 'lantern')).toContain('take the lantern from the table')
    expect(story.view().carried.map(({ id }) => id)).toContain('lantern')
    expect(story.act('take', 'lantern')).toBe('You already have the lantern.')
    expect(story.last?.status).toBe('refused')
    story.act({ act: 'go', to: 'up' })
    story.act('drop', 'lantern')
    expect(story.view().things.map(({ id }) => id)).toContain('lantern')
    expect(story.act('inventory')).toContain('matches')
  })

  it('are out of reach in a closed container, and in another place', () => {
    const story = new Story()
    expect(story.act('take', 'coat')).toMatch(/nothing like that here|nothing of that kind/)
    expect(story.act('take', 'brass_key')).toMatch(/nothing like that here|nothing of that kind/)
    expect(story.act('take', 'crown')).toContain('crown')
    expect(story.last?.status).toBe('refused')
  })

  it('are unlocked with the right key only, and opened', () => {
    const story = new Story()
    expect(story.act('open', 'chest')).toContain('locked')
    story.act({ act: 'go', to: 'up' })
    story.act('take', 'brass_key')
    story.act({ act: 'go', to: 'down' })
    expect(story.act({ act: 'unlock', thing: 'chest', with: 'brass_key' })).toContain(
      'unlock the sea chest with the brass key',
    )
    expect(story.act('open', 'chest')).toContain('A smell of salt.')
    expect(story.act('wear', 'coat')).toContain('put on the oilskin coat')
    expect(story.act('inventory')).toContain('You wear an oilskin coat.')
  })

  it('are forced by a roll', () => {
    const story = new Story()
    expect(story.act('unlock', 'chest', { total: 5, outcome: 'failure' })).toContain('holds')
    story.act('unlock', 'chest', { total: 11, outcome: 'success' })
    expect(story.state.is?.['chest']?.['locked']).toBe(false)
  })

  it('burn until their fuel is gone', () => {
    const story = new Story()
    story.act('light', 'lantern')
    expect(story.state.is?.['lantern']?.['lit']).toBe(true)
    story.act('extinguish', 'lantern')
    expect(story.state.is?.['lantern']?.['lit']).toBe(false)
    story.act('light', 'lantern')
    for (let turn = 0; turn < 30; turn += 1) story.act('wait')
    expect(story.state.is?.['lantern']?.['lit']).toBe(false)
    expect(story.act('light', 'lantern')).toContain('burnt out')
  })
})

describe('places', () => {
  it('are dark without a light', () => {
    const story = new Story()
    expect(story.act({ act: 'go', to: 'down' })).toMatch(/open the trapdoor.*dark/i)
    expect(story.view().place.dark).toBe(true)
    story.act({ act: 'go', to: 'up' })
    story.act('take', 'lantern')
    story.act('light', 'lantern')
    expect(story.act({ act: 'go', to: 'down' })).toContain('Water stands')
  })

  it('are described whole on the first visit and on look', () => {
    const story = new Story()
    expect(story.act({ act: 'go', to: 'up' })).toMatch(/The light hurts.*Glass all round.*Mara is here/)
    story.act({ act: 'go', to: 'down' })
    expect(story.act({ act: 'go', to: 'up' })).not.toContain('Glass all round')
    expect(story.act('look')).toContain('Glass all round')
  })

  it('are barred while a condition does not hold', () => {
    const story = new Story()
    expect(story.act({ act: 'go', to: 'east' })).toBe('The fog is too thick.')
    for (let turn = 0; turn < 50; turn += 1) story.act('wait')
    expect(story.last?.summary).toContain('The fog lifts.')
    expect(story.act({ act: 'go', to: 'east' })).toContain('You are away.')
    expect(story.state.ended).toBe('escape')
    expect(story.act('look')).toContain('ended')
  })
})

describe('people', () => {
  it('answer what they are asked, and not twice in the same way', () => {
    const story = new Story()
    expect(story.act({ act: 'ask', person: 'oleg', topic: 'the storm' })).toContain('It comes tonight')
    expect(story.act({ act: 'ask', person: 'oleg', topic: 'storm' })).toContain('Tonight, I said')
    expect(story.state.knows?.['player']).toHaveProperty('storm_tonight')
    expect(story.act({ act: 'recall', person: 'oleg', topic: 'storm' })).toContain('what Oleg said. “')
  })

  it('refuse what trust is needed for, until persuaded', () => {
    const story = new Story()
    const ask: Act = { act: 'ask', person: 'oleg', topic: 'mara' }
    expect(story.act(ask, undefined, { total: 4, outcome: 'failure' })).toContain('looks away')
    expect(story.act(ask, undefined, { total: 11, outcome: 'success' })).toContain('on the ice')
  })

  it('do not answer when absent or dead', () => {
    const story = new Story()
    expect(story.act({ act: 'talk', person: 'mara' })).toContain('nobody of that name here')
    for (let blow = 0; blow < 3; blow += 1)
      story.act({ act: 'attack', person: 'oleg' }, undefined, { total: 12, outcome: 'success' })
    expect(story.act({ act: 'talk', person: 'oleg' })).toBe('Oleg is dead.')
    expect(story.view().things.map(({ id }) => id)).toContain('letter')
    expect(story.act('look')).toContain('Oleg lies here, dead')
  })

  it('take what they want, and remember it', () => {
    const story = new Story()
    expect(story.act({ act: 'give', thing: 'bread', person: 'oleg' })).toContain('Thank you')
    expect(story.state.flags).toEqual({ fed: true })
    expect(story.view().people[0]?.feeling).toBeGreaterThanOrEqual(20)
    expect(story.act({ act: 'give', thing: 'matches', person: 'oleg' })).toMatch(/does not want|Keep it/)
  })

  it('look at what they are given and do not want, if they can say something about it', () => {
    const topics = { parcel: { keywords: ['matches'], answer: '“Damp,” says Oleg.' } }
    const world = { ...lighthouse, people: { oleg: { ...lighthouse.people['oleg']!, topics } } }
    const { summary, state } = perform(
      world,
      {},
      { act: 'give', thing: 'matches', person: 'oleg' },
      { seq: 1, phrases },
    )
    expect(summary).toBe('“Damp,” says Oleg.')
    expect(state.at?.['matches']).toBeUndefined()
  })

  it('hear of deeds only from those who saw them', () => {
    const story = new Story()
    story.act('drop', 'bread')
    story.act({ act: 'attack', person: 'oleg' }, undefined, { total: 8, outcome: 'partial' })
    expect(Object.keys(story.state.knows?.['oleg'] ?? {})).toHaveLength(1)
    expect(story.state.knows?.['mara']).toBeUndefined()
    expect(story.last?.reputation).toEqual({ keepers: -15 })
  })
})

describe('a turn', () => {
  it('begins at most one beat, the one with the highest priority first, and none twice', () => {
    const story = new Story()
    expect(story.act({ act: 'go', to: 'up' })).toContain('A bell rings.')
    expect(story.act('wait')).toContain('somebody coughs')
    expect(story.act('wait')).not.toMatch(/bell|coughs/)
  })

  it('takes no time for a refused act', () => {
    const story = new Story()
    story.act('take', 'crown')
    expect(story.state.turn).toBeUndefined()
  })

  it('is the same for the same acts, and leaves the state before as it was', () => {
    const run = () => {
      const story = new Story()
      for (const act of ['look', 'wait', 'inventory']) story.act(act)
      story.act({ act: 'attack', person: 'oleg' })
      return story.state
    }
    expect(run()).toEqual(run())
    const frozen = Object.freeze({ at: Object.freeze({ lantern: 'player' }) })
    expect(() =>
      perform(lighthouse, frozen, { act: 'drop', thing: 'lantern' }, { seq: 1, phrases, endTurn: true }),
    ).not.toThrow()
  })

  it('offers to listen at a place once', () => {
    const story = new Story()
    story.act({ act: 'go', to: 'up' })
    const isOffered = () => possibleActs(lighthouse, story.state, { phrases }).some(({ act }) => act.act === 'listen')
    expect(isOffered()).toBe(true)
    story.act('listen')
    expect(isOffered()).toBe(false)
  })

  it('offers an act that needs a roll with a hint, and marks it where the odds are poor', () => {
    const offersOf = (force: number) => {
      const chest = { ...lighthouse.things.chest!, force }
      const world: World = { ...lighthouse, things: { ...lighthouse.things, chest } }
      return offerActs(world, {}, { phrases, max: 99 }).find(({ act }) => act.act === 'unlock')?.odds
    }
    expect(offersOf(0)).toEqual({ hint: 'roll to force the sea chest' })
    expect(offersOf(-1)).toEqual({ hint: 'roll to force the sea chest', difficulty: 'hard' })
  })

  it('shows what there is to see where a thing that holds nothing is searched', () => {
    expect(new Story().act({ act: 'search', thing: 'lantern' })).toContain('Brass.')
  })

  it('says that what is only described is here', () => {
    expect(new Story().act({ act: 'take', thing: 'wall' })).toMatch(/You can look at the wall|You leave the wall/)
  })

  it('answers words that no act covers by what is possible', () => {
    const story = new Story()
    expect(story.act({ act: 'unknown', text: 'fly' })).toMatch(/you could|you can|could do/i)
    expect(story.state.turn).toBeUndefined()
  })
})
