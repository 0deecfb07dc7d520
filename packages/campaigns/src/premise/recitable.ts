import type { Clause } from './clauses.ts'
import { everywhere, isSaid } from './conditions.ts'
import type { Named } from './premise.ts'
import { infinitiveOf } from './infinitive.ts'
import { firstTerms } from './tagged.ts'

/** Whether a person may repeat a clause at all: not a command, a sentence without its subject, or what only the player can know. */
export function isRecitable({ text, about }: Clause, speaker: Named | undefined): boolean {
  if (isCommand(text) || /^its\b|\byou, \p{Lu}/u.test(text)) return false
  const isOfSpeaker = speaker !== undefined && about.includes(speaker)
  if (isSaid('innerOfPlayer', text) && !isOfSpeaker) return false
  // Who has arrived does not announce that they will come.
  return !(isOfSpeaker && speaker.isDue === true && isSaid('announced', text))
}

// "Get out before he wakes up", "convince her".
function isCommand(text: string): boolean {
  const [first, second] = firstTerms(text)
  if (first?.tags.includes('Infinitive') !== true && first?.tags.includes('Imperative') !== true) return false
  const isParticle = /^(?:out|up|down|off|away|back|in|on|over)$/.test(second?.text ?? '')
  return /^\p{Ll}/u.test(text) && second !== undefined && (isParticle || !second.tags.includes('Verb'))
}

/** Whether the words of a person that were made of a clause are sound: a pronoun stands where it can stand. */
export function isSound(said: string): boolean {
  return (
    !isSaid('unsound', said) &&
    !/\b(?:me|us) (?:\p{Lu}\p{Ll}|into me\b)/u.test(said) &&
    [...said.matchAll(subject)].every(({ 0: found, 1: pronoun = '', index }) =>
      agrees(pronoun, said.slice(index + found.length)),
    )
  )
}

/** A first or second person that is a subject. */
const subject = /(?:^|\b(?:and|but|that|because|while|when|if) |, )(I|we|you)(?= |,)/gu

// "I rings", "you is", "I fourteen, has", "we, no food": the verb is that of another person, or there is none.
function agrees(pronoun: string, rest: string): boolean {
  // "You, president of the club, are" has an apposition.
  if (/^,(?! [^,]+, )/u.test(rest)) return false
  if (rest.startsWith(',')) return true
  if (/^ ["“]/u.test(rest)) return false
  const [verb] = firstTerms(rest.trim()).filter(
    ({ text, tags }) => !tags.includes('Adverb') && !tags.includes('Negative') && !/^(?:both|all|each)$/.test(text),
  )
  if (verb === undefined || /^(?:is|has|does)$/.test(verb.text) || (verb.text === 'was' && pronoun !== 'I'))
    return false
  const isOfOther =
    /\p{Ll}s$/u.test(verb.text) && verb.tags.includes('PresentTense') && infinitiveOf(verb.text) !== undefined
  return !isOfOther && !['Value', 'Preposition', 'ProperNoun', 'Determiner'].some((tag) => verb.tags.includes(tag))
}

/** A clause with its pronouns apart from their verbs, and with the speaker among those of whom it counts the player as one. */
export function plainly(text: string): string {
  return text
    .replaceAll(everywhere('contraction'), (_, pronoun: string, end: string, next: string) => {
      const isDone = /^(?:been|got|had|gone|\p{L}+ed|\p{L}+en)$/u.test(next)
      const verbs: Record<string, string> = {
        ll: 'will',
        re: 'are',
        ve: 'have',
        s: isDone ? 'has' : 'is',
        d: isDone ? 'had' : 'would',
      }
      return `${pronoun} ${verbs[end.toLowerCase()]!} ${next}`
    })
    .replaceAll(everywhere('countedYou'), '$1 of us')
}
