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
