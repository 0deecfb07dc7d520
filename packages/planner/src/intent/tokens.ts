import { vectorRow } from './vectors.ts'

/** A word or punctuation mark of a text, as the network reads it. */
export interface Token {
  /** The word in lower case, or what it stands for. */
  form: string
  /** Offset in the text. */
  start: number
  /** What is seen of its form and place, a bit each. */
  flags: number
}

export const flagCount = 8
/** Rows of the trained table. */
export const tableRows = 6_144
/** Tokens that are read at once. A longer text is read in parts. */
export const mostTokens = 90

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const matches = [...text.matchAll(/[\p{L}\p{N}_+%]+(?:['’][\p{L}]+)*|\.{2,}|[.,!?;:"()—–-]/gu)]
  let isQuoted = false
  let opens = true
  for (const [at, { 0: found, index }] of matches.entries()) {
    const word = formOf(found)
    const isMark = !/[\p{L}\p{N}]/u.test(found)
    if (found === '"') isQuoted = !isQuoted
    const seen = [
      isMark,
      vectorRow(word) !== undefined,
      /^\p{Lu}/u.test(found) && !opens && found !== 'I',
      isQuoted,
      opens,
      asks(matches, at),
      /(?:ed|en)$/.test(word) && word.length > 4,
      /ing?$/.test(word) && word.length > 4,
    ]
    const bits = seen.reduce((sum, value, bit) => sum + (value ? 2 ** bit : 0), 0)
    tokens.push({ form: word, start: index, flags: bits })
    opens = /^(?:[.!?;"]|\.{2,})$/.test(found)
  }
  return tokens
}

// Whether the sentence of a token ends with a question mark.
function asks(matches: readonly RegExpExecArray[], at: number): boolean {
  for (let next = at; next < matches.length && next < at + 40; next += 1) {
    const found = matches[next]![0]
    if (found === '?') return true
    if (/^[.!;]/.test(found)) return false
  }
  return false
}

function formOf(found: string): string {
  const word = found.toLowerCase().replaceAll(/['’]/g, '')
  if (/^\d+$/.test(word)) return '<number>'
  if (/^\d*d\d+(?:\+\d+)?$|^d%$/.test(word)) return '<dice>'
  return word
}

/** The rows of the trained table for a word: the word itself, twice, and its parts of four characters. */
export function rowsOf(word: string): number[] {
  const rows = [rowOf(`w:${word}`), rowOf(`w:${word}`)]
  if (word.length > 3) {
    const edged = `<${word}>`
    for (let from = 0; from + 4 <= edged.length; from += 1) rows.push(rowOf(edged.slice(from, from + 4)))
  }
  return rows
}

/** The row of a feature: FNV-1a. */
function rowOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  return (hash >>> 0) % tableRows
}
