import { capitalize, withA, withThe } from './furnish.ts'

const forms: Record<string, Record<string, string>> = {
  they: { them: 'them', their: 'their' },
  she: { them: 'her', their: 'her' },
  he: { them: 'him', their: 'his' },
  it: { them: 'it', their: 'its', is: 'is', was: 'was', it: 'it' },
  things: { them: 'them', their: 'their', is: 'are', was: 'were', it: 'they' },
}

/**
 * `{the keeper}` and `{The keeper}` are the name with its article, `{a box}` with the other one, `{their:keeper}` is the pronoun, and `{was:watch}` the verb. What has
 * no value stays.
 */
export function namedIn(
  sentence: string,
  { values, pronounOf }: { values: Record<string, string>; pronounOf?: (role: string) => string },
): string {
  return sentence
    .replaceAll(
      /\{(them|their|is|was|it):(\w+)\}/g,
      (_, form: string, role: string) => forms[pronounOf?.(role) ?? 'they']![form]!,
    )
    .replaceAll(/\{(the|The|a|A) (\w+)\}/g, (whole, article: string, key: string) => {
      const value = values[key]
      if (value === undefined) return whole
      const name = value.replace(/^the (?=\p{Ll})/u, '')
      const text = article.toLowerCase() === 'a' ? withA(name) : withThe(name)
      return /^[TA]/.test(article) ? capitalize(text) : text
    })
}
