import { memoizeByObject } from '../memoize-by-object.ts'
import type { Lexicon } from './lexicon.ts'
import type { Named } from '../model/types.ts'
import type { Scene } from '../scene/scene.ts'
import { type InScope, scopeOf } from '../scene/scope.ts'
import { isKnownWord } from './known-words.ts'
import { isNear } from './near.ts'

/** A thing, person or place with the words that name it. */
export interface Noun {
  id: string
  kind: 'thing' | 'person' | 'place'
  /** Each name and alias as words. */
  names: string[][]
  /** First words by which a person is called: "Agnes" of "Agnes Holm", but not "lighthouse" of "lighthouse keeper". */
  firsts: string[]
  inScope: InScope | undefined
  /** Whether a word is one of the language, and no misspelled name. */
  isWord: (word: string) => boolean
  /** Endings of word forms in the language of the names. */
  endings: Lexicon['endings']
  pronoun?: string
}

/** Everything that has a name in the world; what is in scope comes first. */
export function nounsOf(scene: Scene, lexicon: Lexicon): Noun[] {
  const { endings } = lexicon
  // A word of the scenery here is not taken for a misspelled name of something else.
  const described = new Set(Object.keys(scene.places[scene.here]?.scenery ?? {}).flatMap(wordsOf))
  const isWord = (word: string) => described.has(word) || isKnownWord(word, lexicon)
  const scope = new Map(scopeOf(scene).map((entry) => [entry.id, entry]))
  for (const id of scene.voicesAt(scene.here)) scope.set(id, { id, kind: 'person', carried: false })
  const nouns: Noun[] = []
  for (const [kind, all] of [
    ['thing', scene.things],
    ['person', scene.people],
    ['place', scene.places],
  ] as const)
    for (const [id, { name, aliases = [], pronoun }] of Object.entries<Omit<Named, 'variants'> & { pronoun?: string }>(
      all,
    ))
      if (!scene.is(id, 'hidden')) {
        const names = [name, ...aliases, id.replaceAll('_', ' ')].map((each) => nameWords(each, lexicon))
        const isPresent = kind === 'person' && scope.has(id)
        nouns.push({
          id,
          kind,
          names: isPresent ? [...names, ...tradesOf(names, lexicon)] : names,
          firsts: kind === 'person' ? firstsOf(name, aliases, lexicon) : [],
          inScope: scope.get(id),
          endings,
          isWord,
          ...(pronoun !== undefined && { pronoun }),
        })
      }
  return nouns.toSorted((a, b) => Number(b.inScope !== undefined) - Number(a.inScope !== undefined))
}

/** Other words for the trade of a person who is present: a landlady can also be called barkeep. */
function tradesOf(names: readonly string[][], { trades }: Lexicon): string[][] {
  const words = names.flatMap((name) => name.slice(-1))
  return trades
    .filter((trade) => trade.some((word) => words.includes(word)))
    .flatMap((trade) => trade.map((word) => [word]))
}

function firstsOf(name: string, aliases: readonly string[], lexicon: Lexicon): string[] {
  const given = [name, ...aliases.filter((alias) => /^\p{Lu}/u.test(alias))]
  return given.flatMap((each) => nameWords(each, lexicon).slice(0, 1))
}

/** Names by word, for one array of nouns. */
interface NounIndex {
  byWord: Map<string, Noun[]>
  words: Set<string>
  scored: Map<string, { noun: Noun; score: number }[]>
}

const indexOf = memoizeByObject((nouns: readonly Noun[]): NounIndex => {
  const words = new Set(nouns.flatMap(({ names }) => names.flat()))
  return { byWord: new Map(), words, scored: new Map() }
})

export function isWordOfName(nouns: readonly Noun[], word: string): boolean {
  return indexOf(nouns).words.has(word)
}

export function isNameInScope(nouns: readonly Noun[], word: string): boolean {
  return nouns.some(({ names, inScope }) => inScope && names.flat().includes(word))
}

/** The nouns that words name, with how well they do. */
export function nounsNamed(nouns: readonly Noun[], words: readonly string[]): { noun: Noun; score: number }[] {
  const index = indexOf(nouns)
  const key = words.join(' ')
  let scored = index.scored.get(key)
  if (!scored) {
    scored = nounsWithAll(nouns, words)
      .map((noun) => ({ noun, score: nameScore(noun, words) }))
      .filter(({ score }) => score > 0)
    index.scored.set(key, scored)
  }
  return scored
}

/** The nouns that have every word, or one like it, in a name. */
export function nounsWithAll(nouns: readonly Noun[], words: readonly string[]): Noun[] {
  const [first = [], ...others] = words.map((word) => nounsWith(nouns, word))
  return first.filter((noun) => others.every((other) => other.includes(noun)))
}

function nounsWith(nouns: readonly Noun[], word: string): Noun[] {
  const { byWord } = indexOf(nouns)
  let found = byWord.get(word)
  if (!found) {
    const fits = (noun: Noun) =>
      noun.names.some(
        (name) =>
          has(name, word, noun.endings) ||
          (mayBeMisspelt(noun) && !noun.isWord(word) && name.some((known) => isMisspelt(known, word))),
      )
    byWord.set(word, (found = nouns.filter(fits)))
  }
  return found
}

/** Letters of a word whose first letter is hardly ever wrong, at most. */
const maxShort = 5

// "Wall" is no "hall".
function isMisspelt(known: string, word: string): boolean {
  const isOther = word.length <= maxShort && known[0] !== word[0] && known[0] !== word[1]
  return !isOther && isNear(known, word)
}

// A thing that the player may never have seen is not what another word nearly says.
function mayBeMisspelt({ kind, inScope }: Pick<Noun, 'kind' | 'inScope'>): boolean {
  return kind !== 'thing' || inScope !== undefined
}

/** How well words name something: 0 not at all, 1 with a typing error, 2 in part, 3 by a whole name. */
function nameScore(noun: Noun, words: readonly string[]): number {
  return Math.max(
    0,
    ...noun.names.map((name) => scoreName(name, words, { ...noun, names: [name] })),
    scoreName([...new Set(noun.names.flat())], words, noun),
  )
}

// The last word of a name is its head: words name it if they contain the head and nothing foreign.
function scoreName(
  vocabulary: readonly string[],
  words: readonly string[],
  noun: Pick<Noun, 'names' | 'firsts' | 'endings' | 'kind' | 'inScope'>,
): number {
  if (words.length === 0) return 0
  const { names, endings } = noun
  // A person is named by the first word of a name, too: "Captain Agnes Holm".
  const heads = names.flatMap((name) => [name.at(-1) ?? '', ...noun.firsts.filter((first) => first === name[0])])
  const exact = words.every((word) => has(vocabulary, word, endings))
  if (exact && words.some((word) => has(heads, word, endings)))
    return names.length === 1 && words.length === vocabulary.length ? 3 : 2
  if (!mayBeMisspelt(noun)) return 0
  const near = words.every((word) => has(vocabulary, word, endings) || vocabulary.some((known) => isNear(known, word)))
  return near && words.some((word) => has(heads, word, endings) || heads.some((head) => isNear(head, word))) ? 1 : 0
}

/** A word without the ending of a plural that leaves one of some words, or without the shortest one. */
export function singularOf(word: string, endings: readonly string[], known: readonly string[] = []): string {
  const stems = endings.filter((end) => word.length > 3 && word.endsWith(end)).map((end) => word.slice(0, -end.length))
  return stems.find((stem) => known.includes(stem)) ?? stems.at(-1) ?? word
}

function has(words: readonly string[], word: string, endings: Lexicon['endings']): boolean {
  return words.includes(word) || formsOf(word, endings).some((form) => words.includes(form))
}

/** Words of a text that were worked out before, in one language. */
const forms = new WeakMap<Lexicon['endings'], Map<string, string[]>>()
const names = new WeakMap<Lexicon, Map<string, string[]>>()
/** Most texts that are kept of each. */
const mostKept = 20_000

/** Returns what was worked out for a text of a language, or works it out. */
function kept<Language extends object>(
  all: WeakMap<Language, Map<string, string[]>>,
  language: Language,
  text: string,
  workOut: () => string[],
): string[] {
  let texts = all.get(language)
  if (!texts || texts.size >= mostKept) all.set(language, (texts = new Map()))
  let found = texts.get(text)
  if (!found) texts.set(text, (found = workOut()))
  return found
}

/** What a word may be a form of, and its plural. */
function formsOf(word: string, endings: Lexicon['endings']): string[] {
  return kept(forms, endings, word, () => {
    const singular = word.length > 3 ? endings.plural.filter((end) => word.endsWith(end)) : []
    return [
      ...singular.map((end) => word.slice(0, -end.length)),
      ...endings.plural.map((end) => `${word}${end}`),
      // "Smaller", "larger", "bigger", "heavier".
      ...endings.comparison
        .filter(([end = '']) => word.endsWith(end))
        .map(([end = '', instead = '']) => word.slice(0, -end.length) + instead)
        .flatMap((stem) => (stem.at(-1) === stem.at(-2) ? [stem, stem.slice(0, -1)] : [stem])),
    ]
  })
}

// "The door of cabin nine" is named by three words, as the words of the player's phrases are.
function nameWords(name: string, lexicon: Lexicon): string[] {
  return kept(names, lexicon, name, () => {
    const words = wordsOf(name)
    const named = words.filter((word) => !lexicon.articles.includes(word))
    return named.length > 0 ? named : words
  })
}

export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}][\p{L}\p{N}'_-]*/gu) ?? []
  )
}
