import { Scene } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'
import { walkTo } from './walk-to.ts'

describe('a door that was unlocked', () => {
  it.each([
    'The abbot keeps the crypt of the abbey locked. Sister Clare and the sexton Pell have heard a voice in it.',
    'The miller Joost has locked the granary. His son Wim and the carter Ansel heard a crash in it.',
  ])('is not called a locked door in the place, the ways or an answer: %s', (premise) => {
    const world = buildFitting(premise, { seed: 2, plot: 'secret' })
    const player = new WorldPlayer(world, { seed: 1 })
    const [door, { at }] = Object.entries(world.things).find(([, { name }]) => name === 'locked door')!
    walkTo(player, at)
    expect(player.perform([{ act: 'look' }]).text).toContain('through the locked door')
    player.state.is = { [door]: { locked: false } }
    expect(player.perform([{ act: 'look' }]).text).not.toContain('locked door')
    expect(player.play('open the door').text).toBe('You open the door.')
    expect(player.perform([{ act: 'look' }]).text).not.toContain('locked')
    const { to } = Object.values(new Scene(world, player.state).exitsOf(at)).find((exit) => exit.door === door)!
    walkTo(player, to)
    const { name } = world.places[to]!
    expect(player.play(`search the ${name}`).text).toContain(`the ${name}`)
    expect(player.play(`search the ${name}`).text).not.toContain('The lock is better')
  })
})

describe('a thing that the deed of a plot has changed', () => {
  it('is described as it is then', () => {
    const world = buildFitting('The dam above the village will break tonight, and old Piet will not leave his house.', {
      plot: 'danger',
    })
    const player = new WorldPlayer(world, { seed: 1 })
    const bell = Object.keys(world.things).find((id) => world.things[id]!.name.startsWith('alarm'))!
    walkTo(player, world.things[bell]!.at)
    expect(player.perform([{ act: 'examine', thing: bell }]).text).toContain('sealed with a wire')
    expect(player.play(`ring the ${world.things[bell]!.name}`).text).toContain('You break the wire')
    expect(player.perform([{ act: 'examine', thing: bell }]).text).toContain('is broken')
    expect(player.perform([{ act: 'look' }]).text).not.toContain('sealed')
  })
})

describe('who is late', () => {
  it.each([
    ['The pilot, Hanna, is a day late, and the fog is coming in.', 'Hanna'],
    ['The midwife is two hours late. My sister Ada cannot wait.', 'midwife'],
    ['Our guide Tomas is overdue, and the pass will close.', 'Tomas'],
  ])('is expected, and not dead: %s', (premise, name) => {
    const { people, absent } = readPremise(premise)
    expect(absent.filter(({ isDead }) => isDead)).toEqual([])
    const expected = [...absent, ...people.filter(({ isDue }) => isDue)]
    expect(expected.map((each) => each.name)).toContain(name)
  })

  it.each(['My late aunt Bea left me a mill.', 'His late wife haunts the mill.'])('but not who died: %s', (premise) => {
    expect(readPremise(premise).absent.some(({ isDead }) => isDead)).toBe(true)
  })
})

it.each([
  ['I owe the banker Voss ninety crowns by noon. All I own is a drum and an old saddle.', ['drum']],
  ['I owe the innkeeper Maud my rent by noon. I have nothing but a flute and a lantern.', ['flute', 'lantern']],
  ['I owe the innkeeper Maud my rent by noon. All we have left is a donkey.', []],
])('carries nothing else if the premise says what all is: %s', (premise, names) => {
  const world = buildFitting(premise, { plot: 'debt' })
  const carried = Object.values(world.things).flatMap(({ name, at }) => (at === 'player' ? [name] : []))
  expect(carried.filter((name) => !names.includes(name) && !premise.includes(name))).toEqual([])
  expect(carried).toEqual(expect.arrayContaining(names))
})
