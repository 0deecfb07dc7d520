/** What a model may answer to `tidePremise`. */
export const tideDraft = {
  title: 'The Tide Clock',
  opening:
    'The harbour is empty. Ilse, the clockmaker, kneels before the tide clock, which has stopped. She does not look up when you come in.',
  start: 'workshop',
  places: [
    {
      name: 'workshop',
      description: 'Clocks on every wall, none of them right.',
      exits: [{ direction: 'north', to: 'the quay' }],
    },
    { name: 'quay', description: 'Wet stone and no boats.', exits: [{ direction: 'down', to: 'tide cellar' }] },
    { name: 'tide cellar', description: 'Water stands in it to the ankle.', exits: [] },
  ],
  things: [
    { name: 'tide clock', description: 'It is as tall as a door.', at: 'workshop', portable: false },
    {
      name: 'iron chest',
      description: 'Salt has eaten its corners.',
      at: 'tide cellar',
      portable: false,
      locked_with: 'brass key',
    },
    { name: 'weight', description: 'A lead weight of a clock.', inside: 'iron chest' },
    { name: 'brass key', description: 'A small key.', at: 'quay' },
    { name: 'note', description: 'A wet note.', at: 'quay', written: 'Below, where it is dry for an hour.' },
  ],
  people: [
    {
      name: 'Ilse',
      role: 'clockmaker',
      pronoun: 'she',
      description: 'She has a loupe on her forehead.',
      doing: 'kneels before the clock.',
      greeting: '“You took your time,” says Ilse.',
      at: 'workshop',
      topics: [{ about: 'weight', answer: '“Somebody took the weight out,” says Ilse.' }],
    },
  ],
  goal: { kind: 'give', text: 'Find the weight of the clock for Ilse.', thing: 'weight', person: 'Ilse' },
  ending: { title: 'High water', text: 'Ilse hangs the weight. The clock begins to count, and the water with it.' },
}

export const tidePremise = 'Ilse the clockmaker finds that the tide clock has stopped.'
