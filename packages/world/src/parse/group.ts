import { unclear } from '../model/act.ts'
import type { Lexicon } from './lexicon.ts'
import { bestBy, type Meaning, type NounContext, type Preference } from './noun-context.ts'
import { contentWords, readOne } from './noun-phrase.ts'
import { type Noun, nounsNamed, singularOf } from './nouns.ts'
import { longestAt } from './phrases.ts'
import { readPronoun } from './pronoun.ts'
import type { Token } from './tokens.ts'

/** Reads tokens as a list: "the lamp and both keys", "everything except the rope". */
export function readMany(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const { lexicon } = context
  const cut = tokens.findIndex((_, at) => longestAt(tokens, at, lexicon.except) > 0)
  if (cut > 0) {
    const all = readMany(tokens.slice(0, cut), context, prefer)
    const among = { ...context, only: ({ id }: Noun) => all?.ids.includes(id) ?? false }
    const excepted = tokens.slice(cut + longestAt(tokens, cut, lexicon.except))
    const isKnown = (found: Meaning | undefined) => found !== undefined && found.score > 0
    const without = [among, context].map((each) => readMany(excepted, each, () => 0)).find(isKnown)
    const ids = all && without && all.ids.filter((id) => !without.ids.includes(id))
    return ids && { ...all, ids, score: all.score + without.ids.length * 0.5 }
  }
  const lists = splitList(tokens, lexicon)
  const parts = lists.map((part) => readGroup(part, context, prefer))
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined
  const known = parts as Meaning[]
  // "Take the bottle and shake it out": a second verb does not belong to the list.
  const isOther = (word: string | undefined) =>
    word !== undefined && (lexicon.otherVerbs.includes(word) || lexicon.lightVerbs.includes(word))
  if (known.some(({ score }, at) => at > 0 && score < 0 && isOther(lists[at]![0]?.text))) return undefined
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
  const [first] = tokens.filter(({ text }) => !lexicon.articles.includes(text))
  const every = first !== undefined && lexicon.all.includes(first.text)
  const both = first !== undefined && lexicon.both.includes(first.text)
  if (both && tokens.length === 1) return readPronoun(lexicon.pronouns.them.slice(0, 1), context)
  const words = contentWords(every || both ? tokens.slice(tokens.indexOf(first) + 1) : tokens, lexicon)
  const holder = every ? holderIn(tokens.slice(tokens.indexOf(first) + 1), context) : undefined
  if (holder) return holder
  const head = words.at(-1)
  if (every && words.every((word) => lexicon.allTail.includes(word))) {
    // "Everything in it", of something that is not known
    const { in: inside = [], on = [], from = [] } = lexicon.prepositions
    const isHeld = words.some((word, at) => at < words.length - 1 && [...inside, ...on, ...from].includes(word))
    if (isHeld && lexicon.pronouns.it.includes(words.at(-1) ?? '')) return { ids: [unclear.thing], score: -1 }
    if (context.isChanged) return { ids: ['all'], score: 3 }
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
    const chosen = fitting.length > (both ? 1 : 0) ? fitting : named
    if (chosen.length > 1 || (chosen.length === 1 && (every || both)))
      return { ids: chosen.map(({ id }) => id), score: 3 }
  }
  const named = readOne(tokens, context, prefer)
  // "All the buttons", of which there are none
  if (every && words.length > 0 && (!named || named.score < 0))
    return readOne(tokens.slice(tokens.indexOf(first) + 1), context, prefer)
  // "Everything that is not nailed down"
  const hasClause = lexicon.notNouns.includes(tokens[1]?.text ?? '')
  if (every && hasClause && (!named || named.score < 0)) return readGroup([first], context, prefer)
  return named
}

// "keys": what is called "key". What has the plural as its own name, such as matches, is one thing.
function nounsInPlural(nouns: readonly Noun[], words: readonly string[], endings: readonly string[]): Noun[] {
  const heads = nouns.flatMap(({ names }) => names.map((name) => name.at(-1) ?? ''))
  const singular = words.map((word, at) => (at === words.length - 1 ? singularOf(word, endings, heads) : word))
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
    // What is in a closed thing is not known.
    const holder = found?.ids[0] ?? ''
    if (found && found.score > 0 && !context.isChanged && Object.hasOwn(scene.things, holder) && !scene.isOpen(holder))
      return { ids: [holder], score: 3 }
    const held =
      found && found.score > 0 ? [...scene.thingsAt(`in:${found.ids[0]}`), ...scene.thingsAt(`on:${found.ids[0]}`)] : []
    if (held.length > 0) return { ids: held, score: 3 }
  }
  return undefined
}
