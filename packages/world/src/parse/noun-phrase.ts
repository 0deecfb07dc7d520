import { unclear } from '../model/act.ts'
import type { Lexicon } from './lexicon.ts'
import { type Meaning, type NounContext, type Preference } from './noun-context.ts'
import { readNamed } from './named.ts'
import { isWordOfName, type Noun, wordsOf } from './nouns.ts'
import { longestAt } from './phrases.ts'
import { readPronoun } from './pronoun.ts'
import { isFunctionWord } from './spelling.ts'
import type { Token } from './tokens.ts'

/** Reads tokens as one thing, person or place. */
export function readOne(tokens: readonly Token[], context: NounContext, prefer: Preference): Meaning | undefined {
  const [only, ...others] = tokens
  const pronoun =
    only && others.length < 4 ? readPronoun([tokens.map(({ text }) => text).join(' ')], context, prefer) : undefined
  if (pronoun) return pronoun
  return readPlaced(tokens, context, prefer) ?? readPlain(tokens, context, prefer)
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
  const pronoun = standsFor && !isOtherPlace(words, context) ? standsFor : undefined
  // "Two soups"
  const isCount = words.length > 1 && Object.values(context.lexicon.numbers).flat().includes(words[0]!)
  const counted = isCount ? readNamed(words.slice(1), context, prefer) : undefined
  const whole = pronoun ?? readNamed(words, context, prefer)
  const named = counted && counted.score > whole.score ? counted : whole
  // "My sister's letter": a person who is not in the world.
  const owner = words.findLastIndex((word) => context.lexicon.possessives.some((end) => word.endsWith(end)))
  const isUnknown = named.score < 0 && owner >= 0 && owner < words.length - 1
  const owned = isUnknown ? readNamed(words.slice(owner + 1), context, prefer) : named
  if (isUnknown && owned.score > 1) return owned
  return named.score < 0 ? { ...named, ids: [namable(tokens, context.lexicon)] } : named
}

// "My room" is a place with that name, before "room" stands for where the player is.
function isOtherPlace(words: readonly string[], { nouns, scene, lexicon }: NounContext): boolean {
  return nouns.some(
    ({ id, kind, names }) =>
      kind === 'place' &&
      id !== scene.here &&
      names[0]?.filter((word) => !lexicon.articles.includes(word)).join(' ') === words.join(' '),
  )
}

// The words that nothing has as its name, up to the first one that cannot be a part of a name: "hatch" of "hatch while she".
function namable(tokens: readonly Token[], lexicon: Lexicon): string {
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const isArticle = (word: string) => lexicon.articles.includes(word)
  const start = words.findIndex((word) => !isArticle(word) && !lexicon.notNouns.includes(word))
  const named = words.slice(Math.max(start, 0))
  const end = named.findIndex((word) => isFunctionWord(word, lexicon) && !isArticle(word))
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

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

/** The words of a noun phrase that name something. */
export function contentWords(tokens: readonly Token[], lexicon: Lexicon): string[] {
  return tokens
    .filter(({ kind, text }) => kind === 'word' && !lexicon.articles.includes(text) && !lexicon.notNouns.includes(text))
    .map(({ text }) => text)
}

/** Whether words name something that is only described at the player's place. */
export function isScenery(text: string, { scene, lexicon }: NounContext): string | undefined {
  const all = wordsOf(text)
  // "The track in the dust"
  const { in: inside = [], on = [], from = [], under = [] } = lexicon.prepositions
  const cut = all.findIndex((word, at) => at > 0 && [...inside, ...on, ...from, ...under].includes(word))
  const words = cut > 0 ? all.slice(0, cut) : all
  const nouns = Object.keys(scene.places[scene.here]?.scenery ?? {})
  const isCalled = (noun: string, end: string) => words.length > 0 && ` ${words.join(' ')}${end}`.endsWith(` ${noun}`)
  // "A candle" is one of the candles.
  return ['', ...lexicon.endings.plural]
    .map((end) => nouns.find((noun) => isCalled(wordsOf(noun).join(' '), end)))
    .find((noun) => noun !== undefined)
}
