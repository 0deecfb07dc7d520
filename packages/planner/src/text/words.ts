import { expandSenses } from './synonyms.ts'
import { stem } from './stem.ts'

/** One word of a text. */
export interface Word {
  /** In lower case, with straight quotes. */
  text: string
  stem: string
  /** Its meanings in this context: `look` in `look at` has the sense `examine`. */
  senses: ReadonlySet<string>
  /** Possible meanings, which count only beside other matching words: `throw` may mean to roll dice. */
  looseSenses: ReadonlySet<string>
  /** Offsets in the cleaned text. */
  start: number
  end: number
}

// Control characters, zero-width characters and direction marks, which could manipulate a terminal.
const invisible = /[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** Cleans text from players and tools: no control or invisible characters, straight quotes, trimmed. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(invisible, (character) => (character === '\n' ? '\n' : ' '))
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .trim()
}

const none: ReadonlySet<string> = new Set()

export function splitWords(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}_]+(?:'\p{L}+)?/gu)) {
    const lower = match[0].toLowerCase()
    words.push({
      text: lower,
      stem: stem(lower),
      senses: none,
      looseSenses: none,
      start: match.index,
      end: match.index + match[0].length,
    })
  }
  return expandSenses(words)
}
