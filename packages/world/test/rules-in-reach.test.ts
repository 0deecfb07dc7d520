import { phrases } from '@narratoria/content'
import { expect, test } from 'vitest'
import { perform, type World } from '../src/index.ts'

const world: World = {
  title: 'Two rooms',
  opening: '',
  player: { at: 'hall' },
  places: { hall: { name: 'hall', exits: { north: 'room' } }, room: { name: 'room', exits: { south: 'hall' } } },
  things: { slate: { name: 'slate', at: 'room' } },
  people: { ansel: { name: 'Ansel', at: 'room' } },
  rules: {
    shelf: { on: { act: 'take', thing: 'slate' }, refuse: '“Slates stay on the shelf,” says Ansel.' },
    greeting: { on: { act: 'talk', person: 'ansel' }, order: 'instead', then: [{ say: '“Come in,” says Ansel.' }] },
  },
}

test('§16: a rule about a thing or person applies only where they are', () => {
  const acts = [
    { act: 'take', thing: 'slate' },
    { act: 'talk', person: 'ansel' },
  ]
  for (const act of acts) expect(perform(world, {}, act, { seq: 1, phrases }).summary).not.toContain('says Ansel')
  const inside = perform(world, {}, { act: 'go', to: 'north' }, { seq: 1, phrases }).state
  for (const act of acts) expect(perform(world, inside, act, { seq: 2, phrases }).summary).toContain('says Ansel')
})
