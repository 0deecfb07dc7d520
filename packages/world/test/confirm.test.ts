import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { offerActs, perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Ledger',
  opening: 'You have the ledger.',
  player: { at: 'office' },
  places: { office: { name: 'office', description: 'A stove, and a chair.' } },
  things: {
    ledger: { name: 'ledger', at: 'player', description: 'The only one.' },
    card: { name: 'card', at: 'player', description: 'A card.' },
  },
  people: {},
  acts: { burn: { verbs: ['burn'], roles: ['thing'], otherwise: 'Why should you?', choice: 'Burn {the thing}' } },
  rules: {
    wet: { on: { act: 'burn', thing: 'ledger' }, when: { flag: 'wet' }, refuse: 'It is too wet.' },
    burns: {
      on: { act: 'burn', thing: 'ledger' },
      confirm: 'There is no second one. Do you burn {the thing}?',
      order: 'instead',
      then: [{ move: ['ledger', 'nowhere'] }, { ending: 'ashes' }],
    },
  },
  endings: { ashes: { title: 'Ashes', text: 'Nothing is left to prove it.' } },
}

function play(state: WorldState, ...prompts: string[]): { state: WorldState; text: string } {
  let text = ''
  for (const [index, prompt] of prompts.entries()) {
    const offered = offerActs(world, state, { phrases })
    const { acts, choice } = parse(prompt, { world, state, lexicon, choices: offered.map((each) => each.text) })
    const act = choice === undefined ? (acts[0]?.act ?? { act: 'unknown', text: prompt }) : offered[choice - 1]!.act
    const performed = perform(world, state, act, { seq: index + 1, phrases, endTurn: true })
    ;({ state } = performed)
    text = performed.summary
  }
  return { state, text }
}

describe('a rule with confirm', () => {
  it('asks before it does anything, and takes no time', () => {
    const { state, text } = play({}, 'burn the ledger')
    expect(text).toBe('There is no second one. Do you burn the ledger?')
    expect(state.turn ?? 0).toBe(0)
    expect(state.at?.['ledger']).toBeUndefined()
    expect(offerActs(world, state, { phrases }).map((each) => each.text)).toEqual(['Yes', 'No', 'Look around'])
  })

  it.each(['yes', 'Yes.', 'y', 'yes, burn it', 'I am sure', 'do it', '1'])('does it after "%s"', (answer) => {
    const { state } = play({}, 'burn the ledger', answer)
    expect(state.ended).toBe('ashes')
    expect(state.at?.['ledger']).toBe('nowhere')
  })

  it.each(['no', 'No!', 'never mind', "don't", '2'])('leaves it after "%s"', (answer) => {
    const { state, text } = play({}, 'burn the ledger', answer)
    expect(text).not.toContain('Do you')
    expect(state.focus?.pending).toBeUndefined()
    expect(state.ended).toBeUndefined()
  })

  it('leaves it after any other act, so that a later yes does nothing', () => {
    const { state } = play({}, 'burn the ledger', 'look', 'yes')
    expect(state.ended).toBeUndefined()
    expect(state.at?.['ledger']).toBeUndefined()
  })

  it('asks again after it was left', () => {
    expect(play({}, 'burn the ledger', 'no', 'burn the ledger').text).toContain('Do you burn the ledger?')
  })

  it('does not ask about what is refused or about another thing', () => {
    expect(play({ flags: { wet: true } }, 'burn the ledger').text).toBe('It is too wet.')
    expect(play({}, 'burn the card').text).toBe('Why should you?')
  })
})
