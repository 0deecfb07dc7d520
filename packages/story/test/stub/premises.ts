/** Premises of different genres. Neither the builder of worlds nor the sentences of novels were written for them. */
export const newPremises = [
  'A ballet school in Lisbon rehearses for a premiere that the theatre has never heard of.',
  'The ship’s cook Marguerite Oduya finds a stowaway in the ice room, frozen and smiling.',
  'After the flood, a bookkeeper called Emil is paid in salt and asked no questions.',
  'Three sisters share one winter coat and one secret about the quarry.',
  'The robot gardener of Station Nine has begun to bury things at night.',
  'A deaf beekeeper hears the queen speak on the day her husband comes home from prison.',
  'Marshal Ruiz must bring a piano across the desert before the railway men arrive.',
  'In 1347 a bell ringer in Siena notices that one street has stopped dying.',
  'My landlord is a ghost and he wants the rent in cash.',
  'A goalkeeper who has never let in a goal is afraid of the new ball.',
]

/** Premises whose hero has the name that takes the place of NAME. The sentences of novels were not written for them. */
export const heroPremises = {
  a: [
    'NAME Park, a chess prodigy, must lose a game on purpose to save her brother.',
    'After the flood, a bookkeeper called NAME is paid in salt and asked no questions.',
    'NAME Raman, a marine biologist, finds a door at the bottom of the sea.',
    'Sheriff NAME Vance has one day to hang a man she knows is innocent.',
    'On Mars, the engineer NAME Okoro discovers that the water recycler is sabotaged.',
    'The ship’s cook NAME Oduya finds a stowaway in the ice room, frozen and smiling.',
    'Marshal NAME Ruiz must bring a piano across the desert before the railway men arrive.',
    'NAME Bell, a forger, is asked to paint the portrait of the woman who ruined her.',
    'The nurse NAME Hale suspects that someone is swapping the medicines on the night ward.',
    'NAME Stroud, a clockmaker, owes the devil one more hour.',
    'A baker called NAME is accused of poisoning the duke.',
    'NAME Quist comes home after twenty years and nobody knows her.',
  ],
  b: [
    'The lighthouse keeper NAME Moss finds a child on the rocks who knows her name.',
    'NAME Aldine, a cartographer, has drawn an island that did not exist.',
    'Detective NAME Rowe looks for a violin that has never been played.',
    'The diver NAME Kane wants to win the last race before the dam is opened.',
    'NAME Fry, a gravedigger, digs up a coffin full of letters.',
    'A tailor called NAME must pay her brother’s debt by midsummer.',
    'NAME Holt, a teacher, is blamed for the fire at the school.',
    'The pilot NAME Sato crashes in the snow with a prisoner and a cage of birds.',
    'The cellist NAME Varga is held in the house of a man who collects silence.',
    'NAME Crane, a midwife, hides the king’s second heir.',
    'The gambler NAME Duarte bets her shadow and loses it.',
    'NAME Loomis, a weaver, unravels a cloth that tells the future.',
  ],
}
