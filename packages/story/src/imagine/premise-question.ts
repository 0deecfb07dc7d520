import nlp from 'compromise/three'
import { novelContent } from '@narratoria/content/novels'

/** What a premise asks about someone unknown: what is to be found out, and what that person had done. */
export interface Question {
  /** `who was poisoning the field`. */
  asked: string
  /** `had been poisoning the field`. */
  deed: string
}

const limit = String.raw`(?=[,.;:!?—–]| (?:before|until|by the time|so that|and (?:must|has|wants|will|stop))\b|$)`
const asking = String.raw`\b(?:find(?:s|ing)? out|learns?|discovers?|proves?|knows?|uncovers?) who`
const someone = String.raw`(?:^|[.!?;:,] |\b(?:but|and|that|while|because|where|when|since) )(?:someone|somebody)(?: \p{Ll}+ board| here)?`
const patterns = [asking, someone].map((before) => new RegExp(`${before} ([\\p{L}'’ -]{4,80}?)${limit}`, 'iu'))

/** The question of a premise such as `must find out who is poisoning the field` or `Someone is poisoning the field`. */
export function questionIn(text: string): Question | undefined {
  for (const pattern of patterns) {
    const [, clause = ''] = pattern.exec(text) ?? []
    const deed = deedOf(clause)
    if (deed !== undefined) return { deed, asked: `who ${deed.replace(/^had been (?=\p{Ll}+ing\b)/u, 'was ')}` }
  }
  return undefined
}

/** What had been done, from the predicate of a clause in the active voice. */
function deedOf(predicate: string): string | undefined {
  const [, ongoing] = /^(?:is|was|has been|had been|keeps|kept) (\p{Ll}+ing .+)$/iu.exec(predicate) ?? []
  if (ongoing !== undefined) return `had been ${ongoing}`
  const [, helper, verb = '', rest = ''] = /^(?:(has|had) )?(\p{Ll}+)( .+)$/u.exec(predicate) ?? []
  if (/^(?:is|was|are|were|can|could|will|would|may|might|must|should)$/.test(verb)) return undefined
  const forms = nlp(`he ${helper === undefined ? verb : `has ${verb}`}`)
    .verbs()
    .conjugate()[0] as { PastTense?: string; Participle?: string; PresentTense?: string } | undefined
  if (forms?.PastTense === undefined) return undefined
  // A verb in the present would be a habit or a state.
  if (helper === undefined && verb !== forms.PastTense) return undefined
  return `had ${forms.Participle ?? forms.PastTense}${rest}`
}

const deadline = /\b(?:before|until|till|by)((?: (?!before\b|until\b)[\p{L}'’-]+){1,7})(?=[,.;:!?—–]| and\b|$)/giu

/** A premise without the clause of its deadline. */
export function withoutDeadline(text: string): string {
  return text.replaceAll(deadline, (whole, clause: string) => (deadlineOf(clause.trim()) === undefined ? whole : ''))
}

/** The deadline of a premise as a noun: `before the captain seals the deck` is the sealing of the deck. */
export function deadlineIn(text: string): string | undefined {
  for (const [, clause] of text.matchAll(deadline)) {
    const found = deadlineOf(clause!.trim())
    if (found !== undefined) return found
  }
  return undefined
}

function deadlineOf(clause: string): string | undefined {
  const words = clause.split(' ')
  const { events } = novelContent.words
  if (events.includes(words.at(-1)!.toLowerCase()) && words.length <= 4 && !hasVerb(words.slice(0, -1))) return clause
  const isNoun = /^(?:the|an?|his|her|their|its|my|our)$/i.test(words[0]!)
  const at = words.findIndex(
    (word, index) =>
      index > (isNoun ? 1 : 0) && /(?:[^s]s|sses)$/.test(word) && isVerb(word, words[index + 1], words.length - index),
  )
  if (at < 0 || (!isNoun && !events.includes(words[0]!.toLowerCase()))) return undefined
  const [subject, verb, object] = [words.slice(0, at).join(' '), words[at]!, words.slice(at + 1)]
  const [passive] = object
  if (verb === 'is' && object.length === 1 && /(?:ed|en|t|ld|ung|own)$/.test(passive!))
    return `the ${nounOf(passive!)} of ${subject}`
  if (verb === 'is' || verb === 'has' || verb === 'does') return undefined
  if (object.length === 0) return `the ${nounOf(verb)} of ${subject}`
  return /^(?:the|an?|his|her|their|its|my|our)$/i.test(passive!) && object.length > 1 && !hasVerb(object)
    ? `the ${nounOf(verb)} of ${object.join(' ')}`
    : undefined
}

function hasVerb(words: readonly string[]): boolean {
  return nlp(words.join(' ')).has('#PresentTense') || nlp(words.join(' ')).has('#PastTense')
}

/** Whether a word that ends like a verb is one: it ends its clause, or an object or a participle follows it. */
function isVerb(word: string, next: string | undefined, left: number): boolean {
  if (word === 'is') return true
  if (left === 1) return nlp(`it ${word}`).has('#PresentTense')
  return next !== undefined && /^(?:the|an?|his|her|their|its|my|our)$/i.test(next)
}

/** The noun of what a verb says: a departure, or the closing. */
function nounOf(verb: string): string {
  const forms = nlp(`it ${verb}`).verbs().conjugate()[0] as { Infinitive?: string; Gerund?: string } | undefined
  const noun = novelContent.nouns[forms?.Infinitive ?? '']
  return noun ?? forms?.Gerund ?? verb
}

const seeking =
  /\b(?:search(?:es|ing)?|look(?:s|ing)?|hunt(?:s|ing)?|seek(?:s|ing)?|find|recover|retrieve)(?: for)? (?:his|her|their|the|an?|its) ((?:[\p{L}'’-]+ ){0,3}?[\p{L}'’-]+)(?=[,.;:!?—–]| (?:before|until|in|on|at|and|that|which|who|from|of|aboard|under|behind)\b|$)/iu

/** What the premise says that is searched for, without `stolen` and the like: `searches for her stolen violin`. */
export function soughtIn(text: string): string | undefined {
  return seeking.exec(text)?.[1]?.replace(/^(?:stolen|lost|missing|vanished) /, '')
}

/** What was done to: `the field` of `had been poisoning the field`. */
export function objectOf({ deed }: Question): string | undefined {
  return /^had (?:been )?\p{Ll}+ ((?:the|an?|his|her|their|its)(?: [\p{L}'’-]+){1,4})$/u
    .exec(deed)?.[1]
    ?.replace(/^an? /, 'the ')
}
