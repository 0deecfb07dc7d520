/** A place before it has a name of its own in the story. */
export interface PlaceIdea {
  /** With its article: `the Counting House`. */
  name: string
  description: string
  atmosphere: string
  /** Noun phrases: two for the first visit, one for the next. */
  features: readonly [string, string, string]
}

/** A story that can begin, for whoever names nothing. */
export interface StoryIdea {
  genre: string
  premise: string
  setting: string
  tone: string
  role: string
}

/** The words of one kind of world. */
export interface Lexicon {
  ideas: readonly StoryIdea[]
  /** What the first place is like, whatever it is called. */
  home: {
    /** Where in it a first scene may be; `{home}` is its name. */
    spot: string
    atmosphere: string
    features: readonly [string, string, string]
  }
  places: readonly PlaceIdea[]
  helpers: readonly string[]
  rivals: readonly string[]
  /** Small enough for a coat: `tin box`. */
  things: readonly string[]
  /** What is special about it: `with a child's drawing inside`. */
  marks: readonly string[]
  weather: readonly string[]
  /** Words of the scenes that this world has other ones for. */
  swaps: Readonly<Record<string, string>>
}
