import type { Lexicon } from './lexicon.ts'

/** A word or a punctuation mark of the prompt. */
export interface Token {
  /** Lower case, straight apostrophes. */
  text: string
  start: number
  end: number
  kind: 'word' | 'mark' | 'quote'
  /** The words between quotation marks, for `quote`. */
  quoted?: string
  /** Whether it begins with a capital letter in the middle of the prompt. */
  isName?: true
}

/** Longest prompt that is read; what follows is ignored. */
const maxLength = 4_000

/** Divides a prompt into words, marks and quotations. Contractions become several words. */
export function tokenize(prompt: string, lexicon: Lexicon): Token[] {
  const tokens: Token[] = []
  const pattern =
    /[“"]([^”"]*)[”"]|(?<![\p{L}\p{N}])[‘'](.+?)['’](?![\p{L}\p{N}])|w\/|[\p{L}\p{N}][\p{L}\p{N}'’_-]*|[.,;:!?…—&]/gu
  for (const match of prompt.slice(0, maxLength).matchAll(pattern)) {
    const [whole, double, single] = match
    const quoted = double ?? single
    const place = { start: match.index, end: match.index + whole.length }
    if (quoted !== undefined) tokens.push({ text: '"', kind: 'quote', quoted: quoted.replace(/,$/, ''), ...place })
    else if (whole === '&') tokens.push({ text: 'and', kind: 'word', ...place })
    else if (/^[.,;:!?…—]$/.test(whole)) tokens.push({ text: whole, kind: 'mark', ...place })
    else {
      const word = whole
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(/['-]+$/, '')
      // "She looks ill" is no "I will".
      const before = tokens.at(-1)
      const isBegun =
        before?.kind === 'word' && !Object.values(lexicon.connectors).some((all) => all.includes(before.text))
      const isBare = !word.includes("'") && lexicon.adjectives.includes(word) && isBegun
      const words = (isBare ? undefined : own(lexicon.contractions, word)) ?? word
      const isName = match.index > 0 && /^\p{Lu}\p{Ll}/u.test(whole)
      for (const text of words.split(' ')) tokens.push({ text, kind: 'word', ...place, ...(isName && { isName }) })
    }
  }
  return tokens
}

/** The words and marks of tokens, with a space between them. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

/** A property that the object itself has: a word such as "constructor" must not find an inherited one. */
export function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** Base form of a verb: "lighting" → "light". Unknown words stay as they are. */
export function lemmaOf(word: string, lexicon: Lexicon, known: (word: string) => boolean): string {
  const irregular = own(lexicon.lemmas, word)
  if (irregular !== undefined) return irregular
  if (known(word)) return word
  const stems = lexicon.endings.verb
    .filter(([ending = '']) => word.endsWith(ending))
    .map(([ending = '', instead = '']) => word.slice(0, -ending.length) + instead)
  // "dropped": the last letter was doubled.
  stems.push(...stems.filter((stem) => stem.at(-1) === stem.at(-2)).map((stem) => stem.slice(0, -1)))
  return stems.find((stem) => stem !== word && stem.length > 1 && known(stem)) ?? word
}
