import { capitalize, withA, withThe } from './furnish.ts'

const singular = { does: 'does', wants: 'wants', takes: 'takes', stays: 'stays' }
const plural = { does: 'do', wants: 'want', takes: 'take', stays: 'stay' }

const forms: Record<string, Record<string, string>> = {
  they: { them: 'them', their: 'their', is: 'are', was: 'were', it: 'they', ...singular },
  she: { them: 'her', their: 'her', is: 'is', was: 'was', it: 'she', ...singular },
  he: { them: 'him', their: 'his', is: 'is', was: 'was', it: 'he', ...singular },
  it: { them: 'it', their: 'its', is: 'is', was: 'was', it: 'it', ...singular },
  things: { them: 'them', their: 'their', is: 'are', was: 'were', it: 'they', ...plural },
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
      /\{(them|their|is|was|it|does|wants|takes|stays):(\w+)\}/g,
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
