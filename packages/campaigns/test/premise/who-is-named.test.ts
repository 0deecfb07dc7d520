import { describe, expect, it } from 'vitest'
import { readPremise } from '../../src/premise/index.ts'

const namesOf = (text: string) => {
  const { people, absent, places, regions, things } = readPremise(text)
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name)
  return {
    people: names([...people, ...absent]),
    places: names([...places, ...regions]),
    things: names(things),
  }
}

describe('who the player is, in any words', () => {
  it.each([
    ['The queen has begged me, an exiled astronomer, to read the stars. Her page Tilo waits.', 'exiled astronomer'],
    ['I, treasurer of the rowing club, have to find the boat of the coach Ines.', 'treasurer'],
    ['You, keeper of the royal seal, have lost the ring. The maid Pia weeps.', 'keeper'],
    ['They trust me, the pickpocket, with the key to the chapel. The monk Bo smiles.', 'pickpocket'],
    ['I am the only dentist in Marrowby, and the mayor has a bad tooth.', 'only dentist'],
    ["A locksmith arrives in Orle at dusk. The innkeeper won't let me in.", 'locksmith'],
  ])('is the player and stands nowhere: %s', (text, self) => {
    expect(readPremise(text).self).toBe(self)
    expect(namesOf(text).people.join(' ')).not.toMatch(new RegExp(self.split(' ').at(-1)!))
  })

  it.each([
    ['Make me a bell founder in Ostra. The bishop Anselm waits.', 'bell founder'],
    ['let me be the cook of a lighthouse. The keeper Bram is ill.', 'cook'],
    ["I'd like to play a courier in Lisbon. The singer Ana has a letter.", 'courier'],
  ])('is whom the player asks for: %s', (text, self) => {
    expect(readPremise(text).self).toBe(self)
    expect(readPremise(text).text).toMatch(/^I am /)
  })

  it('has a name without the time before it', () => {
    expect(readPremise('Tonight lighthouse keeper Ida Holm found the lamp dark.').player?.name).not.toMatch(/tonight/i)
  })

  it('a sentence may end in a number', () => {
    expect(readPremise('The sexton Bram waits, and the clock strikes thirteen.').player?.name).toBe('Bram')
  })

  it('is not done to a place: "clear Toby Marsh of theft"', () => {
    const { people, places } = namesOf('I have until ten to clear Toby Marsh of theft. The aunt blames Rosa Brook.')
    expect(people).toEqual(expect.arrayContaining(['Toby Marsh', 'Rosa Brook']))
    expect(places).toEqual([])
  })

  it('another person who comes is there', () => {
    expect(namesOf("A stranger arrives in Orle. I won't let him in.").people).toEqual(['stranger'])
    expect(readPremise('The duke tells me, and the cook Bo hears it.').self).toBeUndefined()
  })

  it.each([
    'The duke fears no one except the groom, Perrin.',
    'I trust none but the gardener, Perrin.',
    'I quarrel with the gardener, Perrin.',
    'The gardener, Perrin, has a letter for me.',
  ])('an apposition is one person: %s', (text) => {
    expect(namesOf(text).people.filter((name) => /groom|gardener|Perrin/.test(name))).toEqual(['Perrin'])
  })
})

describe('a name that is not of a person', () => {
  it.each([
    ['The raiders will burn down Ash Hollow tonight. The miller Pim hides.', 'Ash Hollow'],
    ['The outlaws have sworn to rob Silver Creek at dawn. Marshal Tess Boone waits.', 'Silver Creek'],
    ['The road between Dorn and Vell is closed. The smith Ulla is angry.', 'Dorn'],
    ['I drive the bus between Marrow and Tilling with my dog Biscuit.', 'Tilling'],
    ['I ride to Corvin with a letter for the duke.', 'Corvin'],
    ['Captain Reyes sails for Port Amber with my cousin Lil in the hold.', 'Port Amber'],
    ['The train to Corvin leaves at noon. The porter Max has my trunk.', 'Corvin'],
    ['The baker Sol meets me in the Old Mill Inn.', 'Old Mill Inn'],
    ['We besiege Thornwall, and the general Aske has lost the map.', 'Thornwall'],
    ['A thief hides in the church of Saint Wulfric. Brother Anselm is afraid.', 'Saint Wulfric'],
    ['The sailors of the Silver Gull wait for the mate Rolf.', 'the Silver Gull'],
  ])('is a place: %s', (text, name) => {
    const { people, places, things } = namesOf(text)
    expect(places).toContain(name)
    expect([...people, ...things]).not.toContain(name)
  })

  it.each([
    ["The Ropemakers' Guild wants my loom by Friday. My aunt Berta hides it.", 'Guild'],
    ['The Silent Brotherhood has hired me to find a loom. The weaver Ada has it.', 'Brotherhood'],
    ['The bones of Saint Ursel have been stolen. The monk Bo saw it.', 'Saint Ursel'],
  ])('is neither a person nor a thing: %s', (text, name) => {
    expect(Object.values(namesOf(text)).flat().join(' ')).not.toContain(name)
  })

  it('people between whom one sits are people', () => {
    expect(namesOf('The sheriff sits between Anna and Otto in the saloon.').people).toEqual(['Anna', 'Otto'])
  })
})

describe('what cannot be taken', () => {
  it.each([
    'A foggy winter afternoon in a tavern, with a fiddler on the bench.',
    'A gentle drizzle falls on the market. The baker Ada hums.',
    "My aunt Rosa's garden shed. My brother Nils paints a fence.",
    "Our teacher's beach bungalow. The cook Bo sleeps.",
    'Two rival high schools, one stolen banner. I must find it.',
    'The healer Runa is dying of a snake bite in her hut, and I am her son.',
    'Two rival grammar schools, and a banner is gone.',
  ])('is not a thing: %s', (text) => {
    expect(namesOf(text).things.join(' ')).not.toMatch(/afternoon|drizzle|shed|bungalow|bite|rival/)
  })

  it('rival villages are not where the story is', () => {
    expect(readPremise('Two rival villages, one stolen bell. The mayor weeps in the inn.').places).toMatchObject([
      { name: 'inn' },
    ])
  })
})
