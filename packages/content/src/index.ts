import cardData from '../cards/en.json' with { type: 'json' }
import languagesData from '../languages/languages.json' with { type: 'json' }
import lexiconData from '../lexicon/en.json' with { type: 'json' }
import narrationData from '../narration/en.json' with { type: 'json' }
import narratorData from '../narrator/en.json' with { type: 'json' }
import phrasesData from '../phrases/en.json' with { type: 'json' }
import planningData from '../planning/en.json' with { type: 'json' }
import stopWordsData from '../stop-words/en.json' with { type: 'json' }
import hallData from '../worlds/hall.json' with { type: 'json' }

export { fillSentence } from './fill.ts'

/** The sentences of campaigns that are made of a character card or a lorebook: key → variants with places for values. */
export const cardPhrases: Record<string, string[]> = cardData

/** The words of the command parser: verbs, prepositions, pronouns, directions. */
export const lexicon: typeof lexiconData = lexiconData

/** The words that show what a sentence of a narration says. See `findContradictions` of `@narratoria/world`. */
export const narrationWords: typeof narrationData = narrationData

/** The sentences of the world: key → variants with places for names, such as `{the thing}`. */
export const phrases: Record<string, string[]> = phrasesData

/** The sentences of the narrator and of the other skills: key → variants with places for values, such as `{total}`. */
export const narratorPhrases: Record<string, string[]> = narratorData

/** The words of the planner without a model: clauses, negation, supposition, synonyms, and patterns of how clauses look. */
export const planningWords: typeof planningData = planningData

/** A language other than English: how to recognize it, and what to say in it. */
export interface Language {
  /** Unicode scripts that it is written in, separated by `|`. Defaults to the Latin script. */
  script?: string
  /** Letters that no other language of the list with the same script has. */
  letters?: string
  /** Common words, in lower case. */
  words: string[]
  /** That the built-in narrator speaks English, and how to connect a model. */
  sentence: string
}

/** The most spoken languages other than English, by ISO 639-1 code. */
export const languages: Record<string, Language> = languagesData

/** A small world to begin with: a hall, a torch and a door. It has the shape of `World` of `@narratoria/world`. */
export const hallWorld: object = hallData

/** Words that say nothing about the subject of a text, in lower case. */
export const stopWords: ReadonlySet<string> = new Set(stopWordsData.flatMap((line) => line.split(' ')))
