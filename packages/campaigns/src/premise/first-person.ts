import type { Clause } from './clauses.ts'
import { mentionOf } from './mention.ts'
import type { Named } from './premise.ts'
import { plainForm } from './infinitive.ts'
import { firstTerms } from './tagged.ts'

const irregular: Record<string, string> = {
  is: 'am',
  has: 'have',
  does: 'do',
  "isn't": 'am not',
  "hasn't": "haven't",
  "doesn't": "don't",
  '’s': 'am',
}

/** A clause as one of those whom it is about would say it: `I cannot bake until it is gone`. */
export function inFirstPerson(
  { text, about, subject }: Pick<Clause, 'text' | 'about' | 'subject'>,
  speaker: Named,
): string {
  const found = mentionOf(speaker).exec(text)
  if (!found) return text
  const before = text.slice(0, found.index)
  const rest = text
    .slice(found.index + found[0].length)
    .replace(/^, /, '')
    .trim()
  // "I drive for Marla and Benno": nothing follows of which the speaker is the subject.
  if (rest === '') return `${before}${speaker.isPlural ? 'us' : 'me'}`
  const isSubject =
    subject?.name === speaker.name ||
    /\b(?:that|and|because|while|when|until|if|where)\s*$/.test(before) ||
    (isVerb(rest) && !/\b(?:but|for|with|to|of|by|than|from)\s*$/.test(before))
  if (/^['’]s\b/.test(rest)) return `${before}${speaker.isPlural ? 'our' : 'my'} ${rest.slice(2).trim()}`
  if (!isSubject) return `${before}${speaker.isPlural ? 'us' : 'me'} ${rest}`.trim()
  if (speaker.isPlural)
    return `${before}we ${withPossessive(rest, 'their', 'our').replaceAll('themselves', 'ourselves')}`
  // "The vicar, the widow and the gardener were there": one of several.
  if (/^(?:and|an?|the)\b|^\p{Lu}/u.test(rest)) return `${before}I${rest.startsWith('and') ? ' ' : ', '}${rest}`
  const { pronoun = 'they' } = speaker
  const own = withPossessive(asVerbs(rest), possessives[pronoun], 'my').replaceAll(
    /\b(?:him|her|it|them)self\b/g,
    'myself',
  )
  const isAlone = !about.some((each) => each !== speaker && each.pronoun === pronoun)
  return `${before}I ${isAlone ? own.replaceAll(new RegExp(`\\b${pronoun} (\\p{L}+)`, 'gu'), asSelf) : own}`
}

const possessives = { he: 'his', she: 'her', they: 'their', it: 'its' }

function asSelf(_: string, verb: string): string {
  return `I ${irregular[verb] ?? plainForm(verb)}`
}

/** Whether words begin with a finite verb. */
export function isVerb(text: string): boolean {
  const [first] = firstTerms(text)
  return first?.tags.includes('Verb') === true && !first.tags.includes('Gerund')
}

/** Whether the clause is about what a speaker does or is. */
export function isOf({ subject }: Clause, { name }: Named): boolean {
  return subject?.name === name
}

// "His ship" becomes "my ship"; "sees her" stays, as it may be another.
function withPossessive(text: string, possessive: string, own: string): string {
  return text.replaceAll(
    new RegExp(`\\b${possessive} (?=\\p{Ll}{3})(?!(?:and|but|when|while|from|with|into)\\b)`, 'gu'),
    `${own} `,
  )
}

/** The words behind a subject as they follow `I`: `has a key and waits` → `have a key and wait`. */
export function asVerbs(text: string): string {
  const terms = firstTerms(text)
  const isVerbAt = (at: number) => terms[at]?.tags.includes('Verb') === true
  // "Never sleeps", "from the village looks": the verb need not come first.
  const isLate = /^\w+ly$|^(?:never|always|also|still|only|now|just|not|of|from|in|on|at|with)$/i.test(
    terms[0]?.text ?? '',
  )
  const first = isLate
    ? Math.max(
        1,
        terms.findIndex(({ tags }) => tags.includes('Verb')),
      )
    : 0
  const words = text.split(' ')
  return words
    .map((word, at) => {
      const isAfterAnd = words[at - 1] === 'and' && isVerbAt(at)
      if (at !== first && !isAfterAnd) return word
      return irregular[word] ?? plainForm(word)
    })
    .join(' ')
}
