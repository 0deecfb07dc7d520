import deepSpace from './content/lexicon-deep-space.json' with { type: 'json' }
import modern from './content/lexicon-modern.json' with { type: 'json' }
import oldWorld from './content/lexicon-old-world.json' with { type: 'json' }

/** A location that the story can use. */
export interface PlaceIdea {
  /** With its article, such as `the Counting House`. */
  name: string
  description: string
  atmosphere: string
  /** Three noun phrases: two for the first visit, one for the next. */
  features: readonly string[]
}

/** Default texts of a new novel. */
export interface StoryIdea {
  genre: string
  premise: string
  setting: string
  tone: string
  role: string
}

/** The vocabulary of one kind of world. */
export interface Lexicon {
  ideas: readonly StoryIdea[]
  /** The first location. */
  home: {
    /** The place of the first scene; `{home}` is the name of the location. */
    spot: string
    atmosphere: string
    features: readonly string[]
  }
  places: readonly PlaceIdea[]
  helpers: readonly string[]
  rivals: readonly string[]
  /** Small objects, such as `tin box`. */
  things: readonly string[]
  /** Their special features, such as `with a child's drawing inside`. */
  marks: readonly string[]
  weather: readonly string[]
  /** Replacements for words of the scene templates. */
  swaps: Readonly<Record<string, string>>
}

export const lexicons = { deepSpace, modern, oldWorld } as unknown as Record<
  'deepSpace' | 'modern' | 'oldWorld',
  Lexicon
>

const signs: [RegExp, Lexicon][] = [
  [
    /\b(?:sci-?fi|science[ -]fiction|space|station|starship|planet|orbit\w*|cyber\w*|robot\w*|mars|galax\w+)\b/i,
    lexicons.deepSpace,
  ],
  [
    /\b(?:modern|contemporary|crime|noir|thriller|police|detective|romance|horror|today|suburb\w*|hospital|office)\b/i,
    lexicons.modern,
  ],
]

/** The lexicon for a novel's genre, premise and setting. */
export function chooseLexicon(about: string): Lexicon {
  return signs.find(([sign]) => sign.test(about))?.[1] ?? lexicons.oldWorld
}
