import { describe, expect, it } from 'vitest'
import { checkWorld, Scene } from '@narratoria/world'
import { premiseContent } from '@narratoria/content/premises'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'
import { walkTo } from './walk-to.ts'

const porter =
  'A snowed-in mountain hotel in 1934. The owner, Madame Oriel, has locked the wine cellar, and the pianist Emil has not been seen since supper. I am the night porter. There is blood on the piano keys.'

const opposites: Record<string, string> = { north: 'south', south: 'north', east: 'west', west: 'east' }

describe('the map of a world from a premise', () => {
  // Those that any premise may have.
  const plots = Object.entries(premiseContent.plots).flatMap(([key, { needs }]) => (needs === undefined ? [key] : []))
  it.each([...new Set(['secret', ...plots])])('leads back the way one came: %s', (plot) => {
    const { places } = buildFitting(porter, { plot })
    const oneWay = Object.entries(places).flatMap(([from, { exits = {} }]) =>
      Object.entries(exits).flatMap(([way, exit]) => {
        const to = typeof exit === 'string' ? exit : exit.to
        const back = Object.entries(places[to]!.exits ?? {}).find(
          ([, each]) => (typeof each === 'string' ? each : each.to) === from,
        )
        const expected = opposites[way]
        return expected === undefined || back?.[0] === expected ? [] : [`${from} ${way} ${to}, back ${back?.[0]}`]
      }),
    )
    expect(oneWay).toEqual([])
  })
})

describe('what a premise says holds in its world', () => {
  it('an alarm that has gone off is not missing', () => {
    const robbery =
      'I drive for the bank robbers Marla and Benno. The alarm has gone off, and the vault door has slammed shut.'
    const goals = Object.values(buildFitting(robbery).goals ?? {}).map(({ text }) => text)
    expect(goals.join(' ')).not.toMatch(/alarm/)
    const lantern = readPremise('The lantern has gone out in the mine, and the miner Ada is afraid.').things[0]
    expect(lantern).toMatchObject({ name: 'lantern' })
    expect(lantern!.isMissing).toBeUndefined()
    const { things } = readPremise(robbery.replace('gone off', 'gone missing').replaceAll('alarm', 'ledger'))
    expect(things.find(({ name }) => name === 'ledger')?.isMissing).toBe(true)
  })

  it('who is missing is behind the locked door, and the story ends when they are brought back', () => {
    const world = buildFitting(porter, { plot: 'secret' })
    expect(checkWorld(world)).toEqual([])
    const player = new WorldPlayer(world)
    expect(player.play('look').text).not.toMatch(/Emil (?!back)/)
    player.play('ask the owner about the cellar')
    const [helper] = Object.values(world.people)
    walkTo(player, helper!.at)
    player.perform([{ act: 'ask', person: Object.keys(world.people)[0]!, topic: 'Madame Oriel' }])
    expect(player.play('ask Madame Oriel about the locked door').text).toContain('key is warm')
    player.play('unlock the cellar door')
    player.play('open the cellar door')
    player.play('go east')
    expect(new Scene(world, player.state).here).toBe('wine_cellar')
    expect(player.play('talk to Emil').text).toContain('I will come with you')
    expect(player.play('go west').text).toContain('Everybody in the snowed-in mountain hotel stops talking.')
    expect(player.state.ended).toBe('found')
  })

  it('what it says is locked is locked, by whom it says', () => {
    const world = buildFitting(porter, { plot: 'secret' })
    expect(Object.values(world.people).at(-1)!.name).toBe('Madame Oriel')
    const player = new WorldPlayer(world)
    player.play('go to the wine cellar')
    player.play('go east')
    expect(new Scene(world, player.state).here).toBe(world.player.at)
    expect(player.play('knock on the locked door').text).toContain('somebody knocks back')
    expect(player.play('examine the door').text).toContain('The door of the wine cellar.')
  })

  it('what it says lies on something can be looked at, and the player is what it says', () => {
    const player = new WorldPlayer(buildFitting(porter, { plot: 'secret' }))
    expect(player.play('examine the blood').text).toContain('on the piano keys')
    expect(player.play('examine the piano keys').text).toMatch(/blood/)
    expect(player.play('look at myself').text).toContain('You are the night porter')
  })

  it.each([
    ['Pim', 'At the North Pole the reindeer are on strike. The chief elf, Pim, has hidden the sleigh bells.'],
    ['Big Sam Cole', 'A jazz club in Harlem. The club owner, Big Sam Cole, keeps the cellar locked.'],
    ['abbot', 'Brother Anselm has been found dead in the scriptorium, and the abbot has locked the library.'],
  ])('who hid or locked it keeps the secret: %s', (name, premise) => {
    expect(Object.values(buildFitting(premise, { plot: 'secret' }).people).at(-1)!.name).toBe(name)
  })

  it('no person of the premise keeps a secret without a reason in it', () => {
    const premise = 'In a ship the cook Jan and the pilot Ada quarrel over a map.'
    const keepers = Array.from({ length: 20 }, (_, seed) =>
      Object.values(buildFitting(premise, { seed, plot: 'secret' }).people).at(-1)!,
    )
    for (const { name } of keepers) expect(['Jan', 'Ada']).not.toContain(name)
  })

  it.each([
    ['The repair robot Dot has stopped on Orbital Farm Six.', 'Dot'],
    ['The android Seven and the diver Marta Holt wait in a deep-sea station.', 'Seven'],
    ['In a zoo the tiger Rajah and the keeper Sunil look at each other.', 'Rajah'],
    ['In the chapel a ghost and a nun pray.', 'ghost'],
  ])('robots, ghosts and animals wear no clothes: %s', (premise, name) => {
    for (let seed = 1; seed <= 10; seed++) {
      const found = Object.values(buildFitting(premise, { seed, plot: 'secret' }).people).find(
        (each) => each.name === name,
      )
      expect(`${String(found?.description)} ${String(found?.doing)}`).not.toMatch(
        /clothes|pocket|button|cuff|shoe|sleeve/,
      )
    }
  })
})

describe('readPremise', () => {
  it.each([
    ['The singer Della Reed never came back from her break.', 'Della Reed', true],
    ['The assayer Eli Poole never came home.', 'Eli Poole', true],
    ['My client, Chief Bello, has disappeared on the eve of his trial.', 'Chief Bello', true],
    ['Brother Anselm has been found dead in the scriptorium.', 'Brother Anselm', false],
    ['Somebody has poisoned the prize pig.', 'prize pig', false],
  ])('knows who can be found: %s', (text, name, isAlive) => {
    const { absent, people } = readPremise(text)
    expect(people.map((each) => each.name)).not.toContain(name)
    expect(absent).toContainEqual(expect.objectContaining({ name, isMissing: true, ...(!isAlive && { isDead: true }) }))
  })

  it('keeps a verb out of a name, and a name after its trade together', () => {
    const { people } = readPremise('The keeper Sunil and the vet Dr Okafor blame the head botanist, Ines Qvist.')
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ['Sunil', 'keeper'],
      ['Dr Okafor', 'vet'],
      ['Ines Qvist', 'head botanist'],
    ])
  })
})
