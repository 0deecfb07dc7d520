/** The most characters of a line that a problem or an error repeats. */
const maxExcerptLength = 200

/**
 * The start of a line, at most 200 characters. Never half of a surrogate pair: what a line's own encoding could hold,
 * its excerpt's can too.
 */
export function excerptOf(text: string): string {
  if (text.length <= maxExcerptLength) return text
  const last = text.charCodeAt(maxExcerptLength - 2)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, maxExcerptLength - (isHalf ? 2 : 1))}…`
}
