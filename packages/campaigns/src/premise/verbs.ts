import { tagged } from './tagged.ts'

/** The verbs of a text as they stand in it, in lower case, without auxiliary ones. */
export function verbsIn(text: string): string[] {
  return tagged(text)
    .flatMap(({ terms }) => terms)
    .filter(({ tags }) => tags.includes('Verb') && !tags.includes('Auxiliary') && !tags.includes('Copula'))
    .map(({ text: verb }) => verb.toLowerCase())
    .filter((verb) => /^\p{L}{3,}$/u.test(verb))
}

/** A verb with its other forms by which it may be asked for: `plans`, `plan`, `planning`. */
export function formsOf(verb: string): string[] {
  const base = /(?:ss|sh|ch|x|o)es$/.test(verb) ? verb.slice(0, -2) : verb.replace(/(?<=[^s])s$/, '')
  const [last = ''] = base.slice(-1)
  return [verb, base, `${base.replace(/e$/, '')}ing`, `${base}${last}ing`]
}
