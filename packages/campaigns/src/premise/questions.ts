import { patternOf } from './conditions.ts'
import { kindOf } from './kind-of.ts'
import { namedBy } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { secondPerson } from './second-person.ts'
import { inLowerCase } from './words.ts'

/** What a premise asks: "I must find out who smashed the radio". */
export function questionIn(text: string, phrases: readonly NounPhrase[]): string | undefined {
  const asked =
    /\b(?:find out|learn|discover|prove|understand|know|ask)\s+((?:who|what|why|how|where)\b[^.!?;“”"]{4,80})/i
  const found = asked.exec(text)
  const question = found?.[1] && withObject(found[1].trim(), text.slice(0, found.index), phrases)
  // A second clause would be about something else.
  if (question === undefined) return undefined
  return secondPerson(question.split(/,| and (?=I\b)/)[0]!.trim()).replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
}

// "What killed them": those who were named last before it, as the question is asked again without what stands before it.
function withObject(question: string, before: string, phrases: readonly NounPhrase[]): string {
  const [whole, pronoun] = patternOf('unnamedObject').exec(question) ?? []
  if (whole === undefined || pronoun === undefined) return question
  const earlier = phrases.filter(({ text }) => before.includes(text))
  const meant =
    pronoun === 'them'
      ? earlier.findLast(({ isPlural, isTime }) => isPlural && !isTime)
      : earlier.findLast(
          (phrase) =>
            !phrase.isPlural &&
            kindOf(phrase) === 'person' &&
            namedBy(phrase, 'person').pronoun === (pronoun === 'him' ? 'he' : 'she'),
        )
  if (meant === undefined) return question
  const { determiner, isName, text } = meant
  const name = isName ? text : `${/^(?:my|your|our)$/.test(determiner) ? 'your' : 'the'} ${text}`
  return whole.slice(0, -pronoun.length) + name + question.slice(whole.length)
}

/** What a premise leaves open without asking: "Someone plays the piano every night", "to a woman no one has heard of". */
export function openQuestionIn(text: string): string | undefined {
  const [, who, deed] = patternOf('openWho').exec(text) ?? []
  if (who !== undefined && deed !== undefined)
    return `${/thing$/i.test(who) ? 'what' : 'who'} ${inLowerCase(secondPerson(deed.split(/ (?:and|but|while|until) /)[0]!).trim())}`
  const [, unknown] = patternOf('unknownWho').exec(text) ?? []
  return unknown === undefined ? undefined : `who the ${unknown} is`
}

/** The key of the secret that answers a question with a person, by the form of the question. */
export function answerKeyOf(question: string): string | undefined {
  if (/^who the \w+ is$/.test(question)) return 'secretIdentity'
  if (!question.startsWith('who ')) return undefined
  return /^who (?:\w+ly )?\w+s\b/.test(question) && !/^who (?:was|has|is)\b/.test(question)
    ? 'secretWhoStill'
    : 'secretWho'
}
