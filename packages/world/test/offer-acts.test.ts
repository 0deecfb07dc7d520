import { phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { offerableTexts, offerActs, perform, type World, type WorldState } from '../src/index.ts'

const shrine: World = {
  title: 'Shrine',
  opening: 'A shrine.',
  player: { at: 'shrine' },
  places: { shrine: { name: 'shrine' } },
  things: {
    altar: { name: 'altar', at: 'shrine', supporter: true, portable: false },
    idol: { name: 'idol', at: 'shrine' },
    lever: { name: 'lever', at: 'shrine', portable: false },
  },
  people: {},
  rules: {
    lever: { on: { act: 'pull', thing: 'lever' }, order: 'instead', then: [{ say: 'It creaks.' }, { set: 'pulled' }] },
    ajar: { when: [{ at: ['idol', 'on:altar'] }, { flag: 'pulled' }], then: [{ set: 'open' }], once: true },
  },
}

function offersOf(world: World, state: WorldState = {}): string[] {
  return offerActs(world, state, { phrases, max: 9 }).map(({ text }) => text)
}

function after(world: World, ...acts: Parameters<typeof perform>[2][]): WorldState {
  return acts.reduce<WorldState>(
    (state, act, index) => perform(world, state, act, { seq: index + 1, phrases }).state,
    {},
  )
}

describe('§16: choices', () => {
  it.each<WorldState>([
    {},
    after(shrine, { act: 'pull', thing: 'lever' }),
    { focus: { pending: { act: { act: 'pull', thing: 'lever' }, role: 'confirmed', between: [] } } },
  ])('are among the texts that can be offered (state %#)', (state) => {
    const texts = offerableTexts(shrine, state, { phrases })
    const offered = offerActs(shrine, state, { phrases, all: true }).map(({ text }) => text)
    expect(offered.length).toBeGreaterThan(2)
    expect(offered.filter((text) => !texts.includes(text))).toEqual([])
  })

  it('are acts that a rule waits for', () => {
    expect(offersOf(shrine)).toContain('Pull the lever')
    expect(offersOf({ ...shrine, rules: {} })).not.toContain('Pull the lever')
  })

  it('ask about a topic only when it was heard or read of, or the person was said to know it', () => {
    const monk = { name: 'monk', at: 'shrine', topics: { comet: { answer: '“It comes back.”' } } }
    const world: World = { ...shrine, people: { monk } }
    const question = 'Ask the monk about comet'
    expect(offersOf(world)).not.toContain(question)
    expect(offersOf({ ...world, opening: 'A comet stands over the shrine.' })).toContain(question)
    expect(offersOf(world, after(world, { act: 'talk', person: 'monk' }))).toContain(question)
  })

  it('put a carried thing where the last condition of a rule needs it', () => {
    const put = 'Put the idol on the altar'
    const carried = { act: 'take', thing: 'idol' }
    expect(offersOf(shrine, after(shrine, carried))).not.toContain(put)
    expect(offersOf(shrine, after(shrine, { act: 'pull', thing: 'lever' }))).not.toContain(put)
    expect(offersOf(shrine, after(shrine, carried, { act: 'pull', thing: 'lever' }))).toContain(put)
  })

  it('leave out what the world refuses', () => {
    const refuse = { on: { act: 'take', thing: 'idol' }, refuse: 'It is holy.' }
    expect(offersOf(shrine)).toContain('Take the idol')
    expect(offersOf({ ...shrine, rules: { refuse } })).not.toContain('Take the idol')
  })

  it('are three even where there is little to do, and none after the end', () => {
    const empty: World = { ...shrine, things: {}, rules: {} }
    expect(offersOf(empty)).toEqual(['Look around', 'Wait'])
    const ways: World = {
      ...empty,
      places: { shrine: { name: 'shrine', exits: { north: 'yard' } }, yard: { name: 'yard' } },
    }
    expect(offersOf(ways)).toEqual(['Go north', 'Look around', 'Wait'])
    expect(offersOf(ways, { ended: 'x' })).toEqual([])
  })

  it('open a closed door before they go through it', () => {
    const places = {
      shrine: { name: 'shrine', exits: { north: { to: 'yard', door: 'gate' } } },
      yard: { name: 'yard' },
    }
    const world: World = {
      ...shrine,
      places,
      things: { gate: { name: 'gate', at: 'shrine', openable: true, portable: false } },
    }
    expect(offersOf(world)).toContain('Open the gate')
    expect(offersOf(world)).not.toContain('Go north')
    expect(offersOf(world, after(world, { act: 'open', thing: 'gate' }))).toContain('Go north')
  })
})
