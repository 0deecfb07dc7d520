import type { Act } from '../model/act.ts'
import { findTopic } from '../people/topics.ts'
import { isPreposition } from './known-words.ts'
import type { NounContext } from './noun-context.ts'
import { type Token, tokenize } from './tokens.ts'
import { verbOf } from './verbs.ts'
import { partnerIn, questionOf, isRequest } from './question.ts'
import type { Prompt } from './prompt.ts'

/** Turns after which words that are nothing else are still said to the person talked to, at most. */
const maxSilence = 3

/**
 * Reads words that nothing else fits as said to the person who spoke in the turn before: "nice weather tonight", but not "juggle the
 * cups", which begins with a verb.
 */
export function toPartner(text: string, tokens: readonly Token[], context: NounContext): Act | undefined {
  const { lexicon, scene } = context
  const person = partnerIn(scene, maxSilence)
  const all = tokens.filter(({ kind }) => kind === 'word').map((token) => token.text)
  const { courtesies, fillers, subjects, refusals, assents } = lexicon
  const isBefore = (word: string) =>
    [...courtesies, ...refusals, ...assents].includes(word) || (fillers.includes(word) && !subjects.includes(word))
  const from = all.findIndex((word) => !isBefore(word))
  const words = from < 0 ? all : all.slice(from)
  const [first, second = ''] = words
  if (person === undefined || first === undefined) return undefined
  const isSubject = lexicon.subjects.includes(first) && [...lexicon.auxiliaries, ...lexicon.statives].includes(second)
  const asks = [...lexicon.inversions, ...lexicon.interrogatives, ...lexicon.articles].includes(first)
  const isVerb = verbOf(first, context) !== undefined || lexicon.otherVerbs.includes(first)
  return isSubject || asks || !isVerb ? { act: 'say', person, text } : undefined
}

/**
 * Reads words that no pattern fits as said to a person who is here: as a request that they can answer, "come with me, Tobit", or as a
 * statement, "you did it" or "he has the key". `undefined` for other words, and where the player is alone.
 */
export function toListener(
  text: string,
  { context, isDone, hearer }: { context: NounContext; isDone: boolean; hearer?: string },
): Act | undefined {
  const { scene, lexicon } = context
  const { nearest, last, about, isToYou } = questionOf(text, context)
  const tokens = tokenize(text, lexicon)
  const words = tokens.map((token) => token.text)
  const met = Object.keys(scene.people).filter((id) => scene.state.happened?.[`met:${id}`] !== undefined)
  const named = [...scene.hearersAt(scene.here), ...met].find((id) => isCalled(namesOf(id, scene), tokens, lexicon))
  const isToPerson = named !== undefined || isToYou || lexicon.pronouns.self.some((word) => words.includes(word))
  const knows = (id: string | undefined) => (id !== undefined && findTopic(scene, id, text) ? id : undefined)
  const isAsked = isToPerson || isRequest(text, context)
  const asked = named === undefined ? (isAsked ? about(text) : undefined) : knows(named)
  if (!isDone && !isToYou) return undefined
  const asks = isRequest(text, context) || /\?\s*$/.test(text)
  if (hearer !== undefined) return { act: 'say', person: hearer, text }
  if (asked !== undefined)
    return asks ? { act: 'ask', person: asked, topic: text } : { act: 'say', person: asked, text }
  const listener = named ?? nearest
  if (isToYou && scene.peopleAt(scene.here).length === 0) return { act: 'say', text }
  const isStated = isToYou || isStatement(tokens, { context, last })
  // "Stay here Tobit", but not "kiss Tobit".
  const before = tokens.filter(({ kind }) => kind === 'word').at(-2)?.text ?? ''
  const { self, here } = lexicon.pronouns
  const isOrder = named !== undefined && [...self, ...here, ...lexicon.trailers].includes(before)
  return listener !== undefined && (isStated || isOrder) ? { act: 'say', person: listener, text } : undefined
}

/** Reads "you have to leave" and "you took it" as said to the person who is here; `undefined` for other words. */
export function toAddressee(tokens: readonly Token[], { context, text }: Prompt): Act | undefined {
  const { addressees, urges, fillers } = context.lexicon
  const { connectors, future } = context.lexicon
  // "If you do not help me I shall break it", said to a person
  const isCondition = connectors.if.includes(tokens[0]?.text ?? '')
  const from = isCondition ? 1 : 0
  const isFirst = (token: Token, at: number) =>
    at >= from && (addressees.includes(token.text) || !fillers.includes(token.text))
  const start = tokens.findIndex(isFirst)
  const verb = tokens[start + 1]?.text ?? ''
  const isVerb = isCondition ? start === 1 : urges.includes(verb) || verb === future
  if (!addressees.includes(tokens[start]?.text ?? '') || !isVerb) return undefined
  const person = calledBehind(tokens.slice(start), context) ?? questionOf(text, context).nearest
  return person === undefined ? undefined : { act: 'say', person, text }
}

// "You are a liar Hester and I know it": a name behind what is said of the listener.
function calledBehind([, verb, ...rest]: readonly Token[], { lexicon, scene }: NounContext): string | undefined {
  const { auxiliaries, pasts } = lexicon
  if (!verb || !auxiliaries.includes(verb.text) || pasts.includes(verb.text)) return undefined
  const joins = Object.values(lexicon.connectors).flat()
  const isEnd = (token: Token | undefined) => token === undefined || token.kind === 'mark' || joins.includes(token.text)
  const isFree = (token: Token | undefined) =>
    token !== undefined && !isEnd(token) && !isPreposition(token.text, lexicon)
  return scene.peopleAt(scene.here).find((id) => {
    const names = namesOf(id, scene)
    return rest.some(({ text }, at) => names.includes(text) && isFree(rest[at - 1]) && isEnd(rest[at + 1]))
  })
}

// "Tobit, come", "come with me Tobit", but not "dance with Tobit".
function isCalled(names: readonly string[], tokens: readonly Token[], lexicon: NounContext['lexicon']): boolean {
  const said = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const isObject = isPreposition(said.at(-2) ?? '', lexicon)
  return names.includes(said[0] ?? '') || (names.includes(said.at(-1) ?? '') && !isObject)
}

function namesOf(id: string, scene: NounContext['scene']): string[] {
  const { name = '', aliases = [] } = scene.people[id] ?? {}
  return [name, ...aliases].flatMap((each) => each.toLowerCase().split(' ')).filter((word) => word.length > 2)
}

// "He has the key", "I am tired", "the boat will be wrecked": a subject and its verb.
function isStatement(
  tokens: readonly Token[],
  { context: { lexicon, frames }, last }: { context: NounContext; last: string | undefined },
): boolean {
  const [first, second] = tokens.map((token) => token.text)
  if (first === undefined || second === undefined) return false
  if (lexicon.subjects.includes(first)) return lexicon.statives.includes(second)
  const { it, them, him, her } = lexicon.pronouns
  if ([...lexicon.others, ...lexicon.existentials, ...it, ...them, ...him, ...her].includes(first)) return true
  // Of a thing, only to one who was talked to.
  if (last === undefined) return false
  return (
    verbOf(first, { lexicon, frames }) === undefined &&
    tokens.slice(1, 5).some(({ text }) => lexicon.auxiliaries.includes(text))
  )
}
