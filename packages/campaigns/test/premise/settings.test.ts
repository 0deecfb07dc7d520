import { premiseContent } from '@narratoria/content/premises'
import { checkWorld } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

describe('the rooms of a premise', () => {
  it.each([
    ['Line cook Tariq has burnt the béarnaise at Le Hérisson, and the owner is bringing the inspector.', 'kitchen'],
    ['The tug Bonny Kate has lost her rudder off Cape Wrath, and old captain Petrie has hidden the radio.', 'vessel'],
    ['The steamer Orkla lies aground on a reef, with a diver aboard and the tide rising.', 'vessel'],
    ['Warden Okello knows that no one in the penitentiary will talk. Inmate Salazar just smiles.', 'prison'],
    ['My sister Beth and I have to clear out the attic by Sunday, and she has found a box of letters.', 'home'],
    ['Ludo, accounts clerk at Harcourt Freight, noticed that the safe was opened in the office.', 'office'],
    ['Goalkeeper Ama has torn her glove an hour before the cup final.', 'sport'],
    ['The tightrope walker at Cirkus Bellini has refused to go up tonight.', 'circus'],
    ['Sister Benedetta of the convent has hidden a soldier in the bell tower.', 'monastery'],
    ['In the palace of King Osric the youngest page has broken a slipper.', 'palace'],
    ['Barrister Helen Moss has until the jury returns to find out why Mr Dale is lying.', 'court'],
    ['Reporter Sid Malone of the Evening Star has a tape of Councillor Brandt.', 'office'],
    ['Farmer Elke has quarrelled with her neighbour Jens over a sow.', 'farm'],
    ['Dr. Menon and his student Kay have broken into a burial chamber, and the lamp is going out.', 'dig'],
    ['Ten years after the floods the ferrywoman Ada poles her raft between the roofs.', 'river'],
    ['The pilot of flight 208 has fainted, and the steward Paolo has flown nothing bigger than a kite.', 'air'],
    ['The seamstress Marguerite has sewn a secret pocket into the coat of General Roux.', 'shop'],
    ['The librarian Odile finds her own name in a book in the reading room.', 'museum'],
  ])('fit what it says: %s', (text, genre) => {
    const { places } = premiseContent.genres[genre]!
    const world = buildFitting(text)
    expect(readPremise(text).genre).toBe(genre)
    const names = Object.values(world.places).map(({ name }) => name)
    expect(places.filter(({ name }) => names.includes(name)).length).toBeGreaterThanOrEqual(2)
    expect(checkWorld(world)).toEqual([])
  })

  it.each([
    ['The bookkeeper Ines has a letter for Sergei, and the lamp is broken.', 'inside'],
    ['On the hill the stranger Tomas guards a lantern, and I am late.', 'outside'],
  ])('are plain ones if nothing says more: %s', (text, genre) => {
    const names = Object.values(buildFitting(text).places).map(({ name }) => name)
    const { places } = premiseContent.genres[genre]!
    expect(names.filter((name) => places.some((place) => place.name === name)).length).toBeGreaterThanOrEqual(2)
  })

  it('of a genre have something to look at, and no two names', () => {
    for (const [genre, { places, start }] of Object.entries(premiseContent.genres)) {
      const all = [start, ...places]
      expect(new Set(all.map(({ name }) => name)).size, genre).toBe(all.length)
      for (const { name, scenery = {} } of all) expect(Object.keys(scenery), `${genre}: ${name}`).not.toEqual([])
    }
  })

  it('are named where the story begins in a place that the premise does not name', () => {
    const world = buildFitting('Goalkeeper Ama has torn her glove an hour before the cup final.')
    expect(world.places[world.player.at]!.description).toMatch(/^This is the changing room\./)
  })
})

describe('the opening', () => {
  it.each([
    ['The baker Nils waits in the bakery. The soldier Oskar writes to him from Verdun.', ['Verdun']],
    ['In the office Jo has a note from Vera Lang about the Pelican Club.', ['Vera Lang']],
  ])('names whom and what it is about: %s', (text, names) => {
    const own = buildFitting(text).opening.split('\n\n').slice(1).join(' ')
    for (const name of names) expect(own).toContain(name)
  })
})

describe('how people speak', () => {
  const manners = (text: string) => {
    const { people } = buildFitting(text)
    return Object.values(people).map(({ name, greeting }) => [name, String(greeting)] as const)
  }
  const kin = [premiseContent.phrases['greeting.kin'] ?? []].flat()
  const isOf = (list: string[], name: string, greeting: string) =>
    list.map((line) => line.replaceAll(/\{[Tt]he person\}/g, name)).includes(greeting)

  it.each([
    ['My cousin Dev has been taking coins from the jar.', 'Dev'],
    ['Granny Mo keeps a jar of coins in the pantry, and I am nine.', 'Granny Mo'],
    ['Pa says leave it be. I took the lantern to the barn.', 'Pa'],
    ['My brother Anton has sold the piano, and the buyer Mr Hale is here.', 'Anton'],
  ])('depends on what they are to the player: %s', (text, name) => {
    const [, greeting] = manners(text).find(([each]) => each === name)!
    expect(isOf(kin, name, greeting)).toBe(true)
  })

  it('is not that of family with a stranger', () => {
    for (const [name, greeting] of manners(
      'The barber Nuno has cut the ear of Mr Dale outside the shop. I am the bodyguard.',
    ))
      expect(isOf(kin, name, greeting)).toBe(false)
  })

  it('says what the premise says first', () => {
    const world = buildFitting(
      'I am new here. The usher Tim has locked the box office. The singer Olga wants the red ribbon back.',
    )
    const tim = Object.values(world.people).find(({ name }) => name === 'Tim')!
    const topic = Object.entries(tim.topics!).find(([id]) => id.includes('ribbon'))![1]
    expect([topic.answer].flat().join(' ')).toContain('red ribbon')
  })
})

describe('the words of a premise', () => {
  it.each([
    ['We work in the old mine, and the mine foreman Silas waits.', /the mine foreman/],
    ['The dog Rex is mine, and the vet Ann wants it.', /Rex is yours/],
    ['yesterday i lost a watch and i must find it before the wedding', /you must find it/],
  ])('are turned to the player: %s', (text, expected) => {
    expect(buildFitting(text).opening).toMatch(expected)
  })

  it.each([
    [
      'Nadia must tell Karim that she has sold the shop. Karim sits in the kitchen.',
      'that you have sold the shop',
      'Nadia',
    ],
    ['Ivo has to tell Marta that he loves her before she sails.', 'that you love her', 'Ivo'],
  ])('make the player of their goal you: %s', (text, expected, player) => {
    expect(String(Object.values(buildFitting(text, { player }).goals!)[0]!.text)).toContain(expected)
  })

  it('of a note that the premise quotes are on the note', () => {
    const { things } = buildFitting("Nick finds a note from Vera: 'Stay away from the club.' He is at the desk.")
    const note = Object.values(things).find(({ name }) => name === 'note')!
    expect(JSON.stringify(note.text)).toContain('Stay away from the club.')
  })

  it.each([
    ['I am cold. Pa waits in the barn with a lamp.', 'Pa', 'he'],
    ['I am nine. Granny Mo sits in the kitchen with a jar.', 'Granny Mo', 'she'],
  ])('say whether a person is a man or a woman: %s', (text, name, pronoun) => {
    expect(Object.values(buildFitting(text).people).find((each) => each.name === name)?.pronoun).toBe(pronoun)
  })
})
