import phrasesData from '../phrases/en.json' with { type: 'json' }
import premisesData from '../premises/en.json' with { type: 'json' }

/** A place, as a genre brings it along. */
export interface GenrePlace {
  name: string
  description: string
  sound?: string
  smell?: string
  scenery?: Record<string, string>
}

/** A person, as a genre brings them along. `name` is what they are called without an article: `net mender`. */
export interface GenrePerson {
  name: string
  description: string
  /** Completes a sentence that begins with the name. */
  doing: string
  pronoun: 'she' | 'he' | 'they'
}

/** What a story of one genre is furnished with. */
export interface Genre {
  /** Words by which a premise is recognized, in lower case. */
  words: string[]
  /** Whether it is one of a plot, not of a setting: a setting that is named comes first. */
  isPlot?: boolean
  /** At least four. The last is the one that is locked. */
  places: GenrePlace[]
  /** Who helps, if the premise names no person. */
  helper: GenrePerson
  /** Who keeps the secret. */
  keeper: GenrePerson
  /** The proof of the secret, what it lies in, and the key to the room. */
  token: { name: string; description: string }
  box: { name: string; description: string }
  key: { name: string; description: string }
}

/** Words and sentences for stories that are built from a premise. */
export interface PremiseContent {
  /** Nouns by what they name, and words for absent people; several words a line. */
  words: Record<
    | 'person'
    | 'title'
    | 'animal'
    | 'machine'
    | 'being'
    | 'trace'
    | 'body'
    | 'collective'
    | 'place'
    | 'portable'
    | 'readable'
    | 'fixture'
    | 'abstract'
    | 'absent'
    | 'gone'
    | 'verb'
    | 'where'
    | 'honorific'
    | 'she'
    | 'he',
    string[]
  >
  genres: Record<string, Genre>
  /** Key → one sentence, or several to choose from, with places for names such as `{the keeper}`. */
  phrases: Record<string, string | string[]>
}

/** Words and sentences for stories that are built from a premise. */
export const premiseContent: PremiseContent = premisesData as unknown as PremiseContent

const takesAn = new RegExp(phrasesData['article.an.pattern'][0]!, 'i')

/** The indefinite article before a name: `an` owl, `a` university. */
export function articleFor(name: string): 'a' | 'an' {
  return takesAn.test(name) ? 'an' : 'a'
}
