import type { Act } from '../model/act.ts'
import type { ClauseAct } from './clause.ts'
import type { NounContext } from './noun-context.ts'
import { idNamed, isScenery } from './noun-phrase.ts'
import { longestAt } from './phrases.ts'
import { textOf, type Token } from './tokens.ts'
import { isFunctionWord, isKnownWord, isOfBody, isPreposition } from './known-words.ts'
import { isNameInScope, isWordOfName } from './nouns.ts'
import { verbOf } from './verbs.ts'
import type { Prompt } from './prompt.ts'

/** What an attempt is done to, and where it stands in the clause. */
interface Target {
  role: 'thing' | 'person'
  id: string
  start: number
  end: number
  /** The placeholder for it in the text of the act. */
  slot: string
}

/** Words of a clause, at most. */
const maxWords = 14

/** Words of what is done with the body alone, at most. */
const maxLoose = 8

/** Words of the name of a thing or person, at most. */
const maxName = 5

/**
 * Reads a clause with a verb that no pattern covers, such as "shake it out" or "take him by the arm", as the act `attempt` on the thing or
 * person that it names. Its text has a slot for the name. `undefined` if the clause has no verb, or names nothing that is here.
 */
export function readAttempt(tokens: readonly Token[], context: NounContext, text: string): ClauseAct | undefined {
  const [first] = tokens
  const isEmpty =
    first?.kind !== 'word' ||
    isFunctionWord(first.text, context.lexicon) ||
    context.lexicon.articles.includes(first.text)
  if (isEmpty || context.lexicon.fillers.includes(first.text) || isToPerson(tokens, context)) return undefined
  const { connectors } = context.lexicon
  const isLong =
    tokens.length > maxWords || tokens.some(({ text: word }) => [...connectors.and, ...connectors.if].includes(word))
  const verb = isLong ? undefined : (verbOf(first.text, context) ?? unknownVerb(tokens, context))
  if (verb === undefined) return undefined
  const target = isOwnBody(tokens, context) ? undefined : targetOf(tokens, context)
  if (!target && (isOwnBody(tokens, context) || isWithoutObject(tokens, verb, context)))
    return { act: { act: 'attempt', text: wordsOf(verb, tokens, undefined, { context, text }) }, score: 2, sure: true }
  if (!target || (target.role === 'thing' && context.lexicon.motions.includes(verb))) return undefined
  const act: Act = { act: 'attempt', [target.role]: target.id, text: wordsOf(verb, tokens, target, { context, text }) }
  return { act, score: 2, sure: true }
}

// "Come with me", "stay here", "trust me": words to a person.
function isToPerson(tokens: readonly Token[], { lexicon }: NounContext): boolean {
  const { speech, asides, follows, leads, stays, addressees, pronouns, inversions, auxiliaries } = lexicon
  if ([...inversions, ...auxiliaries].includes(tokens[0]!.text)) return true
  if ([speech, asides, follows, leads, stays].some((phrases) => longestAt(tokens, 0, phrases) > 0)) return true
  return tokens.some(({ text }) => addressees.includes(text) || pronouns.self.includes(text))
}

/** "Turn up my collar", "close my eyes": a clause about nothing but the player's own body. */
export function isOwnBody(tokens: readonly Token[], { lexicon, nouns }: NounContext): boolean {
  const at = tokens.findIndex(({ text }, index) => {
    const isOwner = index > 0 && Object.hasOwn(lexicon.secondPerson, text)
    return isOwner && isOfBody(tokens[index + 1]?.text, lexicon)
  })
  // "Put on my coat", which is a thing
  if (at < 0 || isNameInScope(nouns, tokens[at + 1]!.text)) return false
  return tokens.every(({ text }, index) => index === 0 || index === at || index === at + 1 || isSmall(text, lexicon))
}

/** Whether a clause is about the body of a person, or takes hold of them: "hold her hand", "take him by the sleeve". */
export function isGesture(tokens: readonly Token[], context: NounContext): boolean {
  const target = targetOf(tokens, context)
  const { bodyParts } = context.lexicon
  return target?.role === 'person' && tokens.some(({ text }) => bodyParts.includes(text))
}

// The first thing or person that is named behind the verb; a part of the body counts as its person.
function targetOf(tokens: readonly Token[], context: NounContext): Target | undefined {
  for (let start = 1; start < tokens.length; start += 1) {
    const body = bodyAt(tokens, start, context)
    if (body) return body
    for (let end = Math.min(tokens.length, start + maxName); end > start; end -= 1) {
      const found = namedBy(tokens.slice(start, end), context)
      // "Remember that one crossing is owed": "that one" names nothing here.
      const next = tokens[end]
      const isCounted = context.lexicon.one.includes(tokens[end - 1]!.text) && next?.kind === 'word'
      const isLink = next && (isSmall(next.text, context.lexicon) || isFunctionWord(next.text, context.lexicon))
      if (isCounted && !isLink) continue
      // "My name" is not one of the names that are described here.
      const isScenic = found?.role === 'thing' && !context.scene.isId(found.id)
      if (isScenic && Object.hasOwn(context.lexicon.secondPerson, tokens[start - 1]?.text ?? '')) continue
      const whole = found && targetBehind(tokens, end, context)
      if (whole) return whole
      if (found) return { ...found, start: startOfName(tokens, start, context), end, slot: `{the ${found.role}}` }
    }
  }
  return undefined
}

// "Wipe the dust off the sign": what is done is done to the sign.
function targetBehind(tokens: readonly Token[], at: number, context: NounContext): Target | undefined {
  const { from = [] } = context.lexicon.prepositions
  const length = longestAt(tokens, at, from)
  return length === 0 ? undefined : targetOf(tokens.slice(0, at).map(blank).concat(tokens.slice(at)), context)
}

function blank(token: Token): Token {
  return { ...token, kind: 'mark' }
}

// "Every door": the words in front of a name that belong to it.
function startOfName(tokens: readonly Token[], start: number, { lexicon }: NounContext): number {
  const before = tokens.slice(1, start)
  const isOfName = ({ text }: Token) =>
    [...lexicon.articles, ...lexicon.all].includes(text) || lexicon.possessives.some((end) => text.endsWith(end))
  const last = before.findLastIndex((token) => !isOfName(token))
  // "The lock of the east door": the words between an article and the name are part of it.
  const article = before.findLastIndex(({ text }) => lexicon.articles.includes(text))
  const between = before.slice(article + 1)
  const isAdjective = ({ kind, text }: Token) =>
    kind === 'word' && !isFunctionWord(text, lexicon) && !isPreposition(text, lexicon)
  return article >= 0 && between.length <= maxAdjectives && between.every(isAdjective) ? article + 1 : last + 2
}

/** Words between an article and a name, at most. */
const maxAdjectives = 2

function isSmall(word: string, lexicon: NounContext['lexicon']): boolean {
  return lexicon.particles.includes(word) || isPreposition(word, lexicon)
}

// "Jiggle the drawer": a word that is in no list, in front of an article, is a verb.
function unknownVerb([first, second]: readonly Token[], { lexicon, nouns }: NounContext): string | undefined {
  const { text } = first!
  const isVerb = second !== undefined && lexicon.articles.includes(second.text)
  return isVerb && !isKnownWord(text, lexicon) && !isWordOfName(nouns, text) ? text : undefined
}

// "Turn round", "cry", "have a think": a verb that no act covers, and at most words that say how.
function isWithoutObject(tokens: readonly Token[], verb: string, { lexicon }: NounContext): boolean {
  const { otherVerbs, motions, quoting, secondPerson, articles, endings, mannerNouns } = lexicon
  // "Kneel on the floor", "run my hand along the wall", "shake the rain from my hat"
  const isOwn = tokens.some(
    ({ text }, at) => Object.hasOwn(secondPerson, text) && isOfBody(tokens[at + 1]?.text, lexicon),
  )
  const isBodily =
    lexicon.postures.includes(verb) || (isOwn && (otherVerbs.includes(verb) || isOfBody(tokens[2]?.text, lexicon)))
  if (isBodily && tokens.length <= maxLoose) return true
  if (!otherVerbs.includes(verb) || motions.includes(verb) || quoting.includes(verb)) return false
  const small = [...Object.keys(secondPerson), ...articles, ...mannerNouns]
  const isLoose = ({ text }: Token) =>
    isSmall(text, lexicon) || small.includes(text) || endings.adverb.some((end) => text.endsWith(end))
  return tokens.slice(1).every(isLoose)
}

// "His shoulder", "Tobit's sleeve"
function bodyAt(tokens: readonly Token[], start: number, context: NounContext): Target | undefined {
  const [owner, part] = tokens.slice(start, start + 2)
  if (!owner || !part || !context.lexicon.bodyParts.includes(part.text)) return undefined
  const end = context.lexicon.possessives.find((each) => owner.text.endsWith(each))
  const name = end === undefined ? owner : { ...owner, text: owner.text.slice(0, -end.length) }
  const found = namedBy([name], context)
  return found?.role === 'person' ? { ...found, start, end: start + 1, slot: "{the person}'s" } : undefined
}

function namedBy(part: readonly Token[], context: NounContext): Pick<Target, 'role' | 'id'> | undefined {
  const { lexicon, nouns, scene } = context
  const last = part.at(-1)!
  if (part.some(({ kind }) => kind !== 'word') || lexicon.articles.includes(last.text) !== isPossessive(part, context))
    return undefined
  const isOfName = ({ text }: Token) =>
    [...lexicon.articles, ...Object.values(lexicon.kinds).flat()].includes(text) ||
    Object.values(lexicon.pronouns).some((all) => all.includes(text))
  const id = idNamed(part, { ...context, memo: new Map() }, { least: 2 })
  const noun = nouns.find((each) => each.id === id && each.inScope !== undefined && each.kind !== 'place')
  const isWhole = noun && part.every((token) => isOfName(token) || noun.names.flat().includes(token.text))
  if (isWhole) return { role: noun.kind === 'person' ? 'person' : 'thing', id: noun.id }
  const scenery = isScenery(textOf(part), context)
  const words = part.filter(({ text }) => !lexicon.articles.includes(text))
  return scenery !== undefined && !scene.isId(scenery) && words.length === scenery.split(' ').length
    ? { role: 'thing', id: scenery }
    : undefined
}

// "His" and "her" refer to a person if a part of the body follows; elsewhere they are articles.
function isPossessive(part: readonly Token[], { lexicon: { articles, pronouns } }: NounContext): boolean {
  const [only, ...others] = part
  return others.length === 0 && articles.includes(only!.text) && [...pronouns.him, ...pronouns.her].includes(only!.text)
}

// The words in the second person, the verb in its base form: "put your hand on {the person}'s shoulder".
function wordsOf(
  verb: string,
  tokens: readonly Token[],
  target: Target | undefined,
  { context: { lexicon, scene }, text }: Prompt,
): string {
  const { start = -1, end = -1, slot = '', role, id = '' } = target ?? {}
  const name = role === 'thing' && !scene.isId(id) ? `the ${id}` : slot
  const words = tokens.map((token, at) => {
    if (at === 0) return verb
    if (at === start) return name
    if ((at > start && at < end) || token.start === tokens[at - 1]?.start) return ''
    const second = Object.hasOwn(lexicon.secondPerson, token.text) ? lexicon.secondPerson[token.text]! : undefined
    return second ?? (token.kind === 'mark' ? '' : text.slice(token.start, token.end))
  })
  return words.filter((word) => word !== '').join(' ')
}
