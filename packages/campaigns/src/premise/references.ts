import type { Named } from './premise.ts'

/** A pronoun of the third person in a text. */
export interface Pronoun {
  text: string
  start: number
  gender: 'he' | 'she' | 'they' | 'it'
  role: 'subject' | 'object' | 'possessive' | 'reflexive'
}

type Form = Pick<Pronoun, 'gender' | 'role'>

const forms: Record<string, Form> = {
  he: { gender: 'he', role: 'subject' },
  him: { gender: 'he', role: 'object' },
  his: { gender: 'he', role: 'possessive' },
  himself: { gender: 'he', role: 'reflexive' },
  she: { gender: 'she', role: 'subject' },
  her: { gender: 'she', role: 'object' },
  herself: { gender: 'she', role: 'reflexive' },
  they: { gender: 'they', role: 'subject' },
  them: { gender: 'they', role: 'object' },
  their: { gender: 'they', role: 'possessive' },
  themselves: { gender: 'they', role: 'reflexive' },
  it: { gender: 'it', role: 'object' },
  its: { gender: 'it', role: 'possessive' },
  itself: { gender: 'it', role: 'reflexive' },
}

const pronouns = new RegExp(`(?<![\\p{L}’'])(?:${Object.keys(forms).join('|')})(?![\\p{L}’'])`, 'giu')

// "Her badge" has a noun; "gave her that", "with her tomorrow" have none.
const noNoun =
  /^ ?(?:$|[,.;:!?—–]|(?:to|and|or|but|in|on|at|with|from|into|for|by|of|off|when|while|because|that|if|until|as|who|than|never|not|out|up|down|away|back|home|again|alone|alive|tomorrow|tonight|the|an?|every|before|after|is|was|has|will|how|why|what|where)\b)/iu

/** The pronouns of the third person in a text that stand for a person, in order. */
export function pronounsIn(text: string): Pronoun[] {
  return [...text.matchAll(pronouns)].map(({ 0: found, index }) => {
    const form = forms[found.toLowerCase()]!
    const isOwner = found.toLowerCase() === 'her' && !noNoun.test(text.slice(index + found.length))
    return { text: found, start: index, ...form, ...(isOwner && { role: 'possessive' as const }) }
  })
}

/** Those of some people that a pronoun may stand for: of whom it is known that it fits, or else those of whom nothing is known. */
export function fitting({ gender }: Pick<Pronoun, 'gender'>, people: readonly Named[]): Named[] {
  const all = [...new Set(people)]
  if (gender === 'it') return all.filter(({ pronoun }) => pronoun === 'it')
  if (gender === 'they') {
    const groups = all.filter(({ isPlural }) => isPlural === true)
    return groups.length > 0 ? groups : all.filter(({ pronoun }) => pronoun === 'they')
  }
  const singles = all.filter(({ isPlural }) => isPlural !== true)
  const persons = singles.filter(({ isAnimal }) => isAnimal !== true)
  const known = (persons.length > 0 ? persons : singles).filter(({ pronoun }) => pronoun === gender)
  return known.length > 0 ? known : singles.filter(({ pronoun }) => pronoun === 'they')
}

/** Whom a pronoun may stand for by its place in a clause. */
export interface Surrounding {
  /** The subject of the part of the clause that the pronoun is in. */
  subject: Named | undefined
  /** Named in the clause before the pronoun. */
  inClause: readonly Named[]
  /** Named in the clauses before. */
  before: readonly Named[]
  /** The subject of the clause before. */
  topic: Named | undefined
}

/**
 * Whom a pronoun stands for: the subject of its own clause, if it fits and the pronoun can be the subject's; else the only one of its
 * clause, else of those named before, that fits. `unclear` lists several that fit equally well.
 */
export function meantBy(
  pronoun: Pronoun,
  { subject, inClause, before, topic }: Surrounding,
): { meant?: Named; unclear?: readonly Named[] } {
  const isOther = (each: Named) => each !== subject || pronoun.role !== 'object'
  const near = fitting(pronoun, inClause.filter(isOther))
  const isSubjects = subject !== undefined && fitting(pronoun, [...inClause, subject]).includes(subject)
  if (isSubjects && pronoun.role !== 'object') return { meant: subject }
  // "It" may stand for a thing, or for nothing.
  if (pronoun.gender === 'it') return { unclear: fitting(pronoun, [...inClause, ...before]) }
  if (near.length === 1) return { meant: near[0]! }
  if (near.length > 1) return { unclear: near }
  const far = fitting(pronoun, before.filter(isOther))
  if (topic !== undefined && far.includes(topic) && pronoun.role !== 'object') return { meant: topic }
  if (far.length === 1) return { meant: far[0]! }
  // "Them", of two who were named apart.
  if (far.length === 0 && pronoun.gender === 'they') return { unclear: before.filter(isOther) }
  return far.length > 1 ? { unclear: far } : {}
}

/** "Who cooked it": the thing that was named last, if the clause names none and the verb is not one of saying or knowing. */
export function thingMeantBy(
  { start, text: said, role, gender }: Pronoun,
  { text, things, isNamed }: { text: string; things: readonly Named[]; isNamed: boolean },
): Named | undefined {
  const isOfThing = role === 'object' && (gender === 'it' || gender === 'they')
  const isObject =
    /\b(?!(?:knows?|saw|seen|says?|said|believes?|about|that|because|when|if|and|or|than) )\p{L}+ $/u.test(
      text.slice(0, start),
    )
  const isEnd = /^(?:$|[,.;]| (?:to|from|with|in|at|for|back|away|home|out)\b)/.test(text.slice(start + said.length))
  if (!isOfThing || isNamed || !isObject || !isEnd) return undefined
  return things.findLast(({ isPlural }) => (isPlural === true) === (gender === 'they'))
}
