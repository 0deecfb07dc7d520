import { describe, expect, it } from 'vitest'
import { checkWorld } from '@narratoria/world'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

/** The people of the world, and the things in the first room or with the player. */
const met = (text: string) => {
  const world = buildFitting(text)
  expect(checkWorld(world)).toEqual([])
  return Object.values(world.people).map(({ name }) => name)
}
const things = (text: string) => readPremise(text).things.map(({ name }) => name)
const places = (text: string) => readPremise(text).places.map(({ name }) => name)

describe('the dead are nowhere met', () => {
  it.each([
    ['Corporal Nils Aas rides home to bury his brother. The priest Olaf waits in the church.', 'brother'],
    ["I carry Tom Hale's ashes up the mountain. Tom Hale hated mountains, says my guide Ines.", 'Tom Hale'],
    ['At the funeral of Baroness Vik the lawyer Stern drops a key. Baroness Vik had no safe.', 'Baroness Vik'],
    ["Count Orsini's widow sells the villa. Count Orsini painted its walls, and the agent Pia waits.", 'Count Orsini'],
    ['The coroner Dr. Lam studies the body of Eddie Vance. Eddie Vance sang in the Blue Cat.', 'Eddie Vance'],
    ['Sheriff Holt mourns his deputy in the saloon. The barman Gus pours.', 'deputy'],
    ['Old Mrs. Crane feeds the crows. Old Mrs. Crane died in spring, says the gardener Wim.', 'Mrs. Crane'],
  ])('%s', (text, name) => {
    expect(readPremise(text).people.map((each) => each.name)).not.toContain(name)
    expect(met(text)).not.toContain(name)
  })

  it.each([
    ["Tom Hale's dog waits at the gate. Tom Hale is in the barn.", 'Tom Hale'],
    ['The sexton Pell buries a chest behind the church. The vicar June sees it.', 'Pell'],
    ['I have the ghost of my aunt in the attic and her lawyer, Mr. Boon, in the hall.', 'Mr. Boon'],
    ['The widow Lang runs the inn, and her son Piet cooks.', 'Piet'],
  ])('those who live are met: %s', (text, name) => {
    const { people, player } = readPremise(text)
    expect([...people, ...(player ? [player] : [])].map((each) => each.name.replace(/^the /, ''))).toContain(name)
  })
})

describe('who is elsewhere or only spoken of is nowhere met', () => {
  it.each([
    ['The king promised the witch his youngest child. The page Colin hears her knock.', 'youngest child'],
    ['The miner Hob needs a doctor. His wife Ada boils water in the cabin.', 'doctor'],
    ['The porter Luis says a woman left the trunk in the lobby. I keep the hotel.', 'woman'],
    ['The pupil Nell claims that her father owns the circus. The teacher Mr. Ames laughs.', 'father'],
    ['The midwife Jo rows hard. The baker has twins on the far side of the lake.', 'baker'],
    ['The guard Wim hears steps and says it is his wife. The cook Ole laughs.', 'wife'],
    ['The killer will strike again tonight. Inspector Roux walks the docks with the sergeant Bly.', 'killer'],
    ['The caretaker rarely answers the bell. My neighbour Kofi has a ladder in the hall.', 'caretaker'],
    ["We meet at Captain Sorrel's tavern. The fence Mags counts the coins.", 'Captain Sorrel'],
    ["My son's imaginary friend, Mr. Fold, steals spoons. Grandma Ruth blames the cat.", 'Mr. Fold'],
  ])('%s', (text, name) => {
    expect(met(text)).not.toContain(name)
  })

  it.each([
    ['The captain went below and came back with a lantern. The mate Bo is afraid.', 'captain'],
    ['The queen orders a guard to open the gate. The jester Pim grins.', 'guard'],
    ['The porter Luis says the manager is drunk. I keep the bar of the hotel.', 'Luis'],
    ['The waiter leaves a bill on the table and waits. My cousin Jo reads it.', 'waiter'],
  ])('who is there is met: %s', (text, name) => {
    const { people, player } = readPremise(text)
    expect([...people, ...(player ? [player] : [])].map((each) => each.name)).toContain(name)
  })

  it.each([
    ["You keep the weather station. Your sister Jo skied out at noon and hasn't returned.", 'Jo'],
    ['The diver Amir went down an hour ago and has not come back. The cook Lotte watches the rope.', 'Amir'],
    ['My partner Reese took the van to Tulsa and never got back. His wife Dot stands in my office.', 'Reese'],
    ["The ranger Una hiked out on Friday and hasn't been seen. Her deputy Cal loads the truck.", 'Una'],
  ])('who has not come back is missing: %s', (text, name) => {
    const { people, absent } = readPremise(text)
    expect(people.map((each) => each.name)).not.toContain(name)
    expect(absent.find((each) => each.name === name)).toMatchObject({ isMissing: true })
  })

  it('who has collapsed does not answer', () => {
    expect(readPremise('Your conductor, Hugo Wirth, has a stroke in the pit. You play the horn.').people).toMatchObject(
      [{ name: 'Hugo Wirth', isAsleep: true }],
    )
    expect(
      readPremise('The driver Abe dozes off and wakes up in the sea. The passengers scream.').people[0],
    ).not.toHaveProperty('isAsleep')
  })
})

describe('a thing that is elsewhere or only spoken of does not lie there', () => {
  it.each([
    ['The flowers are in the wrong van, and the bride Lou waits in the chapel.', 'flowers'],
    ['The money is in Geneva. The banker Egon smiles in the lobby.', 'money'],
    ['The council argues on the new bridge in the town hall. Mayor Tove bangs the table.', 'new bridge'],
    ['A man in a green coat sits in the bar. The barmaid Flo knows him.', 'green coat'],
    ['Yours contains a rose, mine contains a knife. The guest Alba waits in the salon.', 'knife'],
    ["The pianist Ludo can't find a letter. His teacher Frau Beck waits in the hall.", 'letter'],
    ['The child Mia hears bells on the roof. Her aunt Rosa sews.', 'bells'],
    ['Deputy Cole follows the bandit Reyes into the desert. He has her rifle.', 'rifle'],
    ['The courier Mo stands in the lobby. The tickets are in her coat.', 'coat'],
    ['The drum was left on the night bus. The singer Io waits in the hall.', 'drum'],
    ['The parcel was delivered to a convent. The postman Huw stands in the shop.', 'parcel'],
  ])('%s', (text, name) => {
    expect(things(text)).not.toContain(name)
  })

  it.each([
    ['The flowers are in the chapel, and the bride Lou waits there.', 'flowers'],
    ['The lawyer Kai finds a coat in the hall. The maid Ilse irons.', 'coat'],
    ['Mayor Tove stands on the new bridge with a flag.', 'flag'],
    ['The pianist Ludo reads a letter in the hall.', 'letter'],
  ])('what is there stays: %s', (text, name) => {
    expect(things(text)).toContain(name)
  })

  it('who is played has what a pronoun gives them, and what is fastened stays', () => {
    const { things: all } = readPremise('A masked countess enters the palace of Duke Renard. She carries a pistol.')
    expect(all).toMatchObject([{ name: 'pistol', isHeld: true }])
    const [box] = readPremise('In the wreck lies a steel box chained to the mast. The diver Pia frees it.').things
    expect(box).toMatchObject({ name: 'steel box', isPortable: false })
    expect(readPremise('You are a spy on a stolen motorbike. The gate is shut.').things[0]).not.toHaveProperty(
      'isMissing',
    )
    expect(readPremise('A dead horse lies in the lane, says the groom Jim.').things).toMatchObject([
      { name: 'dead horse' },
    ])
    expect(readPremise('I have a ticket in my glove. The guard Ole waits.').things[0]).toMatchObject({ isHeld: true })
  })
})

describe('a place that is only spoken of is not a room', () => {
  it.each([
    ['Captain Brand needs a ship and a crew. The innkeeper Moll has neither.', 'ship'],
    ['The map to the Bay of Skulls is torn. The cabin boy Jem has half in the galley.', 'the Bay of Skulls'],
    ['The girl from the mill wants bread. The baker Ove shuts the shop.', 'mill'],
    ['The last ferry leaves at nine. The clerk Tuva waits in the ticket hall.', 'ferry'],
    ['The hotel was the wrong hotel, and the driver Sam laughs in the garage.', 'hotel'],
    ['The orchestra is in prison. The tenor Aldo stands in the opera house.', 'prison'],
    ['The tourists wait for the bus to the coast in the village of Aro.', 'bus'],
    ['The old hermit speaks to the mountain. The novice Bea listens in the hut.', 'mountain'],
    ['The lodge stands on the other side of the valley. The guide Per waits at the hut.', 'valley'],
    ['The widow Sal wants him buried at the racetrack. The jockey Ed waits in the stable.', 'racetrack'],
    ['The drum was left on the night bus. The singer Io waits in the hall.', 'night bus'],
    ['The library of the castle is dark. The maid Wren has a candle.', 'castle'],
  ])('%s', (text, name) => {
    expect(places(text)).not.toContain(name)
  })

  it.each([
    ['Captain Brand stands on the ship with the innkeeper Moll.', 'ship'],
    ['The girl at the mill wants bread. The miller Ove shuts the door.', 'mill'],
    ['The guests are in the library. The maid Wren has a candle.', 'library'],
    ['We are stuck on a ferry in the fog. The clerk Tuva sings.', 'ferry'],
  ])('a place that someone is in is one: %s', (text, name) => {
    expect(places(text)).toContain(name)
  })

  it('those whom a premise begins with are where they are trapped, if all others are with them', () => {
    const { places: all, isConfined } = readPremise(
      'Lieutenant Ada Moss and three sailors are trapped in the hold of a wreck. They have one lamp and a stowaway who cries.',
    )
    expect([isConfined, all[0]?.name]).toEqual([true, 'hold'])
    const rescue = readPremise('A boy is trapped in the mine of Kell. The foreman Gus stands at the gate.')
    expect(rescue.isConfined).toBe(false)
  })
})
