import moods from './moods.json' with { type: 'json' }

/** The words of each theme. */
const themes = {
  fight:
    /\b(?:fight|attack|strike|stab|sword|axe|arrow|shoot|slay|kill|wound|blood|enemy|goblin|orc|dragon|wolf|duel|ambush)/i,
  stealth:
    /\b(?:steal|stole|sneak|hide|hid|creep|pick(?:s|ed)? the lock|pickpocket|silent|quietly|thief|burgl|eavesdrop)/i,
  night: /\b(?:star|moon|night|midnight|dusk|dark\b)/i,
  rest: /\b(?:sleep|rest\b|bed\b|dream|nap\b|lie down|camp\b|blanket)/i,
  table: /\b(?:eat|drink|bread|ale\b|beer|wine|meal|supper|soup|stew|inn\b|innkeeper|tavern|kitchen)/i,
  fire: /\b(?:torch|lantern|candle|fire|flame|lit\b|burn|ember|hearth|campfire)/i,
  water: /\b(?:river|lake|sea|ocean|boat|ship|swim|rain|storm|bridge|water|harbou?r|fish)/i,
  wild: /\b(?:forest|tree|wood|mountain|hill|path|road|trail|field|camp|horse|hunt|track|cave|north|south|east|west)/i,
  house: /\b(?:house|room|upstairs|downstairs|stairs|window|attic|cellar|barn|mill|hut|cottage|chair)\b/i,
  stone:
    /\b(?:door|gate|wall|stone|rune|inscription|dungeon|crypt|tomb|temple|ruin|castle|tower|stair|corridor|chamber|key|lock|chest|altar|statue)/i,
  people:
    /\b(?:talk|speak|ask|tell|say|greet|trade|buy|sell|haggle|merchant|guard|smith|blacksmith|king|queen|priest|innkeeper|tavern|market|town|village|crowd|friend|befriend|promise|thank)/i,
}

const themeNames = Object.keys(themes) as (keyof typeof themes)[]

/** The tone of the prose. */
export type Style = 'terse' | 'vivid' | 'poetic'

/** The mood sentences of a style, best matches first. `about` is the text of the turn, `around` that of earlier turns. */
export function atmosphere(style: Style, about: string, around = ''): (readonly string[])[] {
  if (style === 'terse') return [moods.terse]
  const fitting = [about, around].flatMap((text) => themeNames.filter((name) => themes[name].test(text)))
  return [...new Set([...fitting, 'any' as const])].map((name) => moods[style][name])
}
