import type { NounContext } from './noun-context.ts'
import { isPreposition } from './known-words.ts'
import { isScenery } from './noun-phrase.ts'
import { isNameInScope } from './nouns.ts'
import { lemmaOf, type Token } from './tokens.ts'
import { verbOf } from './verbs.ts'

/** Words between the article and the noun of a light verb, at most. */
const maxAdjectives = 2

/** "Give the rope a good hard pull" as "pull the rope", "make a dash for the tower" as "dash for the tower". */
export function withoutLightVerb(tokens: readonly Token[], context: NounContext): Token[] | undefined {
  const { lexicon, nouns } = context
  const [first] = tokens
  const light = lemmaOf(first?.text ?? '', lexicon, (word) => lexicon.lightVerbs.includes(word))
  if (!first || !lexicon.lightVerbs.includes(light)) return undefined
  const article = tokens.findIndex(({ text }, at) => at > 0 && lexicon.indefinites.includes(text))
  if (article < 0) return undefined
  const isThing = ({ text }: Token) => isNameInScope(nouns, text) || isScenery(text, context) !== undefined
  const isVerb = (token: Token) => !isThing(token) && verbOf(token.text, context) === token.text
  const words = tokens.slice(article + 1, article + 2 + maxAdjectives)
  const isSmall = ({ text }: Token) => isPreposition(text, lexicon)
  const cut = words.findIndex(isSmall)
  const last = words.slice(0, cut < 0 ? undefined : cut).findLastIndex(isVerb)
  if (last < 0) return undefined
  const at = article + 1 + last
  const verb = { ...first, text: tokens[at]!.text }
  const object = tokens.slice(1, article)
  // "Take the matches with a wink"
  if (object.some(isSmall)) return undefined
  const rest = tokens.slice(lexicon.prepositions['of']!.includes(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1)
  const end = tokens.at(-1)!.end
  // "Give her a smile"
  const aim: Token[] =
    object.length > 0 && lexicon.aimed.includes(verb.text) ? [{ ...verb, text: lexicon.aim, start: end }] : []
  return [verb, ...aim, ...object, ...rest].map((token, index, all) =>
    index === all.length - 1 ? { ...token, end } : token,
  )
}
