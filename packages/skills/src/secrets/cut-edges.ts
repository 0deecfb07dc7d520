/** Offsets in a text: the start, and the end (exclusive). */
export type Range = readonly [start: number, end: number]

/** Shorter parts of a secret are not masked, because they could be ordinary words. */
const shortestRemnant = 4

/** The ellipsis that ends a truncated text, and the first line of a truncated standard error. */
const cutMark = /\[… \d+ bytes cut\]\n|…/gu

/**
 * The parts of secrets where a text was truncated: the start of a secret before an ellipsis, or the end of one at the start of a
 * truncated standard error.
 */
export function cutSecrets(text: string, forms: readonly string[]): Range[] {
  if (!text.includes('…')) return []
  return [...text.matchAll(cutMark)].flatMap(({ index, 0: mark }): Range[] => {
    const end = index + mark.length
    const length = mark === '…' ? longestStart(text, index, forms) : longestEnd(text, end, forms)
    if (length === 0) return []
    return [mark === '…' ? [index - length, index] : [end, end + length]]
  })
}

/** Replaces each range with `by`; overlapping ranges are replaced once. */
export function replaceRanges(text: string, ranges: readonly Range[], by: string): string {
  let replaced = ''
  let done = 0
  for (const [start, end] of ranges.toSorted(([left], [right]) => left - right)) {
    if (start >= done) replaced += text.slice(done, start) + by
    done = Math.max(done, end)
  }
  return replaced + text.slice(done)
}

function longestStart(text: string, before: number, forms: readonly string[]): number {
  return longest(forms, (form, length) => text.startsWith(form.slice(0, length), before - length), before)
}

function longestEnd(text: string, from: number, forms: readonly string[]): number {
  return longest(forms, (form, length) => text.startsWith(form.slice(form.length - length), from), text.length - from)
}

function longest(forms: readonly string[], fits: (form: string, length: number) => boolean, room: number): number {
  let best = 0
  for (const form of forms) {
    for (let length = Math.min(form.length, room); length >= shortestRemnant && length > best; length -= 1)
      if (fits(form, length)) best = length
  }
  return best
}
