import { checkWorld } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'

/** People and things in the first room, and what the player carries. */
const seen = (text: string) => {
  const world = buildFitting(text)
  expect(checkWorld(world)).toEqual([])
  const { people, things, player } = world
  return Object.values({ ...people, ...things }).filter(({ at }) => at === player.at || at === 'player')
}
const here = (text: string) =>
  seen(text)
    .map(({ name }) => name)
    .join(' | ')

describe('what is not a visible thing or a person is at most a topic', () => {
  it('what a person wears, has picked up or has eaten does not lie there', () => {
    expect(here('I keep an inn. A boy came up the mountain with a red scarf around his neck.')).not.toContain('scarf')
    const { things, people } = buildFitting('The tenor fainted on stage. The dresser Ida Holm picked up the crown.')
    const holder = Object.keys(people).find((id) => people[id]!.name === 'Ida Holm')
    expect(Object.values(things).find(({ name }) => name === 'crown')?.at).toBe(holder)
    expect(here('I bake. The cake of Nora has just been eaten by a goat.')).not.toMatch(/(?:^|\| )cake/)
  })

  it('who has collapsed is not played', () => {
    expect(readPremise('The tenor fainted on stage. The dresser Ida Holm picked up the crown.').player?.name).not.toBe(
      'tenor',
    )
  })

  it.each([
    ['A jazz trio plays at the Blue Door, and the bassist Otis has lost his nerve.', /trio|nerve/],
    [
      'The botanist Edda tends an orchid in the greenhouse; the recital is at six and the drought goes on.',
      /recital|drought/,
    ],
    ['The south pasture is flooded. I stand on the porch with a coil of barbed wire.', /pasture/],
    ['The Wanderers have reached the final, and their striker Ola is in the locker room.', /Wanderers|final/],
    ["Sing, O Goddess, of Taro, the potter's son, who broke the drought with a clay bowl.", /Goddess|drought/],
    ['The baker, Ulric, counts seven loaves on the tray. There should be eight.', /count/],
    [
      'The schooner Black Petrel lies at the quay of Tarn, and the harbourmaster, Nell, wants its log by dusk.',
      /Petrel/,
    ],
    [
      'My godchildren are coming for a fortnight, says the butler Finch; the visit is a catastrophe.',
      /godchild|fortnight|visit|catastrophe/,
    ],
    ['Hallam & Pryce, the bank, is foreclosing on our orchard. The foreman Dobbs hands me a shovel.', /Hallam|bank/],
    ['The Lindqvists have a secret. Their housekeeper Bea polishes a silver tray in the pantry.', /Lindqvist|secret/],
    ['There is a curfew, a strike and a rumour in the mill. The weaver Sofie hides a leaflet.', /curfew|strike|rumour/],
    ['The tug Clementine is adrift, and her engineer Odo has found the anchor chain cut.', /Clementine|cut/],
    ['The oil is burning on the water. The diver Kaj has a torch on the pier.', /\boil/],
  ])('%s', (text, name) => {
    expect(here(text)).not.toMatch(name)
  })

  it('a number and a compound stay a part of the name', () => {
    const { things, places } = readPremise(
      'Licence 7-A lies on the desk, and a cart of seed potatoes stands in the herb garden.',
    )
    expect(things.map(({ name }) => name)).toEqual(['Licence 7-A', 'desk', 'cart of seed potatoes'])
    expect(places.map(({ name }) => name)).toEqual(['herb garden'])
  })

  it('neither furniture nor a part of something can be taken', () => {
    const { things } = readPremise(
      'In the salon a dresser stands beside a mandolin, and the helm of the yacht is broken.',
    )
    expect(things.filter(({ isPortable }) => isPortable).map(({ name }) => name)).toEqual(['mandolin'])
  })
})

describe('who is not here is at most a topic', () => {
  it.each([
    ['Our navigator Lindqvist is in cryosleep. The medic Amaya begs me to hurry.', /Lindqvist/],
    ['Uncle Barnaby passed away on Tuesday and left his clock shop to me. The locksmith Greta waits.', /Barnaby/],
    [
      'The inspector arrives at nine. Chef Marguerite cries, and the dishwasher Tomas has walked out.',
      /inspector|Tomas/,
    ],
    ['My brother is going to phone at midnight. The nurse Fay sits by the bed in the ward.', /brother/],
    ['Captain Voss was swept overboard last night. The mate Pereira has taken the wheel of the trawler.', /Voss/],
    ['I am a ghost in the attic. The new owners, the Pellingtons, cannot see me; only their cat can.', /Pellington/],
    ['I drowned in this lake in 1931. The campers play cards; only the dog Rusty can hear me.', /camper/],
    ['Grandfather Emil left his farm to the one who finds the old well. My aunt Petra is already in the yard.', /Emil/],
    ['The sheriff is out of town, and the outlaw Cass Dooley sits in the saloon with a grin.', /sheriff/],
    ['The auctioneer, Mrs Quill, is on holiday in Malta. Her clerk Perry opens the saleroom.', /Quill/],
    ['Our organist retired in May. The new one, Miss Osei, comes on Thursday. I sit at the piano.', /organist|Osei/],
    ['The carter brought the piano without its tuner. Frau Holm waits in the salon.', /tuner/],
    ['The old sailor in room nine died at dawn, or so Nurse Pilar claims. I am in the ward.', /sailor/],
    ['No one has heard from Captain Iversen since the storm. The radio operator Tove is in the hut.', /Iversen/],
    [
      'I gave my fiddle to a beggar in Prague. The violin maker Anton shakes his head in the workshop.',
      /beggar|fiddle/,
    ],
  ])('%s', (text, name) => {
    expect(here(text)).not.toMatch(name)
  })
})

describe('a thing that is elsewhere does not lie here', () => {
  it.each([
    ['The crofter Moira traded her voice to a selkie for a silver comb. Her daughter Isla waits on the beach.', /comb/],
    [
      "Someone swapped the duke's trumpet for a fake at the inn. The herald Osgood weeps in the hall.",
      /duke's trumpet/,
    ],
    ['The museum in Tarsk wants its mask back. The curator Ilse is in my shop.', /mask/],
    ['The colonel buried a chest under the oak before the war. His widow Ada sits in the garden.', /chest/],
    ['The cook forgot the ladle, and Yvonne is in the kitchen.', /ladle/],
    [
      'Only the sexton Bram had the key, and no one has seen him since Sunday. The vicar Dawes is in the church.',
      /key|Bram/,
    ],
    ['She wrote a will that no one can find. The lawyer Crane is in the library with the heirs.', /\bwill\b/],
    ['The smugglers buried the rum behind the church. The sexton Job saw them from the porch.', /rum/],
    ['He threw the ring into the sea. His fiancée Mara stands on the pier.', /ring/],
    ['If I find the golden acorn, the squirrel king will free my brother. The owl Hoo sits in the oak.', /acorn/],
  ])('%s', (text, name) => {
    expect(here(text)).not.toMatch(name)
  })

  it.each([
    [
      'The headmaster locked my diary in his safe, and the porter Gil saw it. I wait in the corridor.',
      'diary',
      'safe',
      true,
    ],
    [
      'Grandmother hid her pearls in the piano before the raid. My cousin Luc and I are in the parlour.',
      'pearls',
      'piano',
      false,
    ],
    [
      'My passport is in the hotel safe, and the porter Luis waits. I am in the lobby.',
      'passport',
      'hotel safe',
      false,
    ],
  ])('%s', (text, thing, container, isLocked) => {
    const { things } = buildFitting(text)
    const [id, around] = Object.entries(things).find(([, { name }]) => name === container)!
    expect(Object.values(things).find(({ name }) => name === thing)?.at).toBe(`in:${id}`)
    expect(around).toMatchObject({ container: true, openable: true })
    // What is hidden a plot may lock.
    expect(thing === 'pearls' || (around.is?.includes('locked') ?? false) === isLocked).toBe(true)
  })

  it('who is here and has a thing holds it', () => {
    expect(readPremise('The pilot Ren has the only wrench. We are in the hangar.').things).toMatchObject([
      { name: 'wrench', heldBy: 'Ren' },
    ])
  })
})

describe('one person stays one person', () => {
  it.each([
    ['Prisoner 88, Tobias Rook, has a plan. His guard, Hobb, plays cards with him.', ['Tobias Rook', 'Hobb']],
    ['Ella Dunn, private eye, finds a glove in her office.', ['Ella Dunn']],
    ['Bert Stone, retired burglar, and his partner, Mo, look at the safe in the bank.', ['Bert Stone', 'Mo']],
    ["Dr Hale, our ship's surgeon, and Bosun Pike quarrel over a knife.", ['Dr Hale', 'Bosun Pike']],
    ['The boss has put me, Ruben from marketing, in charge. My colleague Sue laughs.', ['boss', 'Sue']],
    ['I am Nora Flint, marshal of Dry Gulch. The telegraph clerk Abe waits.', ['Abe']],
    ['I wait in the palace. The queen fears her food taster Perrin. No one trusts a taster.', ['queen', 'Perrin']],
    ['His old cellmate, Wick, found the map, and I saw it.', ['Wick']],
  ])('%s', (text, names) => {
    const { people, player } = readPremise(text)
    expect([...(player ? [player] : []), ...people].map(({ name }) => name)).toEqual(names)
  })
})
