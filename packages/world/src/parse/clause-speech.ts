import type { Act } from '../model/act.ts'
import { lastListener, listenerIn } from '../scene/listener.ts'
import type { Clause } from './divide.ts'
import type { NounContext } from './noun-context.ts'
import { longestAt } from './phrases.ts'
import { sentenceAround, wordBefore } from './sentence-around.ts'
import { textOf, type Token } from './tokens.ts'
import { verbOf } from './verbs.ts'
import type { Prompt } from './prompt.ts'

/** The words of a clause that is said to a person. A question gets its mark. */
export function spokenIn(tokens: readonly Token[], { context, text }: Prompt): string {
  const end = tokens.at(-1)?.end ?? 0
  const { interrogatives, inversions, subjects } = context.lexicon
  const from = tokens[0]?.start ?? 0
  // The subject in front begins the clause, but is not among its tokens.
  const before = /(\S+)\s+$/.exec(text.slice(0, from))
  const isSubject = subjects.includes(before?.[1]?.toLowerCase() ?? '')
  const said = text.slice(isSubject ? before!.index : from, end)
  const isAsked =
    !isSubject &&
    longestAt(tokens, 0, context.lexicon.speech) === 0 &&
    longestAt(tokens, 0, context.lexicon.negations) === 0 &&
    [...interrogatives, ...inversions].includes(tokens[0]?.text ?? '')
  const asks = isAsked || /^\s*\?/.test(text.slice(end))
  return asks && !said.endsWith('?') ? `${said}?` : said
}

/** The person that a question beside others is for, the one who is here: "and who paid you?" */
export function askedIn(
  tokens: readonly Token[],
  { context, text, done }: { context: NounContext; text: string; done: boolean },
): string | undefined {
  const { interrogatives, inversions, addressees } = context.lexicon
  const [first = ''] = tokens.map((token) => token.text)
  const { scene } = context
  const isTalking = lastListener(scene) !== undefined
  const sentence = text.slice(0, tokens.at(-1)?.end ?? 0).split(/[.!?;]/)
  const words = sentence
    .at(-1)!
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  const isToYou = words.some((word) => addressees.includes(word))
  if (!isToYou && !(isTalking && done)) return undefined
  const before = wordBefore(text, tokens[0]?.start ?? 0)
  if (context.lexicon.subjects.includes(before) && !interrogatives.includes(first)) return undefined
  const isMarked = /^\s*\?/.test(text.slice(tokens.at(-1)?.end ?? 0))
  if (tokens.length < 2 || !(isMarked || interrogatives.includes(first) || inversions.includes(first))) return undefined
  return listenerIn(scene)
}

/** Whether words are not an act although they begin like one: an aside, a question, an exclamation, words with "you". */
export function isTalk(tokens: readonly Token[], { context, text }: Prompt): boolean {
  const { asides, speech, addressees } = context.lexicon
  const start = tokens[0]?.start ?? 0
  const end = tokens.at(-1)?.end ?? start
  if (longestAt(tokens, 0, asides) > 0 || longestAt(tokens, 0, speech) > 0) return true
  if (/^\s*[?!]/.test(text.slice(end))) return true
  return tokens.some((token) => addressees.includes(token.text)) || /\byou(?:'re|r)?\s+$/i.test(text.slice(0, start))
}

/** The person whom an act only greets: "hello Mara, have you seen the key?" */
export function greetedBy(before: Act | undefined): string | undefined {
  return before?.act === 'talk' && before.topic === undefined ? before.person : undefined
}

/** "See where it leads", "find out who is there": only says what the act before is for. */
export function isPurpose(tokens: readonly Token[], { lexicon }: NounContext): boolean {
  const length = longestAt(tokens, 0, lexicon.purposes)
  const next = tokens[length]?.text ?? ''
  return length > 0 && [...lexicon.interrogatives, ...lexicon.connectors.if, ...lexicon.complementizers].includes(next)
}

/** Whether words that were not understood ask for something: they begin with a verb or like a question. */
export function asksFor(tokens: readonly Token[], { lexicon, frames }: NounContext): boolean {
  const [first] = tokens
  if (!first || first.kind !== 'word' || tokens.length < 2 || lexicon.articles.includes(first.text)) return false
  if (lexicon.endings.participle.some((ending) => first.text.endsWith(ending))) return false
  return verbOf(first.text, { lexicon, frames }) !== undefined || lexicon.interrogatives.includes(first.text)
}

/** The listener to what the player did, in words that no act covers: "I saw the track in the dust". */
export function statedTo(tokens: readonly Token[], { context: { scene, lexicon }, text }: Prompt): string | undefined {
  const [first] = tokens
  if (!first || !lexicon.subjects.includes(wordBefore(text, first.start))) return undefined
  // "Can I have one"
  const before = /(\S+)\s+\S+\s+$/.exec(text.slice(0, first.start))?.[1]?.toLowerCase() ?? ''
  if (lexicon.inversions.includes(before)) return undefined
  const isPast =
    lexicon.statives.includes(first.text) ||
    first.text.endsWith('ed') ||
    (Object.hasOwn(lexicon.lemmas, first.text) && !first.text.endsWith('ing'))
  return isPast ? lastListener(scene) : undefined
}

/** Whether a later clause of the same sentence says what the player does: "I take his hand", but not "I know it" or "I saw him". */
export function isOwnAct(
  { tokens, done, byOther }: Clause,
  { context: { lexicon, frames }, text, start }: Prompt & { start: number },
): boolean {
  const [first] = tokens
  if (!first || !done || byOther === true || first.start >= sentenceAround(text, { start }).end) return false
  if (!lexicon.subjects.includes(wordBefore(text, first.start)) || lexicon.statives.includes(first.text)) return false
  const { [first.text]: base = first.text } = lexicon.lemmas
  const isVerb = verbOf(first.text, { lexicon, frames }) !== undefined || lexicon.motions.includes(first.text)
  // "Put" is its own past.
  return isVerb && base === first.text
}

/** Words of a greeting with those that it calls a person by, at most. */
const maxGreeting = 6

/** The greeting that a clause begins with, if a person is here: "hi there little one". What it calls them by does not matter. */
export function greetingIn(tokens: readonly Token[], { scene, lexicon }: NounContext): string | undefined {
  const length = longestAt(tokens, 0, lexicon.greetings)
  if (length === 0 || tokens.length > maxGreeting || listenerIn(scene) === undefined) return undefined
  return textOf(tokens.slice(0, length))
}
