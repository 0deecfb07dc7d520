/** A part of a search: one word, or words in this order. */
export interface SearchTerm {
  words: string[]
  /** Whether the last word may be the beginning of one. */
  isBeginning: boolean
}

/** Splits the text of a search into words and "quoted phrases". Marks are ignored. */
export function readSearch(text: string): SearchTerm[] {
  const pieces = [...text.slice(0, 500).matchAll(/"([^"]*)"?|[^"\s]+/gu)]
  const isOpen = !/["\s]$/.test(text)
  return pieces
    .map(([piece, quoted], at): SearchTerm => {
      const words = comparable(quoted ?? piece).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
      return { words, isBeginning: isOpen && quoted === undefined && at === pieces.length - 1 }
    })
    .filter(({ words }) => words.length > 0)
}

/** Text without upper case and accents, in which searches compare. */
export function comparable(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The offsets of the terms in a text: pairs of start and end, ascending. Not every term may occur. */
export function findTerms(text: string, terms: readonly SearchTerm[]): [number, number][] {
  const found: [number, number][] = []
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: comparable(word),
    start: index,
    end: index + word.length,
  }))
  for (const { words: wanted, isBeginning } of terms)
    for (let at = 0; at + wanted.length <= words.length; at += 1) {
      const fits = wanted.every((word, offset) => {
        const other = words[at + offset]!.word
        return isBeginning && offset === wanted.length - 1 ? other.startsWith(word) : other === word
      })
      if (fits) found.push([words[at]!.start, words[at + wanted.length - 1]!.end])
    }
  return found.toSorted(([a], [b]) => a - b)
}

/** Finds the words of a search in one text, all of them. Returns the part around the first with all matches in it. */
export function findInText(text: string, search: string): { excerpt: string; marks: [number, number][] } | undefined {
  const terms = readSearch(search)
  const isFound = terms.length > 0 && terms.every((term) => findTerms(text, [term]).length > 0)
  return isFound ? excerptOf(text, terms) : undefined
}

/** Characters before and after the first match in an excerpt. */
const [before, after] = [60, 180]

/** The part of a text around its first match, cut at words, with the matches in it. */
export function excerptOf(text: string, terms: readonly SearchTerm[]): { excerpt: string; marks: [number, number][] } {
  const flat = text.replaceAll(/\s+/gu, ' ').trim()
  const first = findTerms(flat, terms)[0]?.[0] ?? 0
  const start = first <= before ? 0 : flat.indexOf(' ', first - before) + 1
  const cut = flat.length <= first + after ? flat.length : flat.lastIndexOf(' ', first + after)
  const end = cut > first ? cut : Math.min(flat.length, first + after)
  const excerpt = `${start > 0 ? '… ' : ''}${flat.slice(start, end)}${end < flat.length ? ' …' : ''}`
  return { excerpt, marks: findTerms(excerpt, terms) }
}
