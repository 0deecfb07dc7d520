/** Words that turn what follows them in the same clause into its opposite. */
const negation =
  /(?:\b(?:not|never|no|nor|neither|without|hardly|barely|cannot|nothing|nobody|far from)\b|n['’]t\b)[^.,;:!?…—–]*$/iu

/** The sentences of a prose, in order. */
export function sentencesOf(prose: string): string[] {
  return prose.split(/(?<=[.!?…]["”’')]*)\s+/u).filter((sentence) => sentence !== '')
}

/** True when a text says what the pattern looks for and nothing in the same clause denies it. */
export function affirms(text: string, pattern: RegExp): boolean {
  const everywhere = new RegExp(pattern.source, 'giu')
  return [...text.matchAll(everywhere)].some(({ index }) => !negation.test(text.slice(0, index)))
}

/** Matches a number in digits, not as a part of a longer one; from two to twelve also in words. */
export function numberPattern(value: number): string {
  const digits = String(value).replace('.', String.raw`\.`)
  const word = value >= 2 ? words[value] : undefined
  return String.raw`(?:(?<![\d.,-])${digits}(?!\d|[.,]\d)${word === undefined ? '' : String.raw`|\b${word}\b`})`
}

const words = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
