import type { Named } from './premise.ts'
import { wordsOf } from './words.ts'

const special = /[.*+?^${}()|[\]\\/]/g

/** A text as a regular expression that matches it. */
export function escaped(text: string): string {
  return text.replaceAll(special, '\\$&')
}

/**
 * A pattern for a name with its article, its trade and what is said in commas behind it. An exact one takes no unknown words between an
 * article and a name for a trade.
 */
export function mentionOf({ name, role, aliases }: Named, { isExact = false } = {}): RegExp {
  const own = name.replace(/^(?:your|the) /, '')
  const parts = aliases
    .filter((alias) => alias.length > 3)
    .map((each) => inAnyCase(each))
    .join('|')
  const trade = role === undefined ? '' : inAnyCase(role.replace(/^(?:your|the) /, ''))
  const before = trade === '' ? '' : `(?:${trade}(?:,| called| named)? )?`
  const after = trade === '' ? '' : `(?: the ${trade})?`
  const title = `(?:(?:${[...wordsOf('title'), ...wordsOf('honorific')].map(inAnyCase).join('|')})\\.? )?`
  const unknown = !isExact && /^\p{Lu}/u.test(own) ? '[Tt]he (?:(?!the )\\p{Ll}+ ){1,3}|' : ''
  // The whole name comes before its parts: "Sheriff Ezra Moll", and then "Sheriff Moll" or "Ezra".
  const whole = inAnyCase(own)
  const some = parts === '' ? whole : `(?:${whole}|${parts})(?: (?:${parts}))*`
  const names = `(?:${whole}|${title}${some})`
  return new RegExp(
    `(?<!\\p{L})(?:${unknown}(?:(?:${determiners}) )*)${before}${names}(?!\\p{L})${after}(?:, (?:an?|the|your|my) [^,]+,)?`,
    'u',
  )
}

const determiners = '[Aa]n?|[Tt]he|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|[Oo]ld|[Yy]oung|[Ll]ittle|[Pp]oor'

// Names begin sentences.
function inAnyCase(text: string): string {
  const [first = ''] = text
  return `[${first.toLowerCase()}${first.toUpperCase()}]${escaped(text.slice(first.length))}`
}
