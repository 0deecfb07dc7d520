/** The tone of the prose. */
export type Style = 'terse' | 'vivid' | 'poetic'

interface Theme {
  name: string
  fits: RegExp
}

const themes: Theme[] = [
  {
    name: 'fight',
    fits: /\b(?:fight|attack|strike|stab|sword|axe|arrow|shoot|slay|kill|wound|blood|enemy|goblin|orc|dragon|wolf|duel|ambush)/i,
  },
  {
    name: 'stealth',
    fits: /\b(?:steal|stole|sneak|hide|hid|creep|pick(?:s|ed)? the lock|pickpocket|silent|quietly|thief|burgl|eavesdrop)/i,
  },
  { name: 'fire', fits: /\b(?:torch|lantern|candle|fire|flame|lit|burn|ember|hearth|campfire)/i },
  { name: 'water', fits: /\b(?:river|lake|sea|ocean|boat|ship|swim|rain|storm|bridge|water|harbou?r|fish)/i },
  {
    name: 'wild',
    fits: /\b(?:forest|tree|wood|mountain|hill|path|road|trail|field|camp|horse|hunt|track|cave|north|south|east|west)/i,
  },
  {
    name: 'stone',
    fits: /\b(?:door|gate|wall|stone|rune|inscription|dungeon|crypt|tomb|temple|ruin|castle|tower|stair|corridor|chamber|key|lock|chest|altar|statue)/i,
  },
  {
    name: 'people',
    fits: /\b(?:talk|speak|ask|tell|say|greet|trade|buy|sell|haggle|merchant|guard|smith|blacksmith|king|queen|priest|innkeeper|tavern|market|town|village|crowd|friend|befriend|promise|thank)/i,
  },
]

const sentences: Record<Exclude<Style, 'terse'>, Record<string, readonly string[]>> = {
  vivid: {
    fight: [
      'Your pulse hammers in your ears, and the world shrinks to arm and edge.',
      'Dust jumps from the floor with every step that is not yours.',
      'There is a taste of iron on your tongue.',
      'Everything is very loud, and then very quiet.',
      'Your grip is wet, and you tighten it.',
      'Somewhere behind you, something heavy falls.',
    ],
    stealth: [
      'You count your own breaths, and each of them seems too loud.',
      'A floorboard thinks about creaking, and lets you off.',
      'The hair on your arms stands up and will not lie down again.',
      'Far off, a door closes, and you become a part of the wall.',
      'Every shadow is a friend now, or pretends to be.',
      'Your fingertips are cold, and steadier than you feel.',
    ],
    fire: [
      'Smoke and resin sting your nose.',
      'Warm light slides over everything, and the corners keep what it cannot reach.',
      'Sparks wander up and go out one by one.',
      'Your shadow stands up behind you, taller than you are.',
      'The heat finds your fingers first.',
      'Where the light ends, the dark looks thicker than before.',
    ],
    water: [
      'The air smells of weed and wet rope.',
      'Drops run down your neck, and you stop minding.',
      'Ripples carry the news of you to the far side.',
      'The sound of water fills every gap in your thoughts.',
      'Something pale turns over below the surface and is gone.',
      'A cold breath comes off the water.',
    ],
    wild: [
      'Leaves turn their pale sides up, all at once.',
      'A bird breaks off in the middle of its song.',
      'The ground smells of rain that fell somewhere else.',
      'Twigs snap, not all of them under your feet.',
      'The wind has come a long way to push at your back.',
      'Between the trunks the light moves like something with a purpose.',
    ],
    stone: [
      'The stone is cold, and faintly damp, like skin.',
      'Dust hangs in the air as if it had been waiting to be disturbed.',
      'Your own footsteps come back to you a little late.',
      'There is a draught here, thin as a blade, and it has to come from somewhere.',
      'Grit crunches, and the echo goes on ahead of you.',
      'Whoever built this meant it to outlast them, and it has.',
    ],
    people: [
      'A glance meets yours and holds it a moment too long.',
      'Talk dies down around you, and picks up again, lower.',
      'Somewhere a cup is set down with great care.',
      "You smell bread, leather and other people's worries.",
      'Someone laughs at the wrong moment.',
      'Faces turn, weigh you, and turn away.',
    ],
    any: [
      'The air itself seems to listen.',
      'For the space of three heartbeats nothing moves at all.',
      'A prickle runs down your neck, the kind that has been right before.',
      'Something shifts at the edge of hearing.',
      'You become aware of how quiet it is.',
      'A smell you cannot name drifts by and is gone.',
      'Somewhere, water drips, patient as a clock.',
      'You feel the moment settle around you like a cloak.',
      'The light changes, or your eyes do.',
      'Your own breathing keeps you company.',
      'It is colder than it was a moment ago.',
      'A small sound, a small silence, and then the world goes on.',
      'You have the feeling that the next step will count.',
      'Dust turns in the air, slow as thought.',
      'Nothing answers, but nothing feels empty either.',
      'The back of your mind keeps tugging at your sleeve.',
      'Time takes a step, and waits for yours.',
      'You shift your weight, and the floor takes note.',
      'There is more here than you can take in at one look.',
      "Your shoulders loosen by a finger's breadth.",
      'Whatever comes next is already on its way.',
      'An old ache in your hand tells you that the weather will turn.',
      'You catch yourself holding your breath.',
      'Far away something calls, once.',
    ],
  },
  poetic: {
    fight: [
      'Steel is a short word, and the night is full of it.',
      'Fear and fury share one drum, and you are its skin.',
      'The moment bares its teeth.',
      'Here every breath is a coin, and you spend them fast.',
      'Death leans in the doorway, and taps its foot.',
      'Red is the oldest colour, and it remembers you.',
    ],
    stealth: [
      'You are a rumour with a heartbeat.',
      'The dark lends you its coat and asks no questions.',
      'Silence has a grain, and you move along it.',
      'Even your name walks on tiptoe.',
      'The night keeps what it is told.',
      'You pass like a thought that no one will own to.',
    ],
    fire: [
      'Light, that small rebellion, goes about its work.',
      'The flame bows, and the shadows answer with a dance.',
      'What is fire but a hunger with a golden face?',
      'You carry a splinter of the sun, and the dark makes way for royalty.',
      'Ash is only light that has told its story.',
      'The embers murmur of summers that were forests once.',
    ],
    water: [
      'Water forgets every face, and flatters yours.',
      'The rain is writing, and will not stop for a reader.',
      'All rivers are one long goodbye.',
      'The deep keeps its counsel, and its dead.',
      'Silver runs over silver, and calls it time.',
      'Each wave comes home to leave again.',
    ],
    wild: [
      'The trees lean close, like aunts at a cradle.',
      'The path is an old song, and your feet recall the tune.',
      'Moss has covered greater names than yours.',
      'The wind turns the pages of the leaves, and reads none aloud.',
      'Here green is a language, and you have an accent.',
      'The hills lie down like beasts, and dream of being mountains.',
    ],
    stone: [
      'Stone remembers, and it is slow to speak.',
      'Here time has hung up its coat and stayed.',
      'The walls have heard so many prayers that they have grown smooth with them.',
      'Every threshold is a question asked in wood and iron.',
      'Silence has been mason here, and laid its courses well.',
      'The dust is a crowd of small departed things.',
    ],
    people: [
      'Every face is a house with its lamps half lit.',
      'Words are lent here, never given.',
      'Between two people lies the narrowest of bridges.',
      'A smile goes by like a boat without a flag.',
      'The crowd breathes as one, and dreams as many.',
      'Eyes are windows, and tonight there are curtains.',
    ],
    any: [
      'The hour holds its breath like a child behind a curtain.',
      'Somewhere a thread is pulled, and the whole cloth feels it.',
      'The world leans in, as if to hear the end of a sentence.',
      'Silence pools in the hollows, deep enough to drown a word.',
      'You are small here, and the smallness has a strange sweetness.',
      'A moth of a thought circles you, and will not land.',
      'The dark is not empty; it is only patient.',
      'Time, that old spider, lets down another thread.',
      'What was is a lantern, and what will be is the fog.',
      'Your shadow goes before you, and knocks.',
      'Between one breath and the next lies a whole country.',
      'Nothing is said, and it is said beautifully.',
      'The stars, wherever they are, do not look away.',
      'Hope is a small animal, and it stirs.',
      'Every step is a letter, and the road is a slow reader.',
      'The moment opens like a hand.',
      'You wear the silence, and it fits.',
      'Somewhere a bell has just stopped ringing.',
      'Fate hums under its breath, off key.',
      'The air tastes of endings, or of apples.',
      'All that you have lost walks a little way with you.',
      'Dreams have left their fingerprints on everything.',
      'The night is a well, and you have heard the bucket touch water.',
      'Even the quiet has a pulse.',
    ],
  },
}

const terse: readonly string[] = [
  'Silence.',
  'You listen.',
  'Nothing else moves.',
  'You wait a heartbeat.',
  'Your breath steadies.',
  'Cold air.',
  'A faint echo.',
  'You stay alert.',
  'Dust settles.',
  'Then quiet again.',
  'Your pulse slows.',
  'Somewhere, a drip.',
  'You look over your shoulder.',
  'A distant creak.',
  'No answer.',
  'Shadows shift.',
  'You keep moving.',
  'So far, so good.',
  'The air smells stale.',
  'Time passes.',
  'You feel watched.',
  'Almost too quiet.',
  'Your hand is steady.',
  'It will have to do.',
]

/**
 * Sentences that say what the moment feels like, fitting ones first. `about` is what the turn was about; `around` is what
 * still holds from before.
 */
export function atmosphere(style: Style, about: string, around = ''): string[][] {
  if (style === 'terse') return [[...terse]]
  const pool = sentences[style]
  const fitting = [about, around].flatMap((text) =>
    themes.filter(({ fits }) => fits.test(text)).map(({ name }) => name),
  )
  return [...new Set([...fitting, 'any'])].map((name) => [...pool[name]!])
}
