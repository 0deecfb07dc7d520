import { unclear } from '../model/act.ts'
import type { Lexicon } from './lexicon.ts'
import { type Meaning, type NounContext, type Preference } from './noun-context.ts'
import { readNamed } from './named.ts'
import { isWordOfName, type Noun, wordsOf } from './nouns.ts'
import { longestAt } from './phrases.ts'
import { readPronoun } from './pronoun.ts'
import { isFunctionWord, isPreposition } from './known-words.ts'
import { textOf, type Token } from './tokens.ts'

/** Reads tokens as one thing, person or place. */
export function readOne(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const [only, ...others] = tokens
  const pronoun = only && others.length < 4 ? readPronoun([textOf(tokens)], context, prefer) : undefined
  if (pronoun) return pronoun
  const read = readPlaced(tokens, context, prefer) ?? readPlain(tokens, context, prefer)
  return read && read.score < 0 ? (readQualified(tokens, context, prefer) ?? read) : read
}

/** The id that tokens name with at least that score, if nothing else fits as well. */
export function idNamed(
  tokens: readonly Token[],
  context: NounContext,
  { least = 1.5, prefer = () => 1 }: { least?: number; prefer?: Preference } = {},
): string | undefined {
  const found = readOne(tokens, context, prefer)
  return found && found.score >= least && !found.between ? found.ids[0] : undefined
}

// "The letter from my sister": something here, and where it is from or what it is for, which is nothing in the world.
function readQualified(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const { qualifiers, articles } = context.lexicon
  const at = tokens.findIndex(({ text }, index) => index > 0 && qualifiers.includes(text))
  const isPhrase = articles.includes(tokens[at + 1]?.text ?? '') || tokens[at + 1]?.isName === true
  const found = at > 0 && isPhrase ? readPlain(tokens.slice(0, at), context, prefer) : undefined
  const isHere = context.nouns.some(({ id, inScope }) => id === found?.ids[0] && inScope)
  return found && found.score > 2 && isHere ? { ...found, score: 2 } : undefined
}

/** Words of a name, at most. */
const maxWords = 6

function readPlain(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  // "Her my sister" is two phrases.
  const { articles, pronouns } = context.lexicon
  const isTwo = tokens.some(
    ({ text }, at) => pronouns.her.includes(text) && articles.includes(tokens[at + 1]?.text ?? ''),
  )
  const words = isTwo ? [] : joined(contentWords(tokens, context.lexicon), context)
  if (words.length === 0 || words.length > maxWords) return undefined
  const standsFor = readPronoun(words, context, prefer)
  const isOther = standsFor !== undefined && isOtherPlace(words, { tokens, context, prefer })
  const pronoun = isOther ? undefined : standsFor
  // "Two soups"
  const isCount = words.length > 1 && Object.values(context.lexicon.numbers).flat().includes(words[0]!)
  const counted = isCount ? readNamed(words.slice(1), context, prefer) : undefined
  const whole = pronoun ?? readNamed(words, context, prefer)
  const named = counted && counted.score > whole.score ? counted : whole
  // "My sister's letter": a person who is not in the world.
  const owner = words.findLastIndex((word) => context.lexicon.possessives.some((end) => word.endsWith(end)))
  const isUnknown = named.score < 0 && owner >= 0 && owner < words.length - 1
  const owned = isUnknown ? readNamed(words.slice(owner + 1), context, prefer) : named
  if (isUnknown && owned.score > 1 && context.nouns.some(({ id, inScope }) => id === owned.ids[0] && inScope))
    return owned
  return named.score < 0 ? { ...named, ids: [namable(tokens, context.lexicon)] } : named
}

// "My room" is a place with that name, before "room" means the place of the player.
function isOtherPlace(
  words: readonly string[],
  {
    tokens,
    context: { nouns, scene, lexicon },
    prefer,
  }: { tokens: readonly Token[]; context: NounContext; prefer: Preference },
): boolean {
  const isOwn = tokens.some(({ text }) => Object.hasOwn(lexicon.secondPerson, text))
  return nouns.some((noun) => {
    const { id, kind, names } = noun
    return (
      kind === 'place' &&
      id !== scene.here &&
      (isOwn || tokens.length === words.length || prefer(noun) > 1) &&
      names[0]?.filter((word) => !lexicon.articles.includes(word)).join(' ') === words.join(' ')
    )
  })
}

// The words that nothing has as its name, up to the first one that cannot be a part of a name: "hatch" of "hatch while she".
function namable(tokens: readonly Token[], lexicon: Lexicon): string {
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const isArticle = (word: string) => lexicon.articles.includes(word)
  const start = words.findIndex((word) => !isArticle(word) && !lexicon.notNouns.includes(word))
  const named = words.slice(Math.max(start, 0))
  const isLink = (word: string) => isFunctionWord(word, lexicon) || isPreposition(word, lexicon)
  const end = named.findIndex((word) => isLink(word) && !isArticle(word))
  return end === 0 || named.length === 0 ? unclear.thing : named.slice(0, end < 0 ? undefined : end).join(' ')
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
    // "The key on the table", where the table is only described
    if (holderId === undefined && isScenery(textOf(tokens.slice(at + length)), context) !== undefined) {
      const found = readPlain(tokens.slice(0, at), context, prefer)
      if (found && found.score > 1 && context.nouns.some(({ id, inScope }) => id === found.ids[0] && inScope))
        return found
    }
    if (holderId === undefined) continue
    const only = ({ id }: Noun) => context.scene.isWithin(id, holderId) || context.scene.placeOf(id) === holderId
    const found = readPlain(tokens.slice(0, at), { ...context, only }, prefer)
    if (found && found.score > 1) return found
  }
  return undefined
}

// "Harbour master" for what is named "harbourmaster"
function joined(words: readonly string[], { nouns }: NounContext): string[] {
  const isWord = (word: string | undefined) => word !== undefined && isWordOfName(nouns, word)
  const isJoined = (first: string | undefined, second: string) =>
    isWord(`${first}${second}`) && !(isWord(first) && isWord(second))
  const at = words.findIndex((word, index) => index > 0 && isJoined(words[index - 1], word))
  return at < 0 ? [...words] : [...words.slice(0, at - 1), `${words[at - 1]}${words[at]}`, ...words.slice(at + 1)]
}

/** The words of a noun phrase that name something. */
export function contentWords(tokens: readonly Token[], lexicon: Lexicon): string[] {
  return tokens
    .filter(({ kind, text }) => kind === 'word' && !lexicon.articles.includes(text) && !lexicon.notNouns.includes(text))
    .filter(({ text }, at, words) => at > 0 || words[1]?.isName !== true || !lexicon.titles.includes(text))
    .map(({ text }) => text)
}

/** Whether words name something that is only described at the player's place. */
export function isScenery(text: string, { scene, lexicon }: NounContext): string | undefined {
  const all = wordsOf(text)
  const { in: inside = [], on = [], from = [], under = [], of: ofWords = [] } = lexicon.prepositions
  const nouns = Object.keys(scene.places[scene.here]?.scenery ?? {}).map(
    (noun) => [noun, wordsOf(noun).join(' ')] as const,
  )
  const namedBy = (words: readonly string[]) => {
    const said = ` ${words.join(' ')}`
    // "A candle" is one of the candles.
    const ends = words.length > 0 ? ['', ...lexicon.endings.plural] : []
    return ends
      .map((end) => nouns.find(([, called]) => `${said}${end}`.endsWith(` ${called}`))?.[0])
      .find((noun) => noun !== undefined)
  }
  // "The track in the dust", "a pyramid of tins"
  const cut = (words: readonly string[]) => all.findIndex((word, at) => at > 0 && words.includes(word))
  const before = (at: number) => (at > 0 ? all.slice(0, at) : undefined)
  const placed = before(cut([...inside, ...on, ...from, ...under]))
  const partly = before(cut(ofWords))
  return namedBy(placed ?? all) ?? (partly && namedBy(partly))
}
