import { phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { offerActs, perceptionsOf, perform, riskOf, type World, type WorldState } from '../src/index.ts'

const inn: World = {
  title: 'Inn',
  opening: 'An inn with a secret.',
  player: { at: 'inn' },
  places: { inn: { name: 'inn' } },
  things: { cup: { name: 'cup', at: 'inn', owner: 'mara' }, ring: { name: 'ring', at: 'player' } },
  people: {
    mara: {
      name: 'Mara',
      at: 'inn',
      pronoun: 'she',
      faction: 'guild',
      wants: [{ thing: 'ring', thanks: '“Thank you.”' }],
      topics: { secret: { answer: '“It is under the floor.”', trust: 10, refusal: '“No.”' } },
    },
  },
  factions: { guild: { name: 'Guild', reputation: 5 } },
}

function play(state: WorldState, acts: Parameters<typeof perform>[2][], from = 1): WorldState {
  return acts.reduce<WorldState>(
    (before, act, index) => perform(inn, before, act, { seq: from + index, phrases, endTurn: true }).state,
    state,
  )
}

const maraIn = (state: WorldState) => perceptionsOf(inn, state, { person: 'mara', phrases })[0]!
const theft = [{ act: 'take', thing: 'cup' }]

describe('§16: what people think of the player', () => {
  it('begins with the standing with their faction', () => {
    expect(maraIn({})).toMatchObject({ value: 5, byDeeds: 0, modifier: 1, standing: 'indifference' })
  })

  it('is moved by deeds', () => {
    expect(maraIn(play({}, theft))).toMatchObject({ byDeeds: -30, modifier: -1, standing: 'dislike' })
    expect(maraIn(play({}, theft)).text).toBe('Mara does not like you.')
    expect(maraIn(play({}, [{ act: 'give', thing: 'ring', person: 'mara' }])).byDeeds).toBe(10)
  })

  it('fades with time where it is anger, and is not forgotten', () => {
    const waits = (turns: number) => Array.from({ length: turns }, () => ({ act: 'wait' }))
    const stolen = play({}, theft)
    const later = play(stolen, waits(10), 2)
    expect(maraIn(later).byDeeds).toBe(-29)
    expect(maraIn(play(later, waits(200), 12)).byDeeds).toBe(-19)
    expect(maraIn(play({ feelings: { mara: 40 } }, waits(30))).byDeeds).toBe(40)
  })

  it('modifies the dice, the answers and the choices', () => {
    const disliked: WorldState = { feelings: { mara: -10 } }
    const ask = { act: 'ask', person: 'mara', topic: 'secret' }
    expect(riskOf(inn, {}, ask, { phrases })?.modifier).toBe(1)
    expect(riskOf(inn, disliked, ask, { phrases })?.modifier).toBe(-1)
    expect(riskOf(inn, { feelings: { mara: 5 } }, ask, { phrases })).toBeUndefined()
    const choice = (state: WorldState) =>
      offerActs(inn, state, { phrases, max: 9 }).find(({ act }) => act.act === 'ask')
    expect(choice(disliked)?.odds.difficulty).toBe('hard')
    expect(choice({})?.odds.difficulty).toBeUndefined()
    const failed = { total: 4, outcome: 'failure' as const }
    const reply = (state: WorldState) => perform(inn, state, ask, { seq: 1, phrases, roll: failed }).summary
    expect(reply({ feelings: { mara: 5 } })).toContain('under the floor')
    expect(reply(disliked)).toContain('No.')
  })

  it('is listed for those whom the player has met, the strongest first', () => {
    expect(perceptionsOf(inn, {}, { phrases })).toEqual([])
    const met = play({}, [{ act: 'talk', person: 'mara' }])
    expect(perceptionsOf(inn, met, { phrases }).map(({ id }) => id)).toEqual(['mara'])
    expect(perceptionsOf(inn, met, { person: 'unknown', phrases })).toEqual([])
  })
})
