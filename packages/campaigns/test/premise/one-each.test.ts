import { describe, expect, it } from 'vitest'
import { readPremise } from '../../src/premise/index.ts'

/** All people of a premise, the player among them. */
const people = (text: string) => {
  const { player, people: present, absent } = readPremise(text)
  return [...(player ? [player] : []), ...present, ...absent].map(({ name }) => name)
}
const things = (text: string) => readPremise(text).things.map(({ name }) => name)

describe('a person who is named twice is one person', () => {
  it.each([
    // A nickname in quotes.
    [
      'Doctor Ludmila "Lulu" Brandt opens the ward at six. The porter yawns.',
      ['Doctor Ludmila "Lulu" Brandt', 'porter'],
    ],
    ['In the ring stands Mario “Hammer” Costa. His trainer Bep holds the towel.', ['Mario “Hammer” Costa', 'Bep']],
    ["Major Tobias 'Stump' Keller counts the tents. The cook Ida sings.", ["Major Tobias 'Stump' Keller", 'Ida']],
    ['The singer Rosa "Birdie" Lund has lost her voice.', ['Rosa "Birdie" Lund']],
    // A name with the name of a kind.
    ['Bosko the badger wants a quiet winter. The farmer Ulla wants his sett.', ['Bosko', 'Ulla']],
    ['Tiktok the robot sweeps the station. Nurse Olga is on duty.', ['Tiktok', 'Nurse Olga']],
    ['Madame Zara the medium hears knocking. Her maid Lise does not.', ['Madame Zara', 'Lise']],
    ['Grimble the troll guards a bridge, and the pedlar Anka is in a hurry.', ['Grimble', 'Anka']],
    // What a name is introduced with.
    [
      'The thief, a dancer known as the Sparrow, waits on the roof. Constable Hobb waits below.',
      ['Sparrow', 'Constable Hobb'],
    ],
    ['A pilot nicknamed Duck flies the mail over the Andes. The mechanic Paz prays.', ['Duck', 'Paz']],
    [
      'Her cousin, a chemist by the name of Arno Weil, sells the salve. Hedda Lorenz buys it.',
      ['Arno Weil', 'Hedda Lorenz'],
    ],
    ['My neighbour is called Mr. Pim. He has dug a hole in my lawn.', ['Mr. Pim']],
    // A name behind a place.
    ['The woman in cabin six, Countess Lubov, plays cards with the steward Jean.', ['Countess Lubov', 'Jean']],
    ['The boy on the roof, Samir, has seen the fire. Captain Dorn calls him down.', ['Samir', 'Captain Dorn']],
    ['Guest fourteen, Madame Ruiz, hums in the lift. The page Toto listens.', ['Madame Ruiz', 'Toto']],
    // Several words for a kin or a trade.
    ['My father-in-law, Anders, locks the barn. The vet Kaia waits.', ['Anders', 'Kaia']],
    ['The master of hounds, Silas Pike, blows his horn. The cook Wanda swears.', ['Silas Pike', 'Wanda']],
    // Behind a colon.
    ['The raft has one survivor: a girl who hums.', ['girl']],
    ['The queen trusts the spy she ought to hang: Lorenzo Belli.', ['queen', 'Lorenzo Belli']],
    // A sentence for the name.
    ['A lock keeper lives on the canal. His name is Joost and his dog bites.', ['Joost', 'dog']],
    ['The bride waits in the vestry with a stranger. Her name is Nour.', ['bride', 'Nour']],
    // Words for any man or woman.
    ['Judge Alban Reuss is dying in the villa. His nurse Grete washes the old man.', ['Judge Alban Reuss', 'Grete']],
    ['Princess Ottilie has run off to sea. The boatswain Crick teaches the girl knots.', ['Princess Ottilie', 'Crick']],
  ])('%s', (text, expected) => {
    expect(people(text).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['The nurse Tilda calls me Mr. Voss, and I know no such name.', 'Mr. Voss'],
    ['You wake in a villa. The butler addresses you as Lord Ashby.', 'Lord Ashby'],
    ['The children in the yard have named me Captain Soap.', 'Captain Soap'],
    ['A tall guard mistakes you for Baron Kell and bows.', 'Baron Kell'],
  ])('the name that others have for the player names the player: %s', (text, name) => {
    expect(people(text)).not.toContain(name)
  })

  it.each([
    ['The cook Odette calls Marcel a liar in the kitchen.', ['Odette', 'Marcel']],
    ['The mayor Inga blames the baker. A man with a beard waits in the hall.', ['Inga', 'baker', 'man']],
    ['The smith Jorn gave Brenna the horse. The girl who feeds it is ill.', ['Jorn', 'Brenna', 'girl']],
    ['Three guards are awake: Otto, Pia and Wim.', ['Otto', 'Pia', 'Wim']],
    ['Two patients wait for one bed: a sailor and an old nun.', ['sailor', 'old nun']],
  ])('several people stay several: %s', (text, expected) => {
    for (const name of expected) expect(people(text)).toContain(name)
  })
})

describe('a thing with a name is one thing', () => {
  it.each([
    ["My father's trumpet, Dolores, has been stolen. The bandleader Cy shrugs.", 'Dolores'],
    ['Old Grumble, the kettle that warned the inn of fire, has gone silent. The maid Sib is afraid.', 'Old Grumble'],
    ['The smugglers want the Morning Ruby, and the duchess Irma wears it.', 'the Morning Ruby'],
    ["The jeweller's lamp, Fat Annie, flickers in the cellar while Ben counts.", 'Fat Annie'],
  ])('%s', (text, name) => {
    expect([...things(text), ...readPremise(text).matters.map((each) => each.name)]).toContain(name)
    expect(people(text)).not.toContain(name.replace('the ', ''))
  })

  it.each([
    ['My sister, Dolores, has been taken ill. The doctor Cy shrugs.', 'Dolores'],
    ["The jeweller's daughter, Annie, waits in the cellar while Ben counts.", 'Annie'],
    ["The ship's computer, HESTER, wakes the pilot Lund.", 'HESTER'],
  ])('a person or a machine that talks is none: %s', (text, name) => {
    expect(people(text)).toContain(name)
  })
})

describe('a word is not taken for what it is not', () => {
  it.each([
    ['Either will do, says the smith Ragna; neither will open the gate.', 'will'],
    ['One of the three works at night in the bakery, and the baker Tom knows who.', 'works'],
    ['Hers contains a snake, his contains a pie, and the guard Bo must choose.', 'contains'],
    ['The flood will reach the mill tonight. The miller Sten packs.', 'flood will'],
    ['The guards eat pies. The crew eat soup, and the cook Timo grins.', 'crew eat soup'],
    ['The singer Ana has fallen in love. The patient next door, Mr. Ode, coughs.', 'love'],
    ['The singer Ana has fallen in love. The nurse next door coughs.', 'next door'],
    ['The ropes in the hold move by themselves. The bosun Crane swears.', 'hold move'],
    ['The ship drifts toward Jupiter. The pilot Ansa sleeps.', 'Jupiter'],
    ['Your team, the Mill Lane Otters, is losing. Your captain, Fenna, limps.', 'Mill Lane Otters'],
    ["The abbot's ring of office lies in the soup. Brother Odo stares.", 'office'],
    ['The ground cracks and the earth roars. Father Blas holds the bell rope.', 'earth'],
  ])('%s', (text, name) => {
    const { player, people: present, absent, things: all, places } = readPremise(text)
    const named = [...(player ? [player] : []), ...present, ...absent, ...all, ...places].map((each) => each.name)
    expect(named).not.toContain(name)
  })

  it('the same words name what they do where the grammar says so', () => {
    expect(things('The will lies on the table. The notary Ames reads it.')).toContain('will')
    expect(readPremise('The works stand by the river. The foreman Ole waits there.').text).toContain('works')
    expect(people('The brothers in the attic move at night. Mother Agnes listens.')).toContain('Mother Agnes')
    expect(people('Nurse Joan runs toward Marta in the ward.')).toContain('Marta')
  })
})
