import lexiconData from '../lexicon/en.json' with { type: 'json' }
import phrasesData from '../phrases/en.json' with { type: 'json' }

/** The words of the command parser: verbs, prepositions, pronouns, directions. */
export const lexicon: typeof lexiconData = lexiconData

/** The sentences of the world: key → variants with places for names, such as `{the thing}`. */
export const phrases: Record<string, string[]> = phrasesData
