import { premiseContent } from '@narratoria/content/premises'
import { isInfinitive, isVerbBehindTo } from './infinitive.ts'
import { type NounPhrase, nounPhrasesIn } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** A verb with what it is done to: "turn off the alarm that only I can hear". */
export interface VerbPhrase {
  verb: string
  /** A particle or a preposition that belongs to the verb: `off`, `to`. */
  particle?: string
  object?: NounPhrase
  /** Behind the object: `that only I can hear`. */
  rest: string
}

const { undertakings } = premiseContent
const particles = new Set(undertakings.particles.split('|'))
const prepositions = new Set(undertakings.prepositions.split('|'))

const quantity = new RegExp(
  `^(?:${undertakings.quantities}) (?=(?:the|my|our|his|her|their|your|its|these|those) )`,
  'iu',
)

/** Reads a verb in the infinitive with its object. `undefined` if it does not begin with a verb. */
export function verbPhraseIn(words: string): VerbPhrase | undefined {
  const [verb = '', next = '', third = ''] = words.split(' ')
  if (!isVerbBehindTo(verb)) return undefined
  const pair = `${next} ${third}`
  const isPair = particles.has(next) && prepositions.has(third)
  const isParticle = particles.has(next) || (prepositions.has(next) && words.split(' ').length > 2)
  const particle = isPair ? pair : isParticle ? next : undefined
  const after = words.slice([verb, particle].filter((each) => each !== undefined).join(' ').length).trim()
  const whole = after.replace(quantity, '')
  const object = objectIn(whole)
  if (!object) return { verb, ...(particle !== undefined && { particle }), rest: after }
  const begins = `${object.determiner} ${object.text}`.trim()
  const rest = whole.slice(begins.length).trim()
  const behind = particles.has(rest.split(' ')[0]!) ? rest.split(' ')[0] : undefined
  return {
    verb,
    ...((particle ?? behind) !== undefined && { particle: particle ?? behind! }),
    object: { ...object, precededBy: verb },
    rest,
  }
}

// The tagger takes "message" in one sentence for a noun, and in another for a verb.
function objectIn(words: string): NounPhrase | undefined {
  return [`He sees ${words}.`, `I must take ${words}.`, `Here is ${words}.`]
    .flatMap((sentence) => nounPhrasesIn(sentence).find(({ text }) => words.includes(text)) ?? [])
    .map((phrase) => withoutVerb(phrase))
    .find(({ determiner, text }) => words.toLowerCase().startsWith(`${determiner} ${text}`.trim().toLowerCase()))
}

// "The mayor laugh": a person who does something.
function withoutVerb(object: NounPhrase): NounPhrase {
  const words = object.text.split(' ')
  const [last = '', before = ''] = words.toReversed()
  if (!isWord('person', before) || isWord('person', last) || !isInfinitive(last)) return object
  return { ...object, text: words.slice(0, -1).join(' '), head: before }
}
