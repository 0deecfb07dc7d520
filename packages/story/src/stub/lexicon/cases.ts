/**
 * What is behind a find: what is told about the absent person, what proves otherwise, and what was really so. `{W}` is the
 * absent person, `{R}` whoever profits, `{thing}` what was found.
 */
export const cases = [
  {
    told: '{W} had drowned the winter before last',
    proof: 'a receipt in {W}’s own hand, dated three weeks after the funeral',
    truth: '{W} never drowned; {W} was paid to leave, and {R} did the paying',
  },
  {
    told: '{W} had emptied the common chest and run',
    proof: 'two sets of figures for the same year, one of them honest',
    truth: 'it was {R} who emptied the chest, and {W} who noticed',
  },
  {
    told: '{W} had lost their mind at the end and burned every letter',
    proof: 'the letters themselves, dry and in order',
    truth: 'nothing was ever burned; {W} hid the letters so that {R} could not burn them',
  },
  {
    told: '{W} had signed everything away to {R} and been glad of it',
    proof: 'a practice sheet, thirty times {W}’s signature, each a little better',
    truth: 'the signature was learned by heart, and it was {R} who learned it',
  },
  {
    told: '{W} had caused the fire and fled from the shame',
    proof: 'a bill for lamp oil, forty measures, delivered to {R} the day before',
    truth: 'the fire was bought by {R}, and {W} took the blame for a child’s safe passage',
  },
  {
    told: '{W} had never had any family',
    proof: 'a christening spoon with {W}’s name and a second one beside it',
    truth: '{W} had a child, and {R} has known for twenty years where it lives',
  },
  {
    told: '{W} had sold the old right of way and spent the money',
    proof: 'the deed, unsigned, with {R}’s pencil marks in the margin',
    truth: 'the right of way was never sold; {R} simply put up a gate, and {W} was the only one who asked',
  },
  {
    told: '{W} had gone out one evening to look for help and never arrived',
    proof: 'a coat button and a torn list in {W}’s writing, seven names long',
    truth: '{W} arrived, knocked, and was turned away by {R}, and six other doors stayed shut as well',
  },
  {
    told: '{W} had been a liar from childhood',
    proof: 'a diary that agreed, day by day, with the official record that {R} had changed',
    truth: '{W} told the truth for thirty years, and {R} corrected the records to match the lie',
  },
  {
    told: '{W} had taken the sickness into the houses',
    proof: 'a doctor’s list that began with {R}’s own household',
    truth: 'the sickness came in with {R}’s goods, and {W} nursed the first eleven of them',
  },
  {
    told: '{W} had deserted the night watch',
    proof: 'a relief order with {R}’s stamp, never handed in',
    truth: '{R} sent {W} home that night, and then swore there had been no order',
  },
  {
    told: '{W} had been seen with another’s wages and had not denied it',
    proof: 'a pawn ticket, in {R}’s name, for exactly the sum',
    truth: '{R} pawned the wages, and {W} kept silent because of a promise to {R}’s mother',
  },
] as const

/** What a helper wants for help: the request, and how it was met. `{H}` is the helper, `{search}` the place to be searched. */
export const prices = [
  {
    ask: 'carry a sealed letter to {search} and leave it there unread',
    done: 'I left the letter where it was wanted, and I did not read it',
  },
  {
    ask: 'look for one name in whatever lies there, and tell nobody else',
    done: 'The name was there, and I told nobody but {H}',
  },
  {
    ask: 'bring back the lock from the inner door',
    done: 'I unscrewed the lock and brought it back to {H} in my sleeve',
  },
  {
    ask: 'count the steps at {search} and say the number aloud to no one',
    done: 'I counted them twice and wrote the number on {H}’s palm',
  },
  {
    ask: 'leave a lamp burning in the back room',
    done: 'The lamp burned there all night; {H} saw it from across the way and wept',
  },
  {
    ask: 'find out whether the blue chair was still there',
    done: 'The blue chair was there, and I told {H} which way it faced',
  },
  {
    ask: 'fetch a jar from the highest shelf without shaking it',
    done: 'I carried the jar as one carries a sleeping animal, and {H} took it without a word',
  },
  {
    ask: 'say a certain sentence in the empty room and listen',
    done: 'I said the sentence, and I told {H} truthfully what I heard, which was my own voice',
  },
  {
    ask: 'copy a line of writing from the wall exactly, mistakes and all',
    done: 'I copied it with its two mistakes, and {H} laughed for the first time',
  },
  {
    ask: 'take a picture off its nail and turn it to the wall',
    done: 'I turned the picture round, and {H} slept that night, or said so',
  },
] as const

/** What those were who are no longer there. */
export const absentTrades = [
  'schoolteacher',
  'bookkeeper',
  'messenger',
  'cook',
  'nurse',
  'musician',
  'gardener',
  'translator',
  'carpenter',
  'tailor',
  'clerk',
  'choirmaster',
  'portrait painter',
] as const
