import { planningWords } from '@narratoria/content'

const bases = new Map(
  planningWords.irregularForms.flatMap((line) => {
    const [base = '', ...forms] = line.split(' ')
    return forms.map((form) => [form, base] as const)
  }),
)

/** The stem that the inflections of an English word share: `light` for `lights`, `lit` and `lighting`. */
export function stem(word: string): string {
  const bare = word.replace(/'(?:s|ll|ve|re|d|m)?$/, '')
  return dropFinalE(bases.get(bare) ?? dropEnding(bare))
}

/** A coarser stem for texts about a subject: `examiner`, `examination` and `examine` share it. */
export function root(word: string): string {
  const stemmed = stem(word)
  const match = /^(.{4,}?)(?:ations?|ions?|ers?|ors?|ments?|ness|ful|ings?|ly|al)$/.exec(stemmed)
  return undouble(dropFinalE(match?.[1] ?? stemmed))
}

function dropEnding(word: string): string {
  if (word.length < 4) return word
  if (/(?:ies|ied)$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2)
  const [, whole = '', ending] = /^(.*[aeiouy].*?)(ing|ed)$/.exec(word) ?? []
  if (whole.length >= (ending === 'ing' ? 2 : 3)) return undouble(whole)
  if (/[^sui]s$/.test(word)) return word.slice(0, -1)
  return word
}

function undouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word
}

function dropFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
}
