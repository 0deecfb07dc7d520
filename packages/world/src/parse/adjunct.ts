import type { NounContext } from './noun-context.ts'
import { isScenery, readOne } from './noun-phrase.ts'
import { isNameInScope, isWordOfName } from './nouns.ts'
import { longestAt } from './phrases.ts'
import { textOf, type Token } from './tokens.ts'
import { verbOf } from './verbs.ts'

/** A part of a clause that says how, why, when or how long something is done. It is not a role of the act. */
interface Adjunct {
  start: number
  end: number
  /** Whether it names something here. */
  isPlace?: true
}

/** Words of an adjunct with a known end, at most. */
const maxWords = 6

/** Words of what has no name in the world, at most. */
const maxUnknown = 3

/** A clause without some of its adjuncts. It always keeps the first word. */
export interface Core {
  tokens: Token[]
  /** Whether words were left out that name something here: "behind the counter". */
  isElsewhere: boolean
}

/** What is left of a clause without one or more of its adjuncts, the longest first. */
export function coresOf(tokens: readonly Token[], context: NounContext): Core[] {
  const adjuncts = adjunctsIn(tokens, context)
  const without = (left: readonly Adjunct[]): Core => ({
    tokens: tokens.filter((_, at) => left.every(({ start, end }) => at < start || at >= end)),
    isElsewhere: left.some(({ isPlace }) => isPlace === true),
  })
  const cores = [...adjuncts.map((each) => [each]), ...adjuncts.map((_, at) => adjuncts.slice(at))].map(without)
  return cores.toSorted((a, b) => b.tokens.length - a.tokens.length)
}

function adjunctsIn(tokens: readonly Token[], context: NounContext): Adjunct[] {
  return tokens.flatMap((_, start) => {
    if (start === 0) return []
    const length = lengthAt(tokens, start, context)
    if (length > 0) return [{ start, end: start + length }]
    const place = placeAt(tokens, start, context)
    return place > 0 ? [{ start, end: start + place, isPlace: true as const }] : []
  })
}

export function lengthAt(tokens: readonly Token[], at: number, context: NounContext): number {
  const { lexicon } = context
  const rest = tokens.length - at
  const [word = '', next = '', third = ''] = tokens.slice(at, at + 3).map(({ text }) => text)
  if (longestAt(tokens, at, lexicon.subordinators) > 0) return rest
  // "To see": no place or person is called so.
  if (lexicon.infinitives.includes(word) && verbOf(next, context) === next && !isName(next, tokens[0]!.text, context))
    return rest
  if (at > 1 && isParticiple(tokens, at, context)) return rest
  if (lexicon.adverbials.includes(word) && next !== '' && isParticiple(tokens, at + 1, context)) return rest
  // "The slab that is not face down"
  if (at > 1 && lexicon.relatives.includes(word) && next !== '' && tokens[at - 1]!.kind === 'word') return rest
  // "Go north twice" is done twice.
  const isMotion = lexicon.motions.includes(tokens[0]!.text) || Object.hasOwn(lexicon.directions, tokens[0]!.text)
  const times = isMotion ? 0 : longestAt(tokens, at, Object.keys(lexicon.times))
  if (times > 0) return times
  // "As fast as I can", "word by word"
  if (word === third && word.length > 2 && lexicon.adverbials.includes(next)) return 3
  return comparisonAt(tokens, at, context) || mannerAt(tokens, at, context)
}

// "Give it to Mark", "go to post"
function isName(word: string, verb: string, { nouns, lexicon }: NounContext): boolean {
  const kinds = lexicon.motions.includes(verb) ? ['person', 'place'] : ['person']
  return nouns.some(({ kind, names }) => kinds.includes(kind) && names.some((name) => name.includes(word)))
}

// "Shading my eyes", "hanging by the seat", but not "the dining room".
function isParticiple(tokens: readonly Token[], at: number, { lexicon, nouns, frames }: NounContext): boolean {
  const { text } = tokens[at]!
  return (
    lexicon.endings.participle.some((ending) => text.endsWith(ending)) &&
    text.length > 4 &&
    !lexicon.articles.includes(tokens[at - 1]!.text) &&
    !isWordOfName(nouns, text) &&
    verbOf(text, { lexicon, frames }) !== undefined
  )
}

// "As quietly as I can", "as quickly as possible"
function comparisonAt(tokens: readonly Token[], at: number, { lexicon }: NounContext): number {
  const [first, , last] = tokens.slice(at, at + 3)
  if (!first || !lexicon.comparisons.includes(first.text) || first.text !== last?.text) return 0
  const end = tokens.slice(at + 3, at + 3 + maxWords).findIndex(({ text }) => lexicon.abilities.includes(text))
  return end < 0 ? 0 : end + 4
}

/** The length of words that are never a part of a pattern: "as fast as I can", "for a long time". */
export function certainAt(tokens: readonly Token[], at: number, context: NounContext): number {
  const { lexicon } = context
  const comparison = comparisonAt(tokens, at, context)
  if (comparison > 0 || !lexicon.durations.includes(tokens[at]!.text)) return comparison
  const words = tokens.slice(at + 1, at + maxWords)
  const cut = words.findIndex(
    ({ kind, text }) => kind !== 'word' || lexicon.adverbials.includes(text) || isNameInScope(context.nouns, text),
  )
  const last = words.slice(0, cut < 0 ? undefined : cut).findLastIndex(({ text }) => lexicon.timeNouns.includes(text))
  return last < 0 ? 0 : last + 2
}

// "With a bow", "in a hurry", "for five minutes", "without a word": a preposition and a noun of manner or time, or none of the world.
function mannerAt(tokens: readonly Token[], at: number, context: NounContext): number {
  const { lexicon } = context
  const { text } = tokens[at]!
  if (lexicon.privatives.includes(text)) return tokens.length - at
  if (!lexicon.adverbials.includes(text)) return 0
  const isEnd = (token: Token) => lexicon.adverbials.includes(token.text) || token.kind !== 'word'
  const words = tokens.slice(at + 1, at + maxWords)
  const until = words.findIndex(isEnd)
  const phrase = until < 0 ? words : words.slice(0, until)
  const last = phrase.findLastIndex((word) => isManner(word.text, context))
  return last < 0 ? 0 : last + 2
}

// "Behind the counter", "by the door": a preposition, and something that is here.
function placeAt(tokens: readonly Token[], at: number, context: NounContext): number {
  const { places, motions, prepositions } = context.lexicon
  // "Climb the ladder to the top"
  const isMotion = motions.includes(tokens[0]!.text) && longestAt(tokens, at, prepositions['to'] ?? []) > 0
  if (isMotion) return tokens.length - at
  const length = longestAt(tokens, at, places)
  const isKnown = (end: number) => {
    const part = tokens.slice(at + length, end)
    if (part.length === 1 && context.lexicon.pronouns.it.includes(part[0]!.text)) return true
    const found = readOne(part, context, () => 1)
    const [id = ''] = found && found.score > 1 ? found.ids : []
    const isHere =
      id === context.scene.here || context.nouns.some((noun) => noun.id === id && noun.inScope !== undefined)
    return isHere || isScenery(textOf(part), context) !== undefined
  }
  if (length === 0) return 0
  const ends = Array.from(
    { length: Math.min(maxWords, tokens.length - at) - length },
    (_, index) => at + length + 1 + index,
  )
  const end = ends.findLast(isKnown)
  if (end !== undefined) return end - at
  // "The card round the neck": at something that has no name in the world
  const [first, ...others] = tokens.slice(at + length)
  const isPhrase =
    context.lexicon.articles.includes(first?.text ?? '') && others.length > 0 && others.length < maxUnknown
  return isPhrase && context.lexicon.beside.includes(tokens[at]!.text) ? tokens.length - at : 0
}

function isManner(word: string, { lexicon, nouns }: NounContext): boolean {
  if (lexicon.mannerNouns.includes(word)) return true
  return !isNameInScope(nouns, word) && (lexicon.bodyParts.includes(word) || isAbstract(word, lexicon))
}

// "Curiosity", "caution", "kindness"
function isAbstract(word: string, { endings }: NounContext['lexicon']): boolean {
  return endings.abstract.some((ending) => word.length > ending.length + 2 && word.endsWith(ending))
}
