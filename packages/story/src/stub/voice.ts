import genres from './content/genres.json' with { type: 'json' }
import tones from './content/tones.json' with { type: 'json' }
import { takeTurn } from './seeded.ts'
import { fill } from './template.ts'

/** The sentences of a tone. `<a|b|c>` are alternatives, a different one each time the list is repeated. */
export interface Voice {
  /** After the place of a scene is described. */
  moods: readonly string[]
  /** At the end of an unresolved scene. */
  endings: readonly string[]
  /** At the end of an arc. */
  aftermaths: readonly string[]
}

const voices: readonly (readonly [RegExp, Voice])[] = [
  [/dark|grim|bleak|noir|brutal|gritty|tragi|somb(?:re|er)|sad\b|mourn|cruel|bitter|harsh|hopeless/i, tones.dark],
  [/eerie|uneas|uncanny|creep|ghost|haunt|gothic|omin|unsettl|horr|strange|dream|sinister|weird|spook/i, tones.eerie],
  [/tense|urgent|thrill|suspens|fast|breathless|action|nervous|anxious|gripping|pac[ey]|paranoi/i, tones.tense],
  [/wry|dry|wit|comi|fun|humou?r|satir|light|playful|absurd|iron|cheek|silly|sardonic|cheer/i, tones.wry],
  [/warm|hope|gentle|co[sz]y|tender|sweet|kind|uplift|romantic|heart|wonder|optimis|happy|bright/i, tones.warm],
]

/** The voice of a tone. Defaults to the quiet one. */
export function voiceOf(tone: string): Voice {
  return voices.find(([sign]) => sign.test(tone))?.[1] ?? tones.quiet
}

const touches: readonly (readonly [RegExp, readonly string[]])[] = [
  [/fantas|magic|fairy|myth|witch|dragon|sword/i, genres.fantasy],
  [/horror|gothic|ghost|vampire|undead|zombie/i, genres.horror],
  [/roman(?:ce|tic)|love/i, genres.romance],
  [/sci-?fi|science|space|cyber|robot/i, genres.space],
  [/crime|noir|thriller|detective|police|spy/i, genres.crime],
  [/adventur|pirate|western|explor|treasure/i, genres.adventure],
  [/histor|victorian|medieval|regency|war\b/i, genres.historical],
]

/** Sentences that a genre adds to a scene. Empty for other genres. */
export function touchesOf(genre: string): readonly string[] {
  return touches.find(([sign]) => sign.test(genre))?.[1] ?? []
}

/** The entry of a list for a turn. Each repetition of the list takes the next alternative of `<a|b|c>`. */
export function sayOne(list: readonly string[], seed: string, turn: number): string {
  if (list.length === 0) return ''
  const round = Math.floor(turn / list.length)
  return fill(takeTurn(list, seed, turn), {}, (count) => round % count)
}
