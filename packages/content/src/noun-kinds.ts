import nouns from '../lexicon/nouns.json' with { type: 'json' }

/** What common nouns in the singular are, by WordNet: words by their kind. Those of `verb` are used as verbs, too. */
export const nounKinds: Record<
  'person' | 'animal' | 'place' | 'portable' | 'fixture' | 'group' | 'stuff' | 'matter' | 'verb',
  string
> = nouns
