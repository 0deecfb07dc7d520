import type { Scene } from '../scene/scene.ts'
import type { Lexicon } from './lexicon.ts'
import { isWordOfName, type Noun, nounsNamed, nounsWithAll, singularOf, wordsOf } from './nouns.ts'
import { longestAt } from './phrases.ts'
import type { Token } from './tokens.ts'

/** What pronouns stand for at a point of the prompt. */
export interface Referents {
  it?: string
  him?: string
  her?: string
  them?: string[]
  /** What people were asked about. */
  topic?: string
  /** What the act before was done with and to, for "the other one". */
  recent?: string[]
}

/** What noun phrases are read with. */
export interface NounContext {
  scene: Scene
  nouns: readonly Noun[]
  lexicon: Lexicon
  referents: Referents
  /** Where a thing must be: "on the table". */
  only?: (noun: Noun) => boolean
  /** Roles that were read with these referents, by act, role and words. */
  memo?: Map<string, RoleMeaning | undefined>
}

/** What the words of a role mean. */
export type RoleMeaning = Meaning & { text: string }

/** What a noun phrase means. */
export interface Meaning {
  /** Ids; or the words themselves where nothing has that name. */
  ids: string[]
  /** Certainty: 3 a whole name, 2.5 a part or a pronoun, 1.5 a typing error, −1 unknown. */
  score: number
  /** Several things fit equally. */
  between?: string[]
}

/** Which of several things a role rather means: the higher, the better. */
export type Preference = (noun: Noun) => number

/** Reads tokens as one thing, person or place. */
export function readOne(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const [only, ...others] = tokens
  const pronoun =
    only && others.length < 4 ? readPronoun([tokens.map(({ text }) => text).join(' ')], context) : undefined
  if (pronoun) return pronoun
  return readPlaced(tokens, context, prefer) ?? readPlain(tokens, context, prefer)
}

/** Words of a name, at most. */
const maxWords = 6

function readPlain(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const words = contentWords(tokens, context.lexicon)
  if (words.length === 0 || words.length > maxWords) return undefined
  return readPronoun(words, context) ?? readNamed(words, context, prefer)
}

// "the book on the table", "the key in the chest": only what is there fits.
function readPlaced(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  if (tokens.length > maxWords * 3) return undefined
  const { in: inside = [], on = [], from = [] } = context.lexicon.prepositions
  for (let at = 1; at < tokens.length - 1; at += 1) {
    const length = Math.max(...[inside, on, from].map((phrases) => longestAt(tokens, at, phrases)))
    if (length === 0) continue
    const holder = readPlain(tokens.slice(at + length), context, () => 0)
    const holderId = holder && holder.score > 1 ? holder.ids[0]! : undefined
    if (holderId === undefined) continue
    const only = ({ id }: Noun) => context.scene.isWithin(id, holderId) || context.scene.placeOf(id) === holderId
    const found = readPlain(tokens.slice(0, at), { ...context, only }, prefer)
    if (found && found.score > 1) return found
  }
  return undefined
}

/** Reads tokens as a list: "the lamp and both keys", "everything except the rope". */
export function readMany(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const { lexicon } = context
  const cut = tokens.findIndex((_, at) => longestAt(tokens, at, lexicon.except) > 0)
  if (cut > 0) {
    const all = readMany(tokens.slice(0, cut), context, prefer)
    const without = readMany(tokens.slice(cut + longestAt(tokens, cut, lexicon.except)), context, () => 0)
    const ids = all && without && all.ids.filter((id) => !without.ids.includes(id))
    return ids && { ...all, ids, score: all.score + (without.ids.length - 1) * 0.5 }
  }
  const parts = splitList(tokens, lexicon).map((part) => readGroup(part, context, prefer))
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined
  const known = parts as Meaning[]
  const between = known.find((part) => part.between)?.between
  return {
    ids: [...new Set(known.flatMap(({ ids }) => ids))],
    score: known.reduce((sum, { score }) => sum + score, 0) / known.length + (known.length - 1) * 0.5,
    ...(between && { between }),
  }
}

function splitList(tokens: readonly Token[], lexicon: Lexicon): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens)
    if (token.text === ',' || lexicon.connectors.and.includes(token.text)) parts.push([])
    else parts.at(-1)!.push(token)
  return parts.filter((part) => part.length > 0)
}

// "all the keys", "both lamps", "the keys": every one that fits.
function readGroup(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const { lexicon, nouns } = context
  const [first] = tokens
  const every = first !== undefined && lexicon.all.includes(first.text)
  const both = first !== undefined && lexicon.both.includes(first.text)
  if (both && tokens.length === 1) return readPronoun(lexicon.pronouns.them.slice(0, 1), context)
  const words = contentWords(every || both ? tokens.slice(1) : tokens, lexicon)
  const holder = every ? holderIn(tokens.slice(1), context) : undefined
  if (holder) return holder
  const head = words.at(-1)
  if (every && words.every((word) => lexicon.allTail.includes(word))) {
    const possible = nouns.filter((noun) => noun.kind === 'thing' && noun.inScope && prefer(noun) > 0)
    const fitting = possible.length > 0 ? bestBy(possible, prefer) : []
    return { ids: fitting.length > 0 ? fitting.map(({ id }) => id) : ['all'], score: 3 }
  }
  const plural = head !== undefined && singularOf(head, lexicon.endings.plural) !== head
  if (every || both || plural) {
    const named = nounsInPlural(nouns, words, lexicon.endings.plural).filter(
      ({ kind, inScope }) => kind === 'thing' && inScope,
    )
    const fitting = named.filter((noun) => prefer(noun) > 0)
    const chosen = fitting.length > 0 ? fitting : named
    if (chosen.length > 1 || (chosen.length === 1 && (every || both)))
      return { ids: chosen.map(({ id }) => id), score: 3 }
  }
  return readOne(tokens, context, prefer)
}

// "keys": what is called "key". What has the plural as its own name, such as matches, is one thing.
function nounsInPlural(nouns: readonly Noun[], words: readonly string[], endings: readonly string[]): Noun[] {
  const singular = words.map((word, at) => (at === words.length - 1 ? singularOf(word, endings) : word))
  return nounsNamed(nouns, singular)
    .filter(({ noun, score }) => score >= 2 && noun.names.some((name) => name.at(-1) !== words.at(-1)))
    .map(({ noun }) => noun)
}

// "all that is on the shelf", "everything in the bag"
function holderIn(tokens: readonly Token[], context: NounContext): Meaning | undefined {
  const { lexicon, scene } = context
  const { in: inside = [], on = [], from = [] } = lexicon.prepositions
  for (const [at] of tokens.entries()) {
    const length = Math.max(...[inside, on, from].map((phrases) => longestAt(tokens, at, phrases)))
    if (
      length === 0 ||
      !tokens
        .slice(0, at)
        .every(
          ({ text }) => lexicon.allTail.includes(text) || lexicon.articles.includes(text) || lexicon.one.includes(text),
        )
    )
      continue
    const found = readOne(tokens.slice(at + length), context, () => 0)
    const held =
      found && found.score > 0 ? [...scene.thingsAt(`in:${found.ids[0]}`), ...scene.thingsAt(`on:${found.ids[0]}`)] : []
    if (held.length > 0) return { ids: held, score: 3 }
  }
  return undefined
}

function contentWords(tokens: readonly Token[], lexicon: Lexicon): string[] {
  return tokens
    .filter(({ kind, text }) => kind === 'word' && !lexicon.articles.includes(text) && !lexicon.notNouns.includes(text))
    .map(({ text }) => text)
}

function readPronoun(words: readonly string[], { lexicon, referents, scene }: NounContext): Meaning | undefined {
  const word = words.join(' ')
  if (!isPronoun(word, lexicon)) return undefined
  const { it, them, him, her, self, here, there } = lexicon.pronouns
  const found = (ids: string[] | undefined) => ({
    ids: ids && ids.length > 0 ? ids : [word],
    score: ids && ids.length > 0 ? 2.5 : -1,
  })
  if (self.includes(word)) return { ids: ['player'], score: 2.5 }
  if (there.includes(word)) return found(referents.it === undefined ? undefined : [referents.it])
  if (here.includes(word)) return { ids: [scene.here], score: 2.5 }
  if (it.includes(word)) return found(referents.it === undefined ? referents.them : [referents.it])
  if (them.includes(word)) return found(referents.them ?? (referents.it === undefined ? undefined : [referents.it]))
  if (him.includes(word)) return found(referents.him === undefined ? onlyPerson(scene, 'he') : [referents.him])
  if (her.includes(word)) return found(referents.her === undefined ? onlyPerson(scene, 'she') : [referents.her])
  return undefined
}

const pronouns = new WeakMap<Lexicon, Set<string>>()

function isPronoun(word: string, lexicon: Lexicon): boolean {
  let all = pronouns.get(lexicon)
  if (!all) pronouns.set(lexicon, (all = new Set(Object.values(lexicon.pronouns).flat())))
  return all.has(word)
}

function onlyPerson(scene: Scene, pronoun: string): string[] | undefined {
  const present = scene.peopleAt(scene.here).filter((id) => scene.people[id]?.pronoun === pronoun)
  return present.length === 1 ? present : undefined
}

function readNamed(words: readonly string[], context: NounContext, prefer: Preference): Meaning {
  const { owner, named } = takePossessor(words, context)
  const scored = candidates(named, context)
    .filter(
      ({ noun }) =>
        (context.only?.(noun) ?? true) &&
        (owner === undefined ||
          context.scene.locationOf(noun.id) === owner ||
          context.scene.things[noun.id]?.owner === owner),
    )
    .map((each) => ({ ...each, rank: each.score * 10 + (each.noun.inScope ? 100 : 0) }))
  const visible = scored.filter(({ noun, score }) => noun.inScope && score >= 2)
  const pool =
    visible.length > 0
      ? visible
      : scored.filter(({ score }) => score >= 2).length > 0
        ? scored.filter(({ score }) => score >= 2)
        : scored
  if (pool.length === 0) return { ids: [words.join(' ')], score: -1 }
  const liked = bestBy(pool, ({ noun }) => prefer(noun))
  const best = bestBy(liked, ({ rank }) => rank)
  const score = best[0]!.score >= 3 ? 3 : best[0]!.score === 2 ? 2.5 : 1.5
  const ids = best.map(({ noun }) => noun.id)
  return ids.length === 1 || !best[0]!.noun.inScope
    ? { ids: [ids[0]!], score }
    : { ids: [ids[0]!], score, between: ids }
}

function takePossessor(words: readonly string[], { nouns, lexicon }: NounContext): { owner?: string; named: string[] } {
  const [first = '', ...others] = words
  const end = lexicon.possessives.find((each) => first.endsWith(each))
  const name = end === undefined ? undefined : first.slice(0, -end.length)
  const person =
    name === undefined
      ? undefined
      : nouns.find((noun) => noun.kind === 'person' && noun.names.some((each) => each.includes(name)))
  return person && others.length > 0 ? { owner: person.id, named: others } : { named: [...words] }
}

function candidates(
  words: readonly string[],
  { nouns, lexicon, referents, only }: NounContext,
): { noun: Noun; score: number }[] {
  const last = words.at(-1) ?? ''
  const hasOne = lexicon.one.includes(last)
  if (words.some((word) => lexicon.other.includes(word)) && words.length <= 2) {
    const recent = [referents.it, ...(referents.recent ?? [])]
    const own = words.find((word) => !lexicon.other.includes(word) && !lexicon.one.includes(word))
    const head = own ?? nouns.find(({ id }) => id === referents.it)?.names[0]?.at(-1)
    return nouns
      .filter(({ id, names, inScope }) => inScope && !recent.includes(id) && names.some((name) => name.at(-1) === head))
      .map((noun) => ({ noun, score: 2 }))
  }
  const adjectives = hasOne ? words.slice(0, -1) : words
  // "the thing on the table"
  if (only && adjectives.length === 0) return nouns.filter(({ inScope }) => inScope).map((noun) => ({ noun, score: 2 }))
  const scored = nounsNamed(nouns, words)
  if (scored.length > 0) return scored
  // Adjectives that belong to nothing in the world: "cold tea".
  const known = words.filter(
    (word, at) =>
      at === words.length - 1 || (isWordOfName(nouns, word) && !lexicon.possessives.some((end) => word.endsWith(end))),
  )
  const ofKind = kindOf(words, nouns, lexicon)
  if (ofKind.length > 0) return ofKind
  const isAdjective = (word: string) => !Object.values(lexicon.prepositions).some((all) => all.includes(word))
  if (!hasOne && known.length < words.length && (known.length > 1 || words.every(isAdjective)))
    return nounsNamed(nouns, known)
      .map(({ noun, score }) => ({ noun, score: Math.min(score, 2) }))
      .filter(({ score }) => score > 1)
  if (!hasOne && words.length > 1) return scored
  // "the brass one", or an adjective alone: no head is needed.
  return nounsWithAll(nouns, adjectives)
    .filter(({ inScope }) => inScope)
    .map((noun) => ({ noun, score: hasOne ? 2 : 1 }))
}

// "the girl": people who are present and whose pronoun fits.
function kindOf(words: readonly string[], nouns: readonly Noun[], { kinds }: Lexicon): { noun: Noun; score: number }[] {
  const [word = '', ...others] = words
  const pronoun = others.length === 0 ? Object.entries(kinds).find(([, all]) => all.includes(word))?.[0] : undefined
  const found = pronoun === undefined ? [] : nouns.filter((noun) => noun.inScope && noun.pronoun === pronoun)
  return found.map((noun) => ({ noun, score: 2 }))
}

function bestBy<T>(all: readonly T[], value: (each: T) => number): T[] {
  const best = Math.max(...all.map(value))
  return all.filter((each) => value(each) === best)
}

/** Whether words name something that is only described at the player's place. */
export function isScenery(text: string, { scene, lexicon }: NounContext): string | undefined {
  const words = wordsOf(text)
  const nouns = Object.keys(scene.places[scene.here]?.scenery ?? {})
  const isCalled = (noun: string, end: string) => words.length > 0 && ` ${words.join(' ')}${end}`.endsWith(` ${noun}`)
  // "A candle" is one of the candles.
  return ['', ...lexicon.endings.plural]
    .map((end) => nouns.find((noun) => isCalled(wordsOf(noun).join(' '), end)))
    .find((noun) => noun !== undefined)
}
