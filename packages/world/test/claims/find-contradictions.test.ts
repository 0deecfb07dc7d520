import { narrationWords as words, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { findContradictions } from '../../src/claims/index.ts'
import { perform, type WorldState } from '../../src/index.ts'
import { lighthouse } from '../lighthouse.ts'

const find = (narrative: string, state: WorldState = {}) => findContradictions(lighthouse, state, narrative, { words })
const dead: WorldState = { is: { oleg: { dead: true } } }

describe('findContradictions', () => {
  // Mara, the brass key and the coat are elsewhere; Oleg, the knife and the lantern are here.
  it.each<[string, string, string, WorldState?]>([
    ['absent_speaks', 'mara', '“The ice is thin,” says Mara.'],
    ['absent_speaks', 'mara', 'Mara whispers that the ice is thin.'],
    ['absent_speaks', 'mara', 'The door opens. Mara steps in: “You should not be here.”'],
    ['absent_speaks', 'mara', '“Wait!” Mara runs towards you.'],
    ['absent_speaks', 'mara', 'From the stairs, Mara’s voice rings out.'],
    ['dead_speaks', 'oleg', 'Oleg smiles. "It comes tonight," Oleg says softly.', dead],
    ['dead_speaks', 'oleg', 'You kneel beside him. “Forgive me,” murmurs Oleg.', dead],
    ['absent_thing_used', 'brass_key', 'You turn the brass key in the lock of the chest.'],
    ['absent_thing_used', 'brass_key', 'You open the chest with the brass key.'],
    ['absent_thing_used', 'coat', 'Shivering, you pull the oilskin coat over your shoulders.'],
  ])('finds %s of %s in: %s', (kind, id, narrative, state) => {
    expect(find(narrative, state)).toEqual([expect.objectContaining({ kind, id })])
  })

  it.each<[string, WorldState?]>([
    ['Oleg says that the storm comes. “Mara says it too,” he adds.'],
    ['“Where is Mara?” you ask. Oleg shrugs.'],
    ['You ask Oleg about Mara. Oleg answers with a grunt.'],
    ['You remember what Mara said about the ice.'],
    ['Mara does not answer.'],
    ['Oleg lies still, and says nothing.', dead],
    ['You take the knife and light the lantern.'],
    ['You search for the brass key, but you hold no brass key.'],
    ['If you had the brass key, you could open the chest.'],
    ['You open the sea chest; the iron lid groans.'],
    ['A draught tells you that the trapdoor is open.'],
    ['You look at the coat of arms above the door.'],
  ])('finds nothing in: %s', (narrative, state) => {
    expect(find(narrative, state)).toEqual([])
  })

  it('accepts what the turn itself reports', () => {
    // What was eaten or given away in the turn is gone at its end.
    const { state } = perform(lighthouse, {}, { act: 'give', thing: 'bread', person: 'oleg' }, { seq: 1, phrases })
    expect(find('You hand the bread to Oleg.', state)).toEqual([])
    const entries = { 1: { act: 'attack', text: '“Mother,” gasps Oleg.', speaker: 'oleg' } }
    expect(find('Oleg whispers a name.', { ...dead, report: { seq: 1, entries } })).toEqual([])
  })
})
